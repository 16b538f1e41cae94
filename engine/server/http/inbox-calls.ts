import { isId } from '../../fields/id/id-text.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { isViewable } from './model-index.ts'
import { signedInOf, wrongIds } from './request-parts.ts'

/** The key of messages within the application, of the dictionary `msg_channel`. */
const inApp = '2'
const messages = 'msgSendLog'
const announcements = 'bladeNotice'
/** Of each kind, the latest that are listed. A badge shows at most 99. */
const most = 100

/** `/api/engine/inbox`: the messages of the user and the announcements that they may view, each read or not. */
export function inboxCalls(
  app: App,
  { database, store }: { readonly database: Database; readonly store: Store },
): void {
  app.get('/api/engine/inbox', async request => {
    const { ctx } = request
    const read = await readBy(database, ctx)
    const items = [...(await ownMessages(ctx)), ...(await current(ctx))]
    return done(
      items.map(item => ({ ...item, isRead: read.has(`${item.kind} ${item.id}`) })),
      request.language,
    )
  })
  app.post('/api/engine/inbox/read', async request => {
    const { actor } = signedInOf(request)
    const { items } = knownIn(request.body, ['items'])
    if (!isItems(items)) throw wrongIds()
    await execute(
      database.kysely,
      sql`insert into engine_read (tenant_id, user_id, resource, record_id)
        select ${actor.tenantId}, ${actor.userId}::bigint, resource, id
        from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::bigint[]) as r(resource, id)
        on conflict do nothing`,
    )
    return done(null, request.language)
  })

  async function ownMessages(ctx: RequestContext) {
    if (!Object.hasOwn(ctx.model.resources, messages)) return []
    const query = { userId: String(ctx.actor.userId), channel: inApp, size: String(most) }
    const { records } = await store.page(ctx.asSystem('own-messages'), messages, query)
    return records.map(row => ({
      ...itemOf(messages, row, ctx.language === 'en' ? (row['contentEnglish'] ?? row['content']) : row['content']),
      at: row['createTime'],
      record: row['sourceId'] ? { resource: row['sourceResource'], id: row['sourceId'] } : undefined,
    }))
  }

  async function current(ctx: RequestContext) {
    const { [announcements]: resource } = ctx.model.resources
    if (!resource || !isViewable(ctx, resource)) return []
    const { data } = await store.query(ctx, announcements, 'top', { size: String(most) })
    const { records } = data as { readonly records: readonly Row[] }
    return records.map(row => ({
      ...itemOf(announcements, row, row['title']),
      at: row['releaseTime'],
      record: { resource: announcements, id: row['id'] },
    }))
  }
}

const itemOf = (kind: string, { id }: Row, text: unknown) => ({ kind, id: String(id), text: String(text ?? '') })

async function readBy({ kysely }: Database, { actor }: RequestContext): Promise<ReadonlySet<string>> {
  const { rows } = await execute<{ key: string }>(
    kysely,
    sql`select resource || ' ' || record_id as key from engine_read
      where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint`,
  )
  return new Set(rows.map(({ key }) => key))
}

interface Item {
  readonly kind: string
  readonly id: string
}

const isItems = (given: unknown): given is readonly Item[] =>
  Array.isArray(given) &&
  given.length <= 2 * most &&
  given.every(one => {
    const { kind, id } = Object(one) as Readonly<Record<string, unknown>>
    return (kind === messages || kind === announcements) && typeof id === 'string' && isId(id)
  })
