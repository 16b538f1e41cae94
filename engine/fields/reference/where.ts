import type { Field } from '../../model/model.ts'
import { textOption } from '../options.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What candidates must equal, from a field's `where` and the record as it stands: `it.entId == entId` gives the
 * chosen `entId`. Parts that say more than an equality are left to the server, which checks them all on saving.
 * Null where the record lacks what it is compared with, so that nothing can be chosen yet.
 */
export function candidatesWhere(field: Field, record: Values): Values | null {
  const where: Record<string, unknown> = {}
  for (const { of, name } of equalities(textOption(field, 'where') ?? '')) {
    const value = record[name]
    if (value === undefined || value === null || value === '') return null
    where[of] = value
  }
  return where
}

/** The fields of the record that choices depend on. */
export const readByWhere = (field: Field): string[] =>
  equalities(textOption(field, 'where') ?? '').map(({ name }) => name)

function equalities(where: string): { readonly of: string; readonly name: string }[] {
  // Under an "or" no part has to hold by itself.
  if (/\|\||\?/.test(where)) return []
  return where.split('&&').flatMap(part => {
    const bare = part.trim().replace(/^\((.*)\)$/, '$1')
    const found = /^it\.(\w+)\s*==\s*([A-Za-z_]\w*)$/.exec(bare) ?? /^([A-Za-z_]\w*)\s*==\s*it\.(\w+)$/.exec(bare)
    if (!found) return []
    const [, left = '', right = ''] = found
    const pair = bare.startsWith('it.') ? { of: left, name: right } : { of: right, name: left }
    return ['true', 'false', 'null'].includes(pair.name) ? [] : [pair]
  })
}
