import type { Bilingual } from '../../model/model.ts'
import { both, type ChangeDraft, type Counting, countingRows } from './change.ts'
import { hasSameMaster, type Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { hasRulesOf } from './table.ts'
import { isSharedOtherwise } from './tenants-in-rows.ts'

/**
 * Rows that become visible to users who did not see them, although no right was granted: those of the platform,
 * lines, and those of owners. The mark of the table records what decides.
 */
export function visibleRows(pair: Pair, pairs: readonly Pair[]): ChangeDraft[] {
  const { wanted, found } = pair
  if (wanted.mark.code === undefined || !hasRulesOf(5, found)) return []
  return [shownToTenants(pair), shownWithMaster(pair, pairs), shownToOwners(pair)]
    .filter(one => one !== undefined)
    .map(({ key, what, counting }) => ({
      phase: 'names',
      mark: 'additive',
      losing: { name: `visible:${wanted.name}.${key}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what,
      counting,
      statements: [],
    }))
}

interface Shown {
  /** The key of the descriptor that showed fewer rows. Each cause is confirmed. */
  readonly key: 'platform' | 'partOf' | 'by'
  readonly what: Bilingual
  readonly counting: Counting
}

function shownToTenants(pair: Pair): Shown | undefined {
  const { wanted, found, nameNow } = pair
  if (!found.mark.platform || wanted.mark.platform || isSharedOtherwise(pair)) return undefined
  const { of } = wanted.mark
  return {
    key: 'platform',
    what: both(
      `${of} 的记录不再只有平台可见：其他租户的用户也能按权限看到`,
      `Show the rows of ${of} to other tenants than the platform's: their users will see them as far as their rights permit.`,
    ),
    counting: countingRows(found, nameNow),
  }
}

/** Lines are seen with the record that has them, and other rows by rights of their own. */
function shownWithMaster(pair: Pair, pairs: readonly Pair[]): Shown | undefined {
  const { wanted, found, nameNow, columnNow } = pair
  if (hasSameMaster(pair, pairs)) return undefined
  const of = wanted.mark.of
  const [master, column = ''] = wanted.mark.master?.split('.') ?? []
  const [former] = found.mark.master?.split('.') ?? []
  if (master === undefined)
    return {
      key: 'partOf',
      what: both(
        `${of} 的记录不再随 ${former} 的记录显示：看不到后者的用户也能按权限看到`,
        `Show the rows of ${of} without their records of ${former}: users who do not see these will see the rows as far as their rights permit.`,
      ),
      counting: countingRows(found, nameNow),
    }
  // No row refers to a record by a new column.
  if (!found.columns.some(({ name }) => name === column)) return undefined
  return {
    key: 'partOf',
    what: both(
      `${of} 的记录改为随 ${column} 所指 ${master} 的记录显示：能看到后者的用户都能看到`,
      `Show the rows of ${of} with the records of ${master} in ${column}: users who see these will see the rows.`,
    ),
    counting: countingRows(found, nameNow, `mine.${quoted(columnNow(column))} is not null`),
  }
}

/** Users who were bound to owners, and are to others, or to none, by another field. */
function shownToOwners({ wanted, found, nameNow, columnNow }: Pair): Shown | undefined {
  const { owners } = wanted.mark
  const former = found.mark.owners
  if (owners === undefined || former === undefined || former === columnNow(owners)) return undefined
  const isThere = (name: string) => found.columns.some(one => columnNow(one.name) === name)
  if (!isThere(former)) return undefined
  const idsOf = (name: string) => `coalesce(trim(both '{}' from mine.${quoted(name)}::text), '')`
  const next = isThere(columnNow(owners)) ? idsOf(columnNow(owners)) : `''`
  return {
    key: 'by',
    what: both(
      `用户的所属方改由 ${owners} 确定：这些用户将看到其他所属方的数据`,
      `Take the owners of users from ${owners}: these users will see the rows of other owners.`,
    ),
    counting: countingRows(found, nameNow, `${idsOf(former)} <> '' and ${idsOf(former)} <> ${next}`),
  }
}
