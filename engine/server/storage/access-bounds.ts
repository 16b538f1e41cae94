import { type AccessRule, type DataScope, type Resource, scopesByWidth } from '../../model/model.ts'
import type { TableMark } from './table.ts'

/** By the alias of a role, what bounds the rows that it views: `where`, `own`, or both. */
export function boundsOf(resource: Resource): Pick<TableMark, 'bounds'> {
  const bounds = [...new Set(resource.access.map(({ role }) => role))].flatMap(role => {
    const rules = viewing(resource, role)
    const scope = widestScope(rules, 'all')
    const bound = [...(hasWhere(rules) ? ['where'] : []), ...(scope === 'all' ? [] : [scope])].join(' ')
    return bound === '' ? [] : [[role, bound] as const]
  })
  return bounds.length > 0 ? { bounds: Object.fromEntries(bounds.sort()) } : {}
}

/** The rules of a role that allow it to view rows. */
export const viewing = ({ access }: Resource, role: string): readonly AccessRule[] =>
  access.filter(rule => rule.role === role && rule.allow.includes('view'))

/** Whether all rules select rows by a condition. */
export const hasWhere = (rules: readonly AccessRule[]): boolean =>
  rules.length > 0 && rules.every(({ where = 'true' }) => where !== 'true')

/** The widest one; `other` is that of a rule without one. */
export const widestScope = (rules: readonly AccessRule[], other: DataScope): DataScope => {
  const scopes = rules.length === 0 ? [other] : rules.map(({ dataScope = other }) => dataScope)
  return scopesByWidth.findLast(scope => scopes.includes(scope)) ?? other
}
