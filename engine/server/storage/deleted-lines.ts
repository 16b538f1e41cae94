import { both, type ChangeDraft, countingRows, hasTenant } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { hasRulesOf } from './table.ts'

/**
 * Deleted rows of a resource whose `partOf` was removed or added. No bin lists lines: those that were deleted with their
 * record (2) are restored with it, and other rows (1) by themselves.
 */
export function deletedLines({ wanted, found, nameNow, columnNow }: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  if (wanted.mark.code === undefined || !hasRulesOf(5, found)) return []
  const draft = { phase: 'correct', mark: 'additive', onlyIfAny: true } as const
  const table = quoted(wanted.name)
  const [master, column = ''] = wanted.mark.master?.split('.') ?? []
  if (master === undefined) {
    if (found.mark.master === undefined) return []
    return [
      {
        ...draft,
        what: both(
          `${wanted.mark.of} 中随主记录删除的行列入回收站，可单独恢复`,
          `List the rows of ${wanted.mark.of} that were deleted with their records in the bin, from which they can be restored.`,
        ),
        counting: countingRows(found, nameNow, 'mine."is_deleted" = 2'),
        statements: [`update ${table} set "is_deleted" = 1 where "is_deleted" = 2`],
      },
    ]
  }
  const of = pairs.find(one => one.wanted.mark.of === master && one.wanted.mark.code !== undefined)
  const isReference = found.columns.some(({ name, type }) => name === column && type === 'bigint')
  if (found.mark.master !== undefined || !of || !isReference) return []
  const tenants = [found, of.found].every(hasTenant)
  const isOfDeleted = (name: string) =>
    `mine."is_deleted" = 1 and m."id" = mine.${quoted(name)} and m."is_deleted" <> 0${tenants ? ` and m."tenant_id" = mine."tenant_id"` : ''}`
  return [
    {
      ...draft,
      what: both(
        `${wanted.mark.of} 中主记录也已删除的行随其恢复`,
        `Restore the deleted rows of ${wanted.mark.of} with their records of ${master} that are deleted too.`,
      ),
      counting: countingRows(
        found,
        nameNow,
        `exists (select from ${quoted(of.nameNow)} m where ${isOfDeleted(columnNow(column))})`,
      ),
      statements: [
        `update ${table} mine set "is_deleted" = 2 from ${quoted(of.wanted.name)} m where ${isOfDeleted(column)}`,
      ],
    },
  ]
}
