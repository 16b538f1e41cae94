import { faultMessage } from '../../fields/fault.ts'
import { isId } from '../../fields/id/id-text.ts'
import type { Resource } from '../../model/model.ts'
import { missing } from '../../record/violation-messages.ts'
import { demand, operationTitles } from '../auth/access.ts'
import { every, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { claimRecords, once, recordAgain } from './idempotency.ts'
import { parseInput, parseLine } from './input.ts'
import { lockRecord } from './lock.ts'
import type { LineInput } from './plan-lines.ts'
import { readableRecord } from './readable-record.ts'
import { type ChildPart, linePartOf } from './referring.ts'
import { assureVersion, missingId } from './save.ts'
import { live } from './select.ts'
import { type Work, workOn } from './work.ts'
import { writeOne } from './write.ts'

/** Stores one new line. This is a change of its master, which must allow it and gets a new version. */
export async function saveLine(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = demand(ctx, resource, 'add')
  return once(work, key, ['save', resource.name, input], recordAgain(resource), async inside => {
    const { values, version } = parseInput(ctx, resource, access, input)
    const part = linePartOf(ctx.model, resource)
    const masterId = values[part.link.name]
    if (typeof masterId !== 'string')
      throw refuse.input({ [part.link.name]: faultMessage(missing(part.link), part.link.title) })
    const line = { ...parseLine(ctx, resource, access, input), id: undefined }
    const lineInput = { kind: 'one', line } as const
    const lines = await change(inside, part, masterId, lineInput, version)
    return lines.find(line => line.path === '')?.after ?? {}
  })
}

/** Changes one line, as a change of its master. A line cannot be moved to another master. */
export async function updateLine(work: Work, resource: Resource, input: unknown, key?: string): Promise<Row> {
  const { ctx } = work
  const access = demand(ctx, resource, 'edit')
  return once(work, key, ['update', resource.name, input], recordAgain(resource), async inside => {
    const { version } = parseInput(ctx, resource, access, input)
    const line = parseLine(ctx, resource, access, input)
    if (line.id === undefined) throw missingId()
    const part = linePartOf(ctx.model, resource)
    const [[masterId = ''] = []] = await mastersOf(inside, resource, part, [line.id])
    const lines = await change(inside, part, masterId, { kind: 'one', line }, version)
    return lines.find(one => one.path === '')?.after ?? {}
  })
}

/**
 * Changes one line in the current transaction, as a change of its master. `assure` may refuse the change of the stored
 * line. Values are in their stored form. Returns the line after the change.
 */
export async function changeLine(
  work: Work,
  resource: Resource,
  line: { readonly id: string; readonly values: Row },
  assure: (stored: Row | undefined) => void,
): Promise<Row> {
  const part = linePartOf(work.ctx.model, resource)
  const [[masterId = ''] = []] = await mastersOf(work, resource, part, [line.id])
  const lineInput = { kind: 'one', line } as const
  const lines = await change(work, part, masterId, lineInput, undefined, there =>
    assure(there.find(({ id }) => id === line.id)),
  )
  return lines.find(one => one.path === '')?.line ?? {}
}

/** Deletes lines, as changes of their masters. */
export async function removeLines(work: Work, resource: Resource, ids: readonly string[], key?: string): Promise<void> {
  demand(work.ctx, resource, 'delete')
  const part = linePartOf(work.ctx.model, resource)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, [...new Set(ids)], id => ['remove', resource.name, id])
    for (const [masterId, lines] of await mastersOf(inside, resource, part, wanted))
      await change(inside, part, masterId, { kind: 'remove', ids: new Set(lines) }, undefined)
  })
}

async function change(
  work: Work,
  part: ChildPart,
  masterId: string,
  lineInput: LineInput,
  version: number | undefined,
  assure?: (there: readonly Row[]) => void,
) {
  const { ctx } = work
  const { master } = part
  const access = demand(ctx, master, 'edit')
  const before = await lockRecord(work, master, access, masterId, 'edit')
  await assureVersion(work, master, before, version)
  assure?.(before.lines.get(part.name) ?? [])
  const lines = new Map([[part.name, lineInput]])
  const { after, parts, auto } = await writeOne(
    work,
    { resource: master, access, origin: 'save' },
    { before, entered: {}, readOnly: {}, lines, title: operationTitles.edit },
  )
  const { version: newVersion } = auto?.record ?? after
  const lineAccess = demand(ctx, part.resource, 'edit')
  return Promise.all(
    (parts[0]?.lines ?? []).map(async line => {
      const after = await readableRecord(work, part.resource, lineAccess, line.after, line.changed)
      return { path: line.path, line: line.after, after: { ...after, version: newVersion } }
    }),
  )
}

/** The masters of lines that the actor may write, with the lines of each. 404 when one does not exist. */
async function mastersOf(
  { ctx, queries }: Work,
  resource: Resource,
  part: ChildPart,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const wanted = [...new Set(ids)]
  if (!wanted.every(isId)) throw refuse.notFound(resource.title)
  const where = every([live('t'), demand(ctx, resource, 'edit').rows('t'), sql`t."id" = any(${wanted}::bigint[])`])
  const columns = word(`t."id", t."${part.link.column}" as master from "${resource.table}" t`)
  const rows = await runAll(queries, sql`select ${columns} where ${where} order by master`)
  if (rows.length < wanted.length) throw refuse.notFound(resource.title)
  const masters = new Map<string, string[]>()
  for (const row of rows) {
    const master = String(row['master'])
    masters.set(master, [...(masters.get(master) ?? []), String(row['id'])])
  }
  return masters
}
