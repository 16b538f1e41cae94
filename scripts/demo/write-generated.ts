import type { Resource } from '../../engine/model/model.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import type { Queries } from '../../engine/server/database/database.ts'
import { runAll } from '../../engine/server/database/run.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { withoutKeys } from '../../engine/server/services/seed/seed-rows.ts'
import type { PlannedWrite } from '../../engine/server/store/aspects/aspect.ts'
import { changesBetween, historySql, type Written } from '../../engine/server/store/history.ts'
import { reserveNumbers, serialsOf } from '../../engine/server/store/serial.ts'
import { type Work, workOn } from '../../engine/server/store/work.ts'
import { store as writeAll } from '../../engine/server/store/write.ts'
import type { PastVersion } from '../../engine/server/store/write-row.ts'
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
    await numbered(queries, writing, resource, all)
    const inside = workOn(work, queries)
    const planned = all.map(made => plannedOf(writing, made))
    const store = () => writeAll(inside, { resource, origin: 'demonstration' }, planned)
    const parts = all[0]?.parts ?? []
    const tables = [resource, ...parts.map(({ part }) => part.resource)].map(({ table }) => table)
    const count = all.reduce((sum, { parts }) => parts.reduce((more, { lines }) => more + lines.length, sum + 1), 0)
    await (count >= manyRows ? withoutKeys(queries, tables, store) : store())
    // A record without later changes has its author and time in its own columns.
    const changed = history ? all.filter(({ steps }) => steps.length > 1) : []
    const entries = changed.flatMap(made => historyOf(writing, resource, made, () => ids.next()))
    if (entries.length > 0) await runAll(queries, historySql(ctx, resource, entries))
  })
}

/** References and files were chosen among those that exist, and the keys of the tables remain. */
const unchecked: ReadonlySet<string> = new Set()

/** The change that stores a record as its last version. */
function plannedOf(writing: Writing, made: GeneratedRecord): PlannedWrite {
  const { id, record, links } = made
  const parts = made.parts.map(part => ({
    ...part,
    lines: part.lines.map(line => ({ ...line, before: null, changed: unchecked })),
  }))
  const own = { id, after: record, changed: unchecked, parts, links, past: pastOf(writing, made) }
  return { ...own, before: null, stored: null, step: { operation: 'save', id: '' } }
}

interface Writing {
  readonly ctx: RequestContext
  by(operation: string, ownerId: string | null): Author
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
): Promise<void> {
  const records = all.map(({ record }) => record)
  const times = new Map(all.map(made => [made.record, createdAt(made)]))
  for (const field of serialsOf(resource)) {
    const timeOf = (record: Row) => times.get(record) ?? ''
    const numbers = await reserveNumbers(queries, writing.ctx, resource, field, records, timeOf)
    for (const [index, made] of all.entries()) {
      const to = numbers[index]
      made.record[field.name] = to
      Object.assign(made.steps[0]?.after ?? {}, { [field.name]: to })
    }
  }
}

function historyOf(
  writing: Writing,
  resource: Resource,
  { id: recordId, ownerId, steps }: GeneratedRecord,
  nextId: () => string,
): Written[] {
  const names = resource.fields.map(({ name }) => name)
  return steps.map(({ operation, at, after, input, changes = changesBetween(resource, null, after, names) }, index) => {
    const { id: userId, name: userName } = writing.by(operation, ownerId)
    const past = { userId, userName, at }
    return { id: nextId(), recordId, version: index + 1, operation, changes, ...(input && { input }), past }
  })
}
