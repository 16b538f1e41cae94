import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { sample } from '../language/sample.ts'
import { print } from '../problem.ts'

const compiled = (roles: string, replace: readonly [string, string] = ['', '']) =>
  compile(
    Object.entries({ ...sample, 'roles.yaml': roles }).map(([file, text]) => ({
      file,
      text: file.endsWith('visit.yaml') ? text.replace(...replace) : text,
      origin: 'app' as const,
    })),
  )
const inspector = `inspector:
  title: { zh: 巡查员, en: Inspector }
  allow: [visit_*, site_view]
  menus: [field, visit, today]
  dataScope: departmentAndBelow
clerk: { title: { zh: 文员, en: Clerk } }
`

it('adds the declared roles to the Model', () => {
  const { model, problems } = compiled(inspector)
  expect(problems.map(one => print(one))).toEqual([])
  expect(model?.roles).toEqual([
    {
      alias: 'inspector',
      title: { zh: '巡查员', en: 'Inspector' },
      allow: ['visit_*', 'site_view'],
      menus: ['field', 'visit', 'today'],
      dataScope: 'departmentAndBelow',
    },
    { alias: 'clerk', title: { zh: '文员', en: 'Clerk' }, allow: [], menus: [], dataScope: 'all' },
  ])
})

it('suggests the nearest code and entry of the menu', () => {
  const { problems } = compiled(inspector.replace('site_view', 'site_veiw').replace('today', 'todya'))
  expect(problems.map(one => print(one))).toEqual([
    'roles.yaml:3:20 role.code-unknown\n  There is no permission code "site_veiw".\n  Did you mean "site_view"?',
    'roles.yaml:4:25 role.menu-unknown\n  The menu has no entry "todya".\n  Did you mean "today"?',
  ])
})

it('warns of an alias that no file declares, as administrators may have added it', () => {
  const warned = compiled(inspector, ['role: inspector,', 'role: inspecter,'])
  expect(warned.model).toBeDefined()
  expect(warned.problems.map(one => print(one, 'zh').split('\n').slice(0, 2))).toEqual([
    ['resources/field/visit.yaml:66:13 role.unknown', '  没有描述文件提到角色“inspecter”。'],
  ])
  const reserved = compiled(inspector, ['type: text, required', 'type: text, editableBy: [clrek], required'])
  expect(reserved.problems.map(({ code }) => code)).toEqual(['role.unknown'])
  const other = compiled(inspector, ['role: inspector,', 'role: auditor,'])
  expect(other.model).toBeDefined()
  expect(other.problems.map(one => print(one))).toEqual([
    'resources/field/visit.yaml:66:13 role.unknown\n  No descriptor mentions a role "auditor".\n  Known: administrator, admin, user, guest, inspector, clerk.',
  ])
})
