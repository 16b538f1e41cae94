import { both, type ChangeDraft, countingRows, hasTenant } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import type { Column } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/**
 * Sets the owners of existing rows where the field that refers to them is another one. Users see the rows of their
 * owners only, so that the rows that get another owner wait for a confirmation, each with both owners.
 */
export function ownersInRows(pair: Pair, pairs: readonly Pair[], column: Column, before?: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const { ownerFrom } = column
  const comment = commentOnColumn(wanted.name, column, before?.rules ?? {})
  if (!ownerFrom || comment.length === 0) return []
  const [name, own] = [quoted(column.name), `mine.${quoted(column.name)}`]
  const ofTenant = (alias: string, other: Pair | undefined) =>
    [wanted, found, other?.wanted, other?.found].every(table => table && hasTenant(table))
      ? ` and ${alias}."tenant_id" = mine."tenant_id"`
      : ''
  const master = pairs.find(one => one.wanted.name === ownerFrom.master?.table)
  const valueIn = (table: string | undefined, at: string | undefined) => {
    if (at === undefined) return 'null::bigint'
    if (!ownerFrom.master) return at
    if (table === undefined) return 'null::bigint'
    return `(select owned.${quoted(ownerFrom.master.column)} from ${quoted(table)} owned where owned."id" = ${at}${ofTenant('owned', master)})`
  }
  const isThere = found.columns.some(one => one.name === ownerFrom.column && one.type === 'bigint')
  // Lines get the owner that their master has by now: that of the master is confirmed.
  const now = valueIn(master?.wanted.name, isThere ? `mine.${quoted(ownerFrom.column)}` : undefined)
  const next = valueIn(ownerFrom.master?.table, `mine.${quoted(ownerFrom.column)}`)
  const owners = pairs.find(one => one.wanted.name === ownerFrom.owners?.table)
  const nameOf = (id: string) => {
    const display = ownerFrom.owners?.display
    if (!owners || display === undefined || !owners.found.columns.some(one => one.name === display))
      return `${id}::text`
    return `coalesce((select shown.${quoted(display)}::text from ${quoted(owners.wanted.name)} shown where shown."id" = ${id}${ofTenant('shown', owners)}), ${id}::text, '—')`
  }
  const isChanged = `${own} is not null and ${own} is distinct from ${now}`
  const shows = before && !ownerFrom.master
  return [
    {
      // After what the references lose; of lines after that of their masters.
      phase: ownerFrom.master ? 'fill' : 'names',
      mark: 'additive',
      what: both(
        `${wanted.mark.of} 的记录按 ${ownerFrom.column} 确定所属：新的所属方的用户将看到它们，原所属方的用户不再能看到`,
        `Set the owners of the rows of ${wanted.mark.of} by ${ownerFrom.column}: users of the new owner will see the rows, users of the former owner will not.`,
      ),
      ...(shows && {
        counting: countingRows(found, wanted.name, isChanged, { value: `${nameOf(own)} || ' → ' || ${nameOf(now)}` }),
        losing: { name: `owner:${wanted.name}`, mark: 'breaks-rows' as const },
      }),
      statements: [
        `update ${quoted(wanted.name)} mine set ${name} = ${next} where ${own} is distinct from ${next}`,
        ...comment,
      ],
    },
  ]
}
