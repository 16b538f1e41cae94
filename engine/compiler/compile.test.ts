import { expect, it } from 'vitest'
import { compile } from './compile.ts'

const visit = `title: { zh: 走访, en: Visit }
fields:
  visitName: { type: text, required: true, max: 50, title: { zh: 名称, en: Name } }
  kind: { type: dictionary, of: visit_kind }
`
const kind = `title: { zh: 类别, en: Kind }
entries:
  plan: { key: "1", title: { zh: 计划, en: Planned } }
`

it('makes a model with every default of a resource that says little', () => {
  const { model, problems } = compile([
    { file: 'resources/ent/visit.yaml', text: visit, origin: 'app' },
    { file: 'dictionaries/visit_kind.yaml', text: kind, origin: 'app' },
  ])
  expect(problems).toEqual([])
  expect(model?.resources['visit']).toMatchObject({
    name: 'visit',
    module: 'ent',
    table: 'visit',
    code: 'visit',
    path: '/ent/visit',
    display: 'visitName',
    order: { field: 'createTime', descending: true },
    list: { columns: ['visitName', 'kind'], search: ['visitName', 'kind'] },
    form: [{ fields: ['visitName', 'kind'] }],
    fields: [
      { name: 'visitName', column: 'visit_name', rule: 'string', options: { max: 50 } },
      { name: 'kind', title: { zh: '类别', en: 'Kind' }, options: { of: 'visit_kind' } },
    ],
  })
  expect(model?.dictionaries['visit_kind']?.entries[0]).toEqual({
    name: 'plan',
    key: '1',
    title: { zh: '计划', en: 'Planned' },
    sealed: false,
  })
})
