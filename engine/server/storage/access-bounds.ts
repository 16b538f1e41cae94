import { type DataScope, dataScopes, type Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Table, TableMark } from './table.ts'

/**
 * The rows that a role views of a resource of which an access rule names it: none, those of a condition, all, or as
 * without the rule those that its owners or the rule of the owner resource give.
 */
export interface AccessBound {
  readonly rows: 'none' | 'where' | 'every' | 'inherited'
  /** Absent where that of the role applies. */
  readonly scope?: DataScope
  /** The columns that it does not view, and the names of fields without one. */
  readonly hide: readonly string[]
}

/** By the alias of each role that access rules name, what bounds the rows that it views, as words. */
export function boundsOf(resource: Resource): Pick<TableMark, 'bounds'> {
  const { access } = resource
  const roles = [...new Set(access.map(({ role }) => role))].sort()
  const bounds = roles.map(role => {
    // No two rules of a role allow the same operation.
    const rule = access.find(one => one.role === role && one.allow.includes('view'))
    if (!rule) return [role, 'none'] as const
    const rows = rule.where === undefined ? [] : [rule.where === 'true' ? 'every' : 'where']
    const hidden = rule.hide.map(name => `-${fieldOf(resource, name)?.column ?? name}`).sort()
    return [role, [...rows, ...(rule.dataScope ? [rule.dataScope] : []), ...hidden].join(' ')] as const
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
      const hide = words.flatMap(word => (word.startsWith('-') ? [word.slice(1)] : []))
      return [role, { rows, hide, ...(scope && { scope }) }]
    }),
  )
}
