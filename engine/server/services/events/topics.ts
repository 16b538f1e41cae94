import type { Notice } from '../../../model/notice.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { type NewNotice, topicKey } from '../../store/outbox.ts'
import type { RowEvent } from './event-reader.ts'

/**
 * Topics of the event stream beside changed rows. Each returns what the user of the context gets of what was published
 * in the tenant; undefined for nothing.
 */
export type Topics = Readonly<Record<string, (ctx: RequestContext, content: unknown, id: string) => unknown>>

/** Those of every server: messages about work that the user did not wait for. */
export const engineTopics: Topics = {
  notices({ actor, language }, content, id): Notice | undefined {
    const { to, level, text, record, operation } = content as NewNotice
    const isMine = (to.user !== undefined && to.user === actor.userId) || (to.administrators && actor.administrator)
    if (!isMine) return undefined
    return { id, level, text: text[language], ...(record && { record }), ...(operation !== undefined && { operation }) }
  },
}

/** What was published for the user, by topic; only topics with something. */
export function publishedFor(ctx: RequestContext, events: readonly RowEvent[], topics: Topics) {
  return Object.fromEntries(
    Object.entries(topics).flatMap(([name, contentFor]) => {
      const own = events.filter(one => one.resource === topicKey(name) && one.tenantId === ctx.actor.tenantId)
      const contents = own.flatMap(({ notice, id }) => contentFor(ctx, notice, id) ?? [])
      return contents.length > 0 ? [[name, contents]] : []
    }),
  )
}
