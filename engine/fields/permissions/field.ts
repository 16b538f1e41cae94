import { permissionPaths } from '../../model/permissions.ts'
import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asList, schemaOf, splitList, textsOf } from '../one-or-many.ts'

/** The permission codes of a role, which the engine adds to its resource. They are stored as grants. Not for descriptors. */
export const permissions: FieldType<readonly string[]> = {
  title: { zh: '权限', en: 'Permissions' },
  help: {
    zh: '角色的权限编码，按菜单和资源选择',
    en: 'The permission codes of a role, selected by menu and resource.',
  },
  options: {},
  value: () => schemaOf({ type: 'string', maxLength: 200 }, true, 10_000),
  fault: (codes, _field, model) => {
    const known = permissionPaths(model)
    const unknown = codes.filter(code => known.get(code)?.at(-1)?.children !== undefined || !known.has(code))
    return unknown.length > 0 ? fault('permission.unknown', { codes: unknown.slice(0, 5).join(', ') }) : undefined
  },
  column: () => undefined,
  rule: () => undefined,
  operators: [],
  sortable: false,
  normalise: value => {
    const codes = asList(value, true)
    return Array.isArray(codes) ? [...new Set(codes)].sort() : codes
  },
  toColumn: () => undefined,
  fromColumn: raw => textsOf(raw, true) as readonly string[],
  parse: (text, _field, _model, split = splitList) => ({ value: [...new Set(split(text))].sort() }),
  format: codes => codes.join(', '),
  example: (_field, model, n) => {
    const codes = [...permissionPaths(model).values()].flatMap(path => path.at(-1) ?? []).filter(one => !one.children)
    return [codes[n % codes.length]?.id ?? '']
  },
  span: () => 24,
  chosen: true,
  large: true,
  grants: true,
}
