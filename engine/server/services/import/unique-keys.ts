import { isDateField } from '../../../fields/traits.ts'
import { comparedValue } from '../../../fields/unique-form.ts'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import { duplicateText, reportedFields, type UniqueFields, uniqueSetsOf } from '../../../model/unique-sets.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import type { PlannedWrite } from '../../store/aspects/aspect.ts'
import { holdersSql, takesPartIn } from '../../store/duplicate.ts'
import type { Work } from '../../store/work.ts'
import type { FileReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'
import type { FileRecordDraft, RecordDraft } from './record-draft.ts'
import { type CellProblem, problems } from './row-problems.ts'
import { addProblems, type LocatedProblem, type UniqueKey } from './staged-rows.ts'

/** Names sort in the order in which repeats are reported: single fields of records first, their lines last. */
const nameOf = ({ fields, during, isDeclared }: UniqueFields, part = ''): string =>
  [part, isDeclared ? 'together' : '', ...[...fields, ...(during ?? [])].map(({ name }) => name)].join('+')

/** The keys of a valid row: of the record that it changes, of its own values, and of its lines. */
export function uniqueKeysOf(
  { ctx }: Work,
  resource: Resource,
  draft: RecordDraft,
  planned: PlannedWrite,
): UniqueKey[] {
  const { after, parts } = planned
  const own = uniqueSetsOf(resource).filter(set => takesPartIn(ctx, resource, set, after))
  const ofLines = parts.flatMap(({ part, lines }) =>
    (draft.lines.get(part.name) ?? []).flatMap(({ source: { row } }, index) => {
      const line = lines[index]?.after ?? {}
      const sets = uniqueSetsOf(part.resource).filter(set => takesPartIn(ctx, part.resource, set, line, after))
      return sets.map(set => ({ ...keyOf(set, line, part.name), row }))
    }),
  )
  const changed = draft.stored ? [{ set: '', key: draft.recordId }] : []
  return [...changed, ...own.map(set => keyOf(set, after)), ...ofLines]
}

function keyOf(set: UniqueFields, values: Row, part?: string): UniqueKey {
  const compared = set.fields.map(field => (set.during ? values[field.name] : comparedValue(field, values[field.name])))
  const [from, to] = (set.during ?? []).map(({ name }) => values[name] ?? null)
  return {
    set: nameOf(set, part),
    key: JSON.stringify(compared),
    ...(from != null && { from: String(from) }),
    ...(to != null && { to: String(to) }),
  }
}

/**
 * Adds an error to each value, or set of values, that another stored record has. `isOwn` returns whether that record is
 * the draft's own, or is removed by the same change.
 */
export async function refuseDuplicates<One extends FileRecordDraft>(
  { ctx, queries }: Work,
  resource: Resource,
  rows: readonly { readonly draft: One; readonly after: Row }[],
  isOwn: (draft: One, holder: string) => boolean,
): Promise<void> {
  for (const set of uniqueSetsOf(resource)) {
    const given = rows.filter(({ after }) => takesPartIn(ctx, resource, set, after))
    if (given.length === 0) continue
    const records = given.map(({ after }) => after)
    for (const { n, id } of await runAll(queries, holdersSql(ctx, resource, set, records))) {
      const draft = given[Number(n) - 1]?.draft
      const field = draft && placeOf(resource, set, draft.columns).field
      if (!draft || !field || isOwn(draft, String(id)) || draft.errors.has(field)) continue
      draft.errors.set(field, { code: 'taken', message: duplicateText(resource, set) })
    }
  }
}

/** The field of a set at which a problem is reported, with its column: the first that the file contains. */
function placeOf(resource: Resource, set: UniqueFields, columns: readonly MatchedColumn[]) {
  const names = reportedFields(resource, set).map(({ name }) => name)
  const column = columns.find(({ target }) => names.includes(target.field.name))
  return column ? { field: column.target.field.name, column: column.source } : { field: names[0] ?? '' }
}

/** What rows of a file may not repeat, and where and how a repeat is reported. */
interface Unrepeated {
  readonly set: string
  readonly isClosed: boolean
  readonly place: Pick<RowProblem, 'field' | 'column' | 'sheet'>
  problem(first: number): CellProblem
}

function unrepeatedOf(resource: Resource, { match, columns, parts }: FileReading): Unrepeated[] {
  const changed = [match?.by ?? []].flat().map(({ target: { field }, source }): Unrepeated => {
    return {
      set: '',
      isClosed: true,
      place: { field: field.name, column: source },
      problem: first => problems.repeated(field.title, first),
    }
  })
  const own = uniqueSetsOf(resource).map(set => unrepeated(resource, set, columns))
  const ofLines = parts.flatMap(({ part, columns, own }) =>
    uniqueSetsOf(part.resource).map((set): Unrepeated => {
      const one = unrepeated(part.resource, set, columns, part.name)
      const field = `${part.name}.${one.place.field}`
      return { ...one, place: { ...one.place, field, ...(own && { sheet: own.sheet }) } }
    }),
  )
  return [...changed, ...own, ...ofLines]
}

function unrepeated(
  resource: Resource,
  set: UniqueFields,
  columns: readonly MatchedColumn[],
  part?: string,
): Unrepeated {
  const titles = reportedFields(resource, set).map(({ title }) => title)
  const [title] = titles
  return {
    set: nameOf(set, part),
    isClosed: set.during === undefined || isDateField(set.during[0]),
    place: placeOf(resource, set, columns),
    problem: first =>
      set.during
        ? problems.overlapping(duplicateText(resource, set), first)
        : set.isDeclared || !title
          ? problems.repeatedTogether(titles, first)
          : problems.repeated(title, first),
  }
}

const keysAtOnce = 5000

/**
 * Adds problems to rows that repeat what a valid row above has, or overlap its period. Keys are read in the order of
 * their starts: only the last valid one can be overlapped, so that one pass finds all repeats.
 */
export async function findRepeats(
  queries: Queries,
  id: string,
  resource: Resource,
  reading: FileReading,
): Promise<void> {
  const known = new Map(unrepeatedOf(resource, reading).map(one => [one.set, one]))
  // A record that repeats one set takes no part in the others.
  const repeating = new Map<number, string>()
  let valid: SharedKey | undefined
  let last: SharedKey | undefined
  for (;;) {
    const keys = await sharedKeys(queries, id, last)
    const found: LocatedProblem[] = []
    for (const one of keys) {
      last = one
      const { set, key, from, record, row } = one
      const of = known.get(set)
      if (!of || (repeating.get(record) ?? set) !== set) continue
      const isFree = valid?.set !== set || valid.key !== key || isOver(valid.to, from, of.isClosed)
      if (isFree) valid = one
      else {
        repeating.set(record, set)
        const value = singleValue(key)
        const problem = { row, ...of.place, ...(value !== undefined && { value }), ...of.problem(valid?.row ?? 0) }
        found.push({ record, problem })
      }
    }
    if (found.length > 0) await addProblems(queries, id, found)
    if (keys.length < keysAtOnce) return
  }
}

const isOver = (to: string | null, from: string, isClosed: boolean): boolean =>
  to !== null && (isClosed ? to < from : to <= from)

/** The value of a single field. */
function singleValue(key: string): string | undefined {
  const values: unknown = key.startsWith('[') ? JSON.parse(key) : undefined
  return Array.isArray(values) && values.length === 1 ? String(values[0]) : undefined
}

interface SharedKey {
  readonly set: string
  readonly key: string
  readonly from: string
  /** Null for a period without an end. */
  readonly to: string | null
  readonly record: number
  readonly row: number
}

/** The next keys of valid rows that another such row has too; without a period, they begin and end at ''. */
async function sharedKeys(queries: Queries, id: string, after: SharedKey | undefined): Promise<SharedKey[]> {
  const keys = sql`select k."set" collate "C" as "set", k.key collate "C" as key, coalesce(k."from", '') collate "C" as "from",
      case when k."from" is null then '' else k."to" end as "to", s.row as record, coalesce(k.row, s.row) as row,
      count(*) over (partition by k."set", k.key) as "of"
    from engine_import_row s, jsonb_to_recordset(s.unique_keys) as k("set" text, key text, "from" text, "to" text, row integer)
    where s.import_id = ${id}::bigint and s.problems is null and not s.written`
  const rest = after
    ? sql`("set", key, "from", row) > (${after.set}::text, ${after.key}::text, ${after.from}::text, ${after.row}::integer)`
    : word('true')
  const rows = await runAll(
    queries,
    sql`select "set", key, "from", "to", record, row from (${keys}) k where "of" > 1 and ${rest}
      order by "set", key, "from", row limit ${keysAtOnce}::integer`,
  )
  return rows.map(({ set, key, from, to, record, row }) => ({
    set: String(set),
    key: String(key),
    from: String(from),
    to: to === null ? null : String(to),
    record: Number(record),
    row: Number(row),
  }))
}
