import { both, type ChangeDraft, countingRows } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { type Column, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/** The numbers of a column that has no unit any more remain those of its last one, also as texts. Computed ones do not. */
export const withUnitOf = (column: Column, { rules: { unit } }: Column): Column =>
  unit === undefined || column.rules.unit !== undefined || column.isComputed
    ? column
    : { ...column, rules: { ...column.rules, unit } }

/** Records the unit or currency of numbers. With another one, the stored numbers would mean other amounts. */
export function unitsInRows(pair: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const [comment] = commentOnColumn(wanted.name, after, before.rules)
  if (comment === undefined) return []
  const name = `${wanted.name}.${shownName(column)}`
  const draft = { phase: 'columns', mark: 'additive', statements: [comment] } as const
  const [from, to] = [before.rules.unit, after.rules.unit]
  // A unit that is new is that of the numbers; computed ones are computed again.
  if (from === undefined || to === undefined || column.isComputed)
    return [{ ...draft, what: both(`登记 ${name} 的单位`, `Record the unit of ${name}.`) }]
  const counting = countingRows(found, wanted.name, `mine.${quoted(column.name)} is not null`)
  return [
    {
      ...draft,
      what: both(
        `${name} 的单位由 ${from} 改为 ${to}，数值不换算`,
        `Change the unit of ${name} from ${from} to ${to}; the numbers are not converted.`,
      ),
      counting,
      losing: { name: `meaning:${wanted.name}.${column.name}`, mark: 'breaks-rows' },
    },
  ]
}
