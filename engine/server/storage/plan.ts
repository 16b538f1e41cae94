import { resourceName } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import { widerAccess, widerAccessInWords } from '../../model/wider-access.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import {
  accessLoss,
  type ChangeDraft,
  type Counting,
  type Displaced,
  type PlannedChange,
  phases,
  type Recount,
} from './change.ts'
import { concernedRows } from './concerned-rows.ts'
import { changesOfRoles } from './declared-roles.ts'
import { difference } from './difference.ts'
import { readNames, renaming } from './engine-names.ts'
import { engineViewsOf } from './engine-views.ts'
import { type NameRow, nameInSql, type ResolvedNames, resolveNames } from './resolve-names.ts'
import { tablesOf } from './tables-of.ts'

/** The changes that bring the database to the Model; none if the database is up to date. */
export interface Plan {
  /** With the ids of its names. */
  readonly model: Model
  /** The one that was applied last, whose access is compared. */
  readonly before?: Model | undefined
  readonly changes: readonly PlannedChange[]
  /** Rows for which the plan lacks a change, because there were none. */
  readonly absent?: readonly Recount[]
  /** The names after these changes. */
  readonly names?: readonly NameRow[]
  /** Those of them that are stored without a change of their own: names that were added or removed. */
  readonly newNames?: readonly NameRow[]
}

/** The two halves of the planner, which the property test replaces with faulty ones to verify that it fails. */
export interface Planner {
  readonly read: (queries: Queries) => Promise<Catalogue>
  readonly compare: typeof difference
}

export const planner: Planner = { read: readCatalogue, compare: difference }

/**
 * Finds the changes between the database and the Model, and counts the rows that each would break. Compares the access
 * with that of the Model `before`, if there is one.
 */
export function planChanges(database: Database, model: Model, by: Planner = planner, before?: Model): Promise<Plan> {
  return database.patiently(queries => planWith(queries, database.kind, model, by, before))
}

/** Like `planChanges`, on an existing connection. */
export async function planWith(
  queries: Queries,
  kind: Database['kind'],
  described: Model,
  by: Planner = planner,
  before?: Model,
): Promise<Plan> {
  const catalogue = await by.read(queries)
  const resolved = resolveNames(described, await readNames(queries))
  const { model, rows: names, changed, renames } = resolved
  const wanted = tablesOf(model)
  const stranger = wanted.find(({ name }) => catalogue.strangers.includes(name))
  if (stranger)
    throw refuse.conflict('table-of-others', {
      zh: `数据库里的表 ${stranger.name} 不是本系统建立的：请给它改名、删去它，或换一个数据库。`,
      en: `The table "${stranger.name}" in the database was not created by this application: rename or drop it, or use another database.`,
    })
  const drafts = [
    ...renaming(resolved),
    ...by.compare(wanted, catalogue, kind, engineViewsOf(model), displacedIn(resolved)),
    ...(await changesOfRoles(queries, catalogue, model)),
  ]
  const inOrder = phases.flatMap(phase => drafts.filter(draft => draft.phase === phase))
  const changes = before ? accessChanges(before, model) : []
  const absent: Recount[] = []
  for (const draft of inOrder) {
    if (!draft.counting) changes.push(withoutCounting(draft))
    else {
      const counting = await scanned(queries, draft.counting)
      const count = await countAffected(queries, counting)
      const { what } = draft
      const recount = { what, count, counting: draft.counting, tables: tablesIn(draft.counting, catalogue) }
      if (count === 0 && draft.onlyIfAny) absent.push(recount)
      else changes.push(withResource(model, await counted(queries, draft, counting, recount)))
    }
  }
  return { model, before, changes, absent, names, newNames: renames.length > 0 ? [] : changed }
}

/** One loss for all the access that the Model gives in addition, without statements. */
function accessChanges(before: Model, after: Model): PlannedChange[] {
  const found = widerAccess(before, after)
  const what = widerAccessInWords(found)
  const change = { mark: 'breaks-rows', statements: [], isOfNames: true, apart: false, canWait: false } as const
  return found.length > 0 ? [{ ...change, loss: accessLoss, what, count: found.length, widens: found }] : []
}

