import { both, type ChangeDraft, countingRows } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'

/**
 * Deleted rows of a resource whose `partOf` was removed, added or changed. No bin lists lines: those that were deleted
 * with their record (2) are restored with it, and other rows (1) by themselves. Those of lines get a bin of their own
 * with the last `partOf`; with a new one, none of them can be restored any more.
 */
export function deletedLines({ wanted, found }: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { code, of, master } = wanted.mark
  const renamed = pairs.find(
    one => one.found.mark.code !== undefined && one.found.mark.of === masterOf(found.mark.master),
  )
  const former = found.mark.master && `${renamed?.wanted.mark.of}.${found.mark.master.split('.')[1]}`
  if (code === undefined || master === former) return []
  const what = master
    ? both(
        `${of} 中已删除的行不能再恢复：明细不列在回收站中`,
        `Make it impossible to restore the deleted rows of ${of}: no bin lists lines.`,
      )
    : both(
        `${of} 中随主记录删除的行列入回收站，可单独恢复`,
        `List the rows of ${of} that were deleted with their records in the bin, from which they can be restored.`,
      )
  return [
    {
      phase: 'correct',
      mark: 'additive',
      onlyIfAny: true,
      what,
      counting: countingRows(found, wanted.name, `mine."is_deleted" ${master ? 'in (1, 2)' : '= 2'}`),
      ...(master && { losing: { name: `meaning:${wanted.name}`, mark: 'breaks-rows' as const } }),
      statements: [`update ${quoted(wanted.name)} set "is_deleted" = 1 where "is_deleted" = 2`],
    },
  ]
}

const masterOf = (master: string | undefined) => master?.split('.')[0]
