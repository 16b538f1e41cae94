import { conditionsOf, isQueried } from '../../../compiler/emit/query.ts'
import { ofOption } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { fieldOf, systemFields } from '../../../model/system-fields.ts'
import { parentFieldOf } from '../../../model/tree.ts'
import type { QueryInput } from '../../store/query.ts'
import { ownName, rootId } from './blade-record.ts'

/**
 * A query in the form of `v1`. The platform sorts by column, and its clients send names that are no fields; these are
 * ignored and never reach a statement. `isExact` compares bare names by equality, and a department includes its branch.
 */
export function fromBladeQuery(query: QueryInput, resource: Resource, isExact: boolean): QueryInput {
  const parent = parentFieldOf(resource)
  const pairs = Object.entries(query).flatMap(([name, value]): [string, QueryInput[string]][] => {
    if (name === 'current' || name === 'size') return [[name, value]]
    if (name === 'ascs' || name === 'descs') return [[name, sortsOf(value, resource)]]
    const [, sent = '', ending = ''] = /^([A-Za-z0-9]+)(_[a-z]+)?$/.exec(name) ?? []
    const bare = ownName(resource, sent)
    const field = fieldOf(resource, bare)
    if (!field || !isQueried(field)) return []
    if (field === parent && value === rootId) return [[`${bare}_null`, 'true']]
    const endings = conditionsOf(field).map(([one]) => one)
    if (ending === '' && isExact && isDepartment(field)) return [[`${bare}_below`, value]]
    if (ending === '') return [[isExact && endings.includes('_equal') ? `${bare}_equal` : bare, value]]
    return endings.includes(ending) ? [[`${bare}${ending}`, value]] : []
  })
  return Object.fromEntries(pairs)
}

function sortsOf(value: QueryInput[string], { fields }: Resource): string[] {
  const names = [value ?? []].flat().flatMap(text => text.split(','))
  const known = [...fields, ...systemFields]
  return names.flatMap(name => known.find(field => field.name === name || field.column === name)?.name ?? [])
}

const isDepartment = (field: Field): boolean => isReference(field) && ofOption(field) === 'bladeDept'