/** The tables and columns of parts that have the new names of renamed ones until now. */
function displacedIn({ displaced }: ResolvedNames): Displaced {
  return new Set(
    [...displaced].map(key => {
      const [kind = '', parent = '', id = ''] = key.split(' ')
      const table = nameInSql(kind === 'resource' ? id : parent)
      return kind === 'resource' ? table : `${table}.${nameInSql(id)}`
    }),
  )
}

/** The rows of a change with the present name of their resource. */
const withResource = (model: Model, change: PlannedChange): PlannedChange =>
  change.rows ? { ...change, rows: { ...change.rows, resource: resourceName(model, change.rows.resource) } } : change

/** The tables that a statement reads. */
function tablesIn({ sql: statement }: Counting, { tables }: Catalogue): string[] {
  const read = new Set([...statement.matchAll(/\b(?:from|join) "?(\w+)/g)].map(([, name]) => name))
  return tables.flatMap(({ name }) => (read.has(name) ? [name] : []))
}

function withoutCounting(draft: ChangeDraft): PlannedChange {
  const { phase: _phase, counting: _counting, losing: _losing, onlyIfAny: _only, refusing: _refusing, ...rest } = draft
  return { ...rest, apart: draft.apart ?? false, canWait: draft.canWait ?? false }
}

async function counted(
  queries: Queries,
  draft: ChangeDraft,
  { pairs, rows }: Counting,
  recount: Recount,
): Promise<PlannedChange> {
  const { losing, onlyIfAny, apart, refusing } = draft
  const { count } = recount
  // Without a loss, the statements are right for any number of rows from one on.
  const isRecounted = !apart && (losing !== undefined || !onlyIfAny)
  const found = { ...withoutCounting(draft), ...(isRecounted && { recount }) }
  if (count === 0) return found
  if (refusing) {
    const inTheWay = rows ? await concernedRows(queries, rows) : []
    const ids = [...new Set(inTheWay.map(({ id }) => id))].slice(0, 5)
    throw refuse.conflict('rows-in-the-way', refusing(count, ids))
  }
  const change = pairs === undefined ? found : withPairs(found, await countAffected(queries, { sql: pairs }))
  if (!losing) return { ...change, count }
  return { ...change, mark: losing.mark, loss: losing.name, count, ...(rows && { rows }) }
}

/** The statement that counts rows with texts that only the server can check. */
export async function scanned(queries: Queries, counting: Counting): Promise<Counting> {
  const { scan } = counting
  if (!scan) return counting
  const invalid: string[] = []
  let last: string | undefined
  for (let page = 0; page < maxPages && invalid.length < maxInvalid; page++) {
    const { rows } = await execute<{ text: string }>(queries, sql`${word(scan.sql(last))}`)
    for (const { text } of rows) if (!scan.isValid(text)) invalid.push(text)
    if (rows.length < scan.atOnce) return scan.counting(invalid)
    last = rows.at(-1)?.text
  }
  return scan.counting(invalid, last)
}

/** Of texts that only the server can check. Rows with the others count as violating, so that no change hides them. */
const maxPages = 40
/** Different texts in the statement that counts their rows. */
const maxInvalid = 10_000

const withPairs = (change: PlannedChange, pairs: number): PlannedChange => ({
  ...change,
  what: {
    zh: `${change.what.zh}（${pairs} 对）`,
    en: `${change.what.en} ${pairs === 1 ? '1 pair overlaps.' : `${pairs} pairs overlap.`}`,
  },
})

/** The number of rows that a change breaks, in the current database. */
export async function countAffected(queries: Queries, counting: Pick<Counting, 'sql'>): Promise<number> {
  const { rows } = await execute<{ count: string }>(queries, sql`${word(counting.sql)}`)
  return Number(rows[0]?.count ?? 0)
}
