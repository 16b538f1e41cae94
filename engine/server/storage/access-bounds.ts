import { type DataScope, dataScopes, type Resource } from '../../model/model.ts'
import type { Table, TableMark } from './table.ts'

/**
 * The rows that a role views of a resource of which an access rule names it: none, those of a condition, all, or as
 * without the rule those that its owners or the rule of the owner resource give.
 */
export interface AccessBound {
  readonly rows: 'none' | 'where' | 'every' | 'inherited'
  /** Absent where that of the role applies. */
  readonly scope?: DataScope
}

/** By the alias of each role that access rules name, what bounds the rows that it views, as words. */
export function boundsOf({ access }: Resource): Pick<TableMark, 'bounds'> {
  const roles = [...new Set(access.map(({ role }) => role))].sort()
  const bounds = roles.map(role => {
    // No two rules of a role allow the same operation.
    const rule = access.find(one => one.role === role && one.allow.includes('view'))
    if (!rule) return [role, 'none'] as const
    const rows = rule.where === undefined ? [] : [rule.where === 'true' ? 'every' : 'where']
    return [role, [...rows, ...(rule.dataScope ? [`${rule.dataScope}`] : [])].join(' ')] as const
  })
  return bounds.length > 0 ? { bounds: Object.fromEntries(bounds) } : {}
}

/** The bounds that the mark of a table records. */
export function recordedBounds({ mark: { bounds = {} } }: Table): ReadonlyMap<string, AccessBound> {
  return new Map(
    Object.entries(bounds).map(([role, bound]) => {
      const words = bound.split(' ')
      const scope = dataScopes.find(one => words.includes(one))
      const rows = (['none', 'where', 'every'] as const).find(one => words.includes(one)) ?? 'inherited'
      return [role, { rows, ...(scope && { scope }) }]
    }),
  )
}
