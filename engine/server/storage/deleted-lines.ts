import { both, type ChangeDraft, countingRows, hasTenant } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { hasRulesOf } from './table.ts'

const draft = { phase: 'correct', mark: 'additive', onlyIfAny: true } as const

/**
 * Deleted rows of a resource whose `partOf` was removed, added or changed. No bin lists lines: those that were deleted
 * with their record (2) are restored with it, and other rows (1) by themselves.
 */
export function deletedLines(pair: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found } = pair
  if (wanted.mark.code === undefined || !hasRulesOf(5, found) || hasSameMaster(pair, pairs)) return []
  const [master, column = ''] = wanted.mark.master?.split('.') ?? []
  if (master === undefined) return [listed(pair)]
  const withMaster = conditionsOfDeleted(pair, pairs, master, column)
  if (found.mark.master !== undefined) return [apart(pair, master, withMaster)]
  return [...(withMaster ? [together(pair, master, withMaster)] : []), apart(pair, master, withMaster)]
}

function listed({ wanted, found, nameNow }: Pair): ChangeDraft {
  return {
    ...draft,
    what: both(
      `${wanted.mark.of} 中随主记录删除的行列入回收站，可单独恢复`,
      `List the rows of ${wanted.mark.of} that were deleted with their records in the bin, from which they can be restored.`,
    ),
    counting: countingRows(found, nameNow, 'mine."is_deleted" = 2'),
    statements: [`update ${quoted(wanted.name)} set "is_deleted" = 1 where "is_deleted" = 2`],
  }
}

/** That the master of a row is deleted too: before the plan, and when its statements are run. */
interface OfDeleted {
  readonly before: string
  readonly after: string
}

/** Undefined where no row refers to a master before the plan. */
function conditionsOfDeleted(
  { found, columnNow }: Pair,
  pairs: readonly Pair[],
  master: string,
  column: string,
): OfDeleted | undefined {
  const of = pairs.find(one => one.wanted.mark.of === master && one.wanted.mark.code !== undefined)
  if (!of || !found.columns.some(({ name, type }) => name === column && type === 'bigint')) return undefined
  const tenants = [found, of.found].every(hasTenant) ? ' and m."tenant_id" = mine."tenant_id"' : ''
  const condition = (table: string, name: string) =>
    `exists (select from ${quoted(table)} m where m."id" = mine.${quoted(name)} and m."is_deleted" <> 0${tenants})`
  return { before: condition(of.nameNow, columnNow(column)), after: condition(of.wanted.name, column) }
}

function together({ wanted, found, nameNow }: Pair, master: string, { before, after }: OfDeleted): ChangeDraft {
  return {
    ...draft,
    what: both(
      `${wanted.mark.of} 中主记录也已删除的行随其恢复`,
      `Restore the deleted rows of ${wanted.mark.of} with their records of ${master} that are deleted too.`,
    ),
    counting: countingRows(found, nameNow, `mine."is_deleted" = 1 and ${before}`),
    statements: [`update ${quoted(wanted.name)} mine set "is_deleted" = 2 where "is_deleted" = 1 and ${after}`],
  }
}

/** Those that could be restored, and no longer can: from the bin, or with a record of which they are no lines any more. */
function apart({ wanted, found, nameNow }: Pair, master: string, withMaster: OfDeleted | undefined): ChangeDraft {
  const { of } = wanted.mark
  const wasOfLines = found.mark.master !== undefined
  const [zh, en] = wasOfLines
    ? [`随原来的主记录删除的行`, 'the rows that were deleted with their former records']
    : ['已删除的行', 'the deleted rows']
  const which = (isOfDeleted: string | undefined) =>
    `"is_deleted" = ${wasOfLines ? 2 : 1}${isOfDeleted === undefined ? '' : ` and not ${isOfDeleted}`}`
  return {
    ...draft,
    losing: { name: `meaning:${wanted.name}`, mark: 'breaks-rows' },
    what: both(
      `${of} 中${zh}不能再恢复：明细不列在回收站中，只随已删除的 ${master} 记录恢复`,
      `Make it impossible to restore ${en} of ${of}: no bin lists lines, which are restored only with a deleted record of ${master}.`,
    ),
    counting: countingRows(found, nameNow, `mine.${which(withMaster?.before)}`),
    // Otherwise they would be restored with a record of the new master that is deleted and restored later.
    statements: wasOfLines
      ? [`update ${quoted(wanted.name)} mine set "is_deleted" = 1 where ${which(withMaster?.after)}`]
      : [],
  }
}

/** Whether its rows are lines of the same master as before, by the same column, or of none as before. */
function hasSameMaster({ wanted, found, columnNow }: Pair, pairs: readonly Pair[]): boolean {
  const [master, column = ''] = wanted.mark.master?.split('.') ?? []
  const [former, formerColumn] = found.mark.master?.split('.') ?? []
  if (master === undefined || former === undefined) return master === former
  const renamed = pairs.find(one => one.found.mark.code !== undefined && one.found.mark.of === former)
  return renamed?.wanted.mark.of === master && formerColumn === columnNow(column)
}
