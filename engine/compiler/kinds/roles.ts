import { type DataScope, type DeclaredRole, dataScopes } from '../../model/model.ts'
import { checkRoles } from '../checks/roles.ts'
import type { Kind } from '../kind.ts'
import { type Keys, listOf, mapOf, objectOf, shared } from '../language/key.ts'
import { at, type Entry, itemsOf, textOf } from '../tree.ts'
import { bilingual, merged } from '../workspace.ts'

/** The keys of a role in roles.yaml. */
export const roleKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: {
      zh: '角色的名称。roles.yaml 目前只声明角色、供检查别名；授权仍在角色页面上进行，access 里的规则照常生效',
      en: 'The title of the role. For now roles.yaml only declares roles, so that aliases can be checked: rights are still granted on the screen of roles, and the rules under `access` apply as before.',
    },
    example: '{ zh: 巡查员, en: Inspector }',
    required: true,
  },
  allow: {
    schema: listOf({ type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true }),
    help: {
      zh: '权限编码；visit_* 是一个资源的全部编码。目前只记录和检查，还不授权',
      en: 'Permission codes; `visit_*` means all codes of a resource. For now they are recorded and checked, not granted.',
    },
    example: '[visit_view, visit_edit]',
  },
  menus: {
    schema: listOf({ type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true }),
    help: {
      zh: '能看到的菜单：菜单组、资源和页面的名称。目前只记录和检查',
      en: 'The entries of the menu that the role sees: names of groups, resources and pages. For now they are recorded and checked.',
    },
    example: '[field]',
  },
  dataScope: {
    schema: { enum: [...dataScopes] },
    help: {
      zh: '数据范围：全部、本人、本部门、本部门及下级；自定义范围在角色页面上设置。目前只记录',
      en: 'The rows in reach: all, own, own department, or the department and those below; a custom scope is set on the screen of roles. For now it is recorded.',
    },
    example: 'department',
  },
}

/** The roles that the app declares, by alias. */
export const rolesKind: Kind = {
  location: 'roles.yaml',
  schema: mapOf(objectOf(roleKeys), { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$' }),
  sections: [['角色 roles.yaml', roleKeys]],
  check: checkRoles,
  build: workspace => ({ roles: merged(workspace, 'roles').map(roleOf) }),
}

function roleOf({ key, value }: Entry): DeclaredRole {
  const scope = textOf(at(value, 'dataScope'))
  const texts = (name: string) => itemsOf(at(value, name)).map(item => textOf(item) ?? '')
  return {
    alias: key,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    allow: texts('allow'),
    menus: texts('menus'),
    dataScope: dataScopes.find((one): one is DataScope => one === scope) ?? 'all',
  }
}
