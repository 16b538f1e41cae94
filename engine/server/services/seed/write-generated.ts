import type { Field, Resource } from '../../../model/model.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { guardWrites } from '../../store/guard-writes.ts'
import { historySql, type Written } from '../../store/history.ts'
import { type CountedChange, rollUp } from '../../store/roll-up.ts'
import { reserveNumbers, serialsOf } from '../../store/serial.ts'
import { type Work, workOn } from '../../store/work.ts'
import { insertSql, type PastVersion, type RowValues } from '../../store/write-row.ts'
import type { Author, Authors } from './authors.ts'
import type { GeneratedRecord, GeneratedVersion } from './generated-record.ts'

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
    await insert(queries, ctx, resource, records)
    const counted: (readonly [Resource, readonly CountedChange[]])[] = [[resource, records.map(created)]]
    for (const [index, { part }] of (all[0]?.parts ?? []).entries()) {
      const lines = all.flatMap(made => linesOf(work, writing, made, index, part.link))
      await insert(queries, ctx, part.resource, lines)
      counted.push([part.resource, lines.map(created)])
    }
    // Random records do not keep the rules of others.
    await rollUp(inside, counted, () => undefined)
    const entries = history ? all.flatMap(made => historyOf(writing, made, () => ids.next())) : []
    if (entries.length > 0) await runAll(queries, historySql(ctx, resource, entries))
  })
}

const created = ({ record }: RowValues): CountedChange => ({ before: null, after: record, changed: new Set() })

interface Writing {
  readonly ctx: RequestContext
  by(operation: string, ownerId: string | null): Author
}

function linesOf({ ids }: Work, writing: Writing, made: GeneratedRecord, index: number, link: Field): RowValues[] {
  const lines = made.parts[index]?.lines ?? []
  const { created } = pastOf(writing, made)
  const past = { version: 1, created, updated: created }
  return lines.map(({ after }, lineNo) => {
    return { id: ids.next(), record: { ...after, [link.name]: made.id }, ownerId: made.ownerId, lineNo, past }
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
