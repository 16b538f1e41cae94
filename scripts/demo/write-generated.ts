import type { Field, Resource } from '../../engine/model/model.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import type { Queries } from '../../engine/server/database/database.ts'
import { sql, word } from '../../engine/server/database/fragment.ts'
import { runAll } from '../../engine/server/database/run.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { withoutKeys } from '../../engine/server/services/seed/seed-rows.ts'
import { guardWrites } from '../../engine/server/store/aspects/guard-writes.ts'
import { historySql, type Written } from '../../engine/server/store/history.ts'
import { type CountedChange, rollUp } from '../../engine/server/store/roll-up.ts'
import { reserveNumbers, serialsOf } from '../../engine/server/store/serial.ts'
import { type Work, workOn } from '../../engine/server/store/work.ts'
import { insertSql, type PastVersion, type RowValues } from '../../engine/server/store/write-row.ts'
import type { Author, Authors } from './authors.ts'
import type { GeneratedRecord, GeneratedVersion } from './generated-record.ts'

/** From this number of rows on, it takes less time to build the indexes of empty tables afterwards. */
const manyRows = 500

/** Stores records with their lines and, if requested, their history, in a few statements for all of them. */
export async function writeGenerated(
  work: Work,
  resource: Resource,
  all: readonly GeneratedRecord[],
  authors: Authors,
  history: boolean,
): Promise<void> {
  if (all.length === 0) return
  const { ctx, ids } = work
  const writing: Writing = { ctx, by: (operation, ownerId) => authors.of(resource, operation, ownerId) }
  for (const { steps, ownerId } of all) for (const { operation } of steps) writing.by(operation, ownerId)
  await authors.store()
  await work.transaction(async queries => {
    const records = await numbered(queries, writing, resource, all)
    const changes = records.map(({ id, record }) => ({ before: null, after: { ...record, id } }))
    const inside = workOn(work, queries)
    await guardWrites(inside, resource, changes)
    const parts = (all[0]?.parts ?? []).map(({ part }, index) => {
      return [part.resource, all.flatMap(made => linesOf(writing, made, index, part.link))] as const
    })
    const written: readonly (readonly [Resource, readonly RowValues[]])[] = [[resource, records], ...parts]
    const store = async () => {
      for (const [of, rows] of written) await insert(queries, ctx, of, rows)
      await insertLinks(queries, ctx, all)
    }
    const tables = written.map(([{ table }]) => table)
    const count = written.reduce((sum, [, rows]) => sum + rows.length, 0)
    await (count >= manyRows ? withoutKeys(queries, tables, store) : store())
    const counted = written.map(([of, rows]) => [of, rows.map(created)] as const)
    // Random records do not keep the rules of others.
    await rollUp(inside, counted, () => undefined)
    // A record without later changes has its author and time in its own columns.
    const changed = history ? all.filter(({ steps }) => steps.length > 1) : []
    const entries = changed.flatMap(made => historyOf(writing, made, () => ids.next()))
    if (entries.length > 0) await runAll(queries, historySql(ctx, resource, entries))
  })
}

/** Stores the links of all records, with one statement for each bind. */
async function insertLinks(queries: Queries, { actor }: RequestContext, all: readonly GeneratedRecord[]) {
  const pairs = all.flatMap(({ id, links }) =>
    links.flatMap(({ bind, added }) => added.map(right => ({ table: bind.table, left: id, right }))),
  )
  for (const table of new Set(pairs.map(one => one.table))) {
    const own = pairs.filter(one => one.table === table)
    const [left, right] = [own.map(one => one.left), own.map(one => one.right)]
    await runAll(
      queries,
      sql`insert into ${word(`"${table}"`)} ("tenant_id", "left_id", "right_id")
        select ${actor.tenantId}, * from unnest(${left}::bigint[], ${right}::bigint[]) on conflict do nothing`,
    )
  }
}

const created = ({ record }: RowValues): CountedChange => ({ before: null, after: record, changed: new Set() })

interface Writing {
  readonly ctx: RequestContext
  by(operation: string, ownerId: string | null): Author
}

function linesOf(writing: Writing, made: GeneratedRecord, index: number, link: Field): RowValues[] {
  const lines = made.parts[index]?.lines ?? []
  const { created } = pastOf(writing, made)
  const past = { version: 1, created, updated: created }
  return lines.map(({ after }, lineNo) => {
    return { id: String(after['id']), record: { ...after, [link.name]: made.id }, ownerId: made.ownerId, lineNo, past }
  })
}

const createdAt = ({ steps }: GeneratedRecord) => steps[0]?.at ?? ''

/** The users and times of the first and the last change of a record. */
function pastOf({ by }: Writing, { steps, ownerId }: GeneratedRecord): PastVersion {
  const authorship = (step: GeneratedVersion | undefined) => ({
    at: step?.at ?? '',
    userId: by(step?.operation ?? 'save', ownerId).id,
  })
  return { version: steps.length, created: authorship(steps[0]), updated: authorship(steps.at(-1)) }
}

/** Assigns serials, counted within the period given by the time of creation. */
async function numbered(
  queries: Queries,
  writing: Writing,
  resource: Resource,
  all: readonly GeneratedRecord[],
): Promise<RowValues[]> {
  const records = all.map(({ record }) => record)
  const times = new Map(all.map(made => [made.record, createdAt(made)]))
  for (const field of serialsOf(resource)) {
    const timeOf = (record: Row) => times.get(record) ?? ''
    const numbers = await reserveNumbers(queries, writing.ctx, resource, field, records, timeOf)
    for (const [index, made] of all.entries()) {
      const to = numbers[index]
      made.record[field.name] = to
      Object.assign(made.steps[0]?.changes ?? {}, { [field.name]: { from: null, to } })
    }
  }
  return all.map(made => ({ ...made, past: pastOf(writing, made) }))
}

async function insert(queries: Queries, ctx: RequestContext, resource: Resource, rows: readonly RowValues[]) {
  if (rows.length > 0) await runAll(queries, insertSql(ctx, resource, rows))
}

function historyOf(
  writing: Writing,
  { id: recordId, ownerId, steps }: GeneratedRecord,
  nextId: () => string,
): Written[] {
  return steps.map(({ operation, at, changes, input }, index) => {
    const { id: userId, name: userName } = writing.by(operation, ownerId)
    const past = { userId, userName, at }
    return { id: nextId(), recordId, version: index + 1, operation, changes, ...(input && { input }), past }
  })
}
