import { type DeclaredRole, dataScopes, type Model } from '../../model/model.ts'
import { codeOf, codesOf } from '../../model/names.ts'
import { checkRoles } from '../checks/roles.ts'
import { formerNames, formerNamesKey } from '../former-names.ts'
import type { Kind } from '../kind.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { at, type Entry, itemsOf, textOf } from '../tree.ts'
import { bilingual, dataScopeAt, merged } from '../workspace.ts'

/** The keys of a role in roles.yaml. */
export const roleKeys: Keys = {
  title: newKey(
    shared('bilingual'),
    '角色的名称；每个租户一开始就有这个角色，名称可在那里修改',
    'The title of the role. Every tenant has the role from the beginning and can change its title.',
    '{ zh: 巡查员, en: Inspector }',
    { required: true },
  ),
  allow: newKey(
    listOf({ type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true }),
    '授予的权限编码；visit_* 是一个资源的全部编码。资源的 access 也会授予；在系统里改动的授权保留',
    'The permission codes that the role grants; `visit_*` means all codes of a resource. `access` of a resource also grants codes. Grants that were edited in the application are kept.',
    '[visit_view, visit_edit]',
  ),
  menus: newKey(
    listOf({ type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true }),
    '能看到的菜单：菜单组（含其下全部）、资源和页面的名称；不写则有权打开的都能看到。只影响菜单，不影响权限',
    'The menu entries that the role sees: names of groups (with everything in them), resources and pages. Default: everything that the role may open. This affects the menu only, not permissions.',
    '[field]',
  ),
  dataScope: newKey(
    { enum: [...dataScopes] },
    '数据范围：全部（默认）、本人创建的、本部门的、本部门及下级的；可在系统里改动，资源的 access 可另写',
    'The data scope: all rows (the default), those that the user created, those of the own department, or those of the department and its descendants. Administrators can edit it in the application, and `access` of a resource can override it.',
    'department',
  ),
  renamedFrom: formerNamesKey,
}

/** The roles that the app declares, by alias. */
export const rolesKind: Kind = {
  location: 'roles.yaml',
  schema: mapOf(objectOf(roleKeys), { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$' }),
  sections: [['角色 roles.yaml', roleKeys]],
  check: checkRoles,
  build: (workspace, model) => ({ roles: merged(workspace, 'roles').map(entry => roleOf(entry, model)) }),
}

function roleOf({ key, value }: Entry, model: Model): DeclaredRole {
  const texts = (name: string) => itemsOf(at(value, name)).map(item => textOf(item) ?? '')
  return {
    alias: key,
    ...formerNames(value),
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    codes: [...new Set([...allowedCodes(model, texts('allow')), ...codesByAccess(model, key)])].sort(),
    ...(at(value, 'menus') && { menus: texts('menus') }),
    dataScope: dataScopeAt(value) ?? 'all',
  }
}

/** The codes of a list of codes and patterns (`visit_*`). */
function allowedCodes({ resources }: Model, allow: readonly string[]): readonly string[] {
  const patterns = new Set(allow.flatMap(text => (text.endsWith('_*') ? [text.slice(0, -2)] : [])))
  const ofPatterns = Object.values(resources).filter(({ code, partOf }) => !partOf && patterns.has(code))
  return [...allow.filter(text => !text.endsWith('_*')), ...ofPatterns.flatMap(codesOf)]
}

/** The codes that access rules of resources grant to a role. */
const codesByAccess = ({ resources }: Model, alias: string): readonly string[] =>
  Object.values(resources).flatMap(resource =>
    resource.access.flatMap(({ role, allow }) => (role === alias ? allow.map(name => codeOf(resource, name)) : [])),
  )
