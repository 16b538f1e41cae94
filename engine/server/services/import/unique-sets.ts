import { isDateField } from '../../../fields/traits.ts'
import { comparedValue } from '../../../fields/unique-form.ts'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { duplicateText, reportedFields, type UniqueFields, uniqueSetsOf } from '../../../model/unique-sets.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { holdersSql, takesPartIn } from '../../store/duplicate.ts'
import type { Work } from '../../store/work.ts'
import type { MatchedColumn } from './match-columns.ts'
import { type CellProblem, problems } from './row-problems.ts'
import type { PeriodKeys } from './staged-repeats.ts'
import type { StagedRow } from './staged-rows.ts'

/** A row that would be written, with all values of its record afterwards. */
export interface CheckedRow {
  readonly staged: StagedRow
  readonly after: Row
}

export const declaredSets = (resource: Resource): readonly UniqueFields[] =>
  uniqueSetsOf(resource).filter(set => set.isDeclared)

/** The name of a set in a staged row. */
export const setKey = ({ fields, during }: UniqueFields): string =>
  [...fields, ...(during ?? [])].map(({ name }) => name).join('+')

/**
 * The values of each declared set that a record takes part in, as texts that are equal for equal values; undefined
 * without any.
 */
export function uniqueKeysOf({ ctx }: Work, resource: Resource, after: Row): StagedRow['uniqueKeys'] {
  const sets = declaredSets(resource).filter(set => takesPartIn(ctx, resource, set, after))
  if (sets.length === 0) return undefined
  return Object.fromEntries(
    sets.flatMap(set => {
      const key = setKey(set)
      const equal = [key, JSON.stringify(set.fields.map(field => valueIn(set, field, after)))]
      const period = periodKeysOf(set)
      const ends = period
        ? [period.from, period.to].map((end, index) => [end, after[set.during?.[index]?.name ?? '']])
        : []
      return [equal, ...ends.filter(([, value]) => (value ?? null) !== null)]
    }),
  )
}

const valueIn = ({ during }: UniqueFields, field: Field, after: Row): unknown =>
  during ? after[field.name] : comparedValue(field, after[field.name])

/** The names of the unique keys of a set with a period. */
export function periodKeysOf(set: UniqueFields): PeriodKeys | undefined {
  const key = setKey(set)
  const isClosed = set.during !== undefined && isDateField(set.during[0])
  return set.during && { equal: key, from: `${key} from`, to: `${key} to`, isClosed }
}

/** The field of a set at which a problem is reported, with its column: the first that the file contains. */
export function placeOf(
  resource: Resource,
  set: UniqueFields,
  columns: readonly MatchedColumn[],
): { readonly field: string; readonly column?: string } {
  const names = reportedFields(resource, set).map(({ name }) => name)
  const column = columns.find(({ target }) => names.includes(target.field.name))
  return column ? { field: column.target.field.name, column: column.source } : { field: names[0] ?? '' }
}

/** The problem of each row whose values of a declared set another stored record has. */
export async function storedRepeats(
  work: Work,
  resource: Resource,
  columns: readonly MatchedColumn[],
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<StagedRow, Omit<RowProblem, 'row'>>> {
  const found = new Map<StagedRow, Omit<RowProblem, 'row'>>()
  for (const set of declaredSets(resource)) {
    const given = rows.filter(({ staged }) => staged.uniqueKeys?.[setKey(set)] !== undefined && !found.has(staged))
    if (given.length === 0) continue
    const place = placeOf(resource, set, columns)
    for (const { n, id } of await runAll(
      work.queries,
      holdersSql(
        work.ctx,
        resource,
        set,
        given.map(({ after }) => after),
      ),
    )) {
      const row = given[Number(n) - 1]?.staged
      if (row && row.recordId !== String(id)) found.set(row, { ...place, message: duplicateText(resource, set) })
    }
  }
  return found
}

/** The problem of a row that has the values of a set of a valid row above. */
export const repeatProblem = (resource: Resource, set: UniqueFields, first: number): CellProblem =>
  set.during
    ? problems.overlapping(duplicateText(resource, set), first)
    : problems.repeatedTogether(
        reportedFields(resource, set).map(({ title }) => title),
        first,
      )
