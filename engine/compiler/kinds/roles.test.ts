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
      codes: [
        ...['site_view', 'visit_add', 'visit_delete', 'visit_edit', 'visit_export', 'visit_finish', 'visit_flag'],
        ...[
          'visit_import',
          'visit_importState',
          'visit_near',
          'visit_order',
          'visit_remind',
          'visit_send',
          'visit_view',
        ],
      ],
      menus: ['field', 'visit', 'today'],
      dataScope: 'departmentAndBelow',
    },
    { alias: 'clerk', title: { zh: '文员', en: 'Clerk' }, codes: [], dataScope: 'all' },
  ])
})

it('suggests the nearest code and entry of the menu', () => {
  const { problems } = compiled(inspector.replace('site_view', 'site_veiw').replace('today', 'todya'))
  expect(problems.map(one => print(one))).toEqual([
    'roles.yaml:3:20 role.code-unknown\n  There is no permission code "site_veiw".\n  Did you mean "site_view"?',
    'roles.yaml:4:25 role.menu-unknown\n  The menu has no entry "todya".\n  Did you mean "today"?',
  ])
})

it('warns of an alias that no file declares, with the nearest one, or with the cure', () => {
  const warned = compiled(inspector, ['role: inspector,', 'role: inspecter,'])
  expect(warned.model).toBeDefined()
  expect(warned.problems.map(one => print(one))).toEqual([
    'resources/field/visit.yaml:66:13 role.unknown\n  roles.yaml declares no role "inspecter".\n  Did you mean "inspector"?',
  ])
  const reserved = compiled(inspector, ['type: text, required', 'type: text, editableBy: [clrek], required'])
  expect(reserved.problems.map(({ code }) => code)).toEqual(['role.unknown'])
  expect(compiled(inspector, ['role: inspector,', 'role: auditor,']).problems.map(one => print(one))).toEqual([
    'resources/field/visit.yaml:66:13 role.unknown\n  roles.yaml declares no role "auditor".\n' +
      '  Declare it in roles.yaml: auditor: { title: { zh: …, en: … } }. Declared: administrator, inspector, clerk.',
  ])
})

it('grants the codes of allow and those of access rules', () => {
  const { model } = compiled('inspector: { title: { zh: 巡查员, en: Inspector }, allow: [site_view] }\n')
  expect(model?.roles[0]?.codes).toEqual(['site_view', 'visit_add', 'visit_edit', 'visit_send', 'visit_view'])
})
