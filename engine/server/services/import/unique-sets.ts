import { typeOf } from '../../../fields/index.ts'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import { duplicateText, reportedFields, type UniqueFields, uniqueSetsOf } from '../../../model/unique-sets.ts'
import { isSatisfied } from '../../../record/expressions.ts'
import { type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { uniqueCondition } from '../../storage/unique-index.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { live } from '../../store/select.ts'
import type { Work } from '../../store/work.ts'
import type { MatchedColumn } from './match-columns.ts'
import { type CellProblem, problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'

/** A row that would be written, with all values of its record afterwards. */
export interface CheckedRow {
  readonly staged: StagedRow
  readonly after: Row
}

export const declaredSets = (resource: Resource): readonly UniqueFields[] =>
  uniqueSetsOf(resource).filter(set => set.isDeclared)

/** The name of a set in a staged row. */
export const setKey = ({ fields }: UniqueFields): string => fields.map(({ name }) => name).join('+')

/**
 * The values of each declared set that a record takes part in, as texts that are equal for equal values; undefined
 * without any.
 */
export function uniqueKeysOf({ ctx }: Work, resource: Resource, after: Row): StagedRow['uniqueKeys'] {
  const sets = declaredSets(resource).filter(set => takesPart(ctx, resource, set, after))
  if (sets.length === 0) return undefined
  return Object.fromEntries(sets.map(set => [setKey(set), JSON.stringify(set.fields.map(({ name }) => after[name]))]))
}

const takesPart = (ctx: Work['ctx'], resource: Resource, { fields, where }: UniqueFields, after: Row): boolean =>
  fields.every(({ name }) => (after[name] ?? null) !== null) &&
  (where === undefined || isSatisfied(ctx, resource, where, after) === true)

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
    for (const { n, id } of await runAll(work.queries, holdersSql(work, resource, set, given))) {
      const row = given[Number(n) - 1]?.staged
      if (row && row.recordId !== String(id)) found.set(row, { ...place, message: duplicateText(resource, set) })
    }
  }
  return found
}

/** The stored records with the values of rows, and the position of the row. */
function holdersSql({ ctx }: Work, resource: Resource, set: UniqueFields, rows: readonly CheckedRow[]): Fragment {
  const columns = set.fields.map((field): Fragment => {
    const values = rows.map(({ after }) => typeOf(field).toColumn(after[field.name], field))
    return sql`${values}::${word(`${typeOf(field).column(field)}[]`)}`
  })
  const names = set.fields.map((_, index) => `c${index}`)
  const same = set.fields.map(({ column }, index) => `t."${column}" = k.c${index}`)
  const condition = uniqueCondition(ctx.model, resource, set, 't')
  const where = word([...same, ...(condition === undefined ? [] : [condition])].join(' and '))
  return sql`select k.n, t."id"::text as id from unnest(${join(columns, ', ', '')}) with ordinality ${word(`k(${names.join(', ')}, n)`)}
    join ${word(`"${resource.table}" t`)} on ${where} where ${live('t')}${ownTenant(ctx, resource)}`
}

/** The problem of a row that has the values of a set of a valid row above. */
export const repeatProblem = (resource: Resource, set: UniqueFields, first: number): CellProblem =>
  problems.repeatedTogether(
    reportedFields(resource, set).map(({ title }) => title),
    first,
  )
