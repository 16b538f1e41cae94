import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { withRename } from './declare-rename.ts'

const text = `# yaml-language-server: $schema=../../schemas/resource.schema.json
title: { zh: 客户, en: Customer } # shown in lists
mixins: [contact]
fields:
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  fax:
    # by office
    type: text
    title: { zh: 传真, en: Fax }
`
const mixin = `fields:
  email: { renamedFrom: mail, type: email, title: { zh: 邮箱, en: Email } }
  note: {type: text, title: {zh: 备注, en: Note}}
`
const compiled = compile([
  { file: 'resources/sales/customer.yaml', text, origin: 'app' },
  { file: 'mixins/contact.yaml', text: mixin, origin: 'app' },
])
const renamed = (field: string | undefined, from: string) => {
  const source = withRename(compiled, { resource: 'customer', ...(field !== undefined && { field }), from })
  return source && [source.file, source.text]
}

it.each<[string, string | undefined, string, string, string]>([
  ['a field between braces', 'phone', 'tel', 'phone: { type', 'phone: { renamedFrom: tel, type'],
  [
    'a field in a block',
    'fax',
    'telefax',
    '    # by office\n    type',
    '    # by office\n    renamedFrom: telefax\n    type',
  ],
  ['a resource', undefined, 'client', 'title: { zh: 客户', 'renamedFrom: client\ntitle: { zh: 客户'],
])('declares the rename of %s and keeps comments and layout', (_what, field, from, before, after) => {
  expect(renamed(field, from)).toEqual(['resources/sales/customer.yaml', text.replace(before, after)])
})

it('declares the rename of a field of a mixin in the mixin', () => {
  const after = mixin.replace('{type: text', '{renamedFrom: remark, type: text')
  expect(renamed('note', 'remark')).toEqual(['mixins/contact.yaml', after])
})

it('declares the rename of a dictionary', () => {
  const text = 'title: { zh: 类别, en: Kind }\nentries:\n  shop: { key: "1", title: { zh: 店, en: Shop } }\n'
  const { drafts } = compile([{ file: 'dictionaries/kind.yaml', text, origin: 'app' }])
  expect(withRename({ drafts }, { dictionary: 'kind', from: 'sort' })).toMatchObject({
    file: 'dictionaries/kind.yaml',
    text: `renamedFrom: sort\n${text}`,
  })
})

it.each([
  ['a name', 'renamedFrom: mail', 'renamedFrom: [post, mail]'],
  ['a list', 'renamedFrom: [mail, box]', 'renamedFrom: [post, mail, box]'],
  ['a list in a block', 'renamedFrom:\n      - mail', 'renamedFrom:\n      - post\n      - mail'],
])('makes a further former name the newest: %s', (_layout, before, after) => {
  const block = `fields:\n  email:\n    ${before}\n    type: email\n    title: { zh: 邮箱, en: Email }\n`
  const { drafts } = compile([
    { file: 'resources/sales/customer.yaml', text, origin: 'app' },
    { file: 'mixins/contact.yaml', text: block, origin: 'app' },
  ])
  const source = withRename({ drafts }, { resource: 'customer', field: 'email', from: 'post' })
  expect(source?.text).toBe(block.replace(before, after))
})

it('returns nothing for the rename of an unknown field', () => {
  expect(renamed('absent', 'other')).toBeUndefined()
})

it.each([
  ['a name', '  done: { key: "2", title', '  done: { renamedFrom: "1", key: "2", title'],
  ['a list', '  done: { renamedFrom: [old], title', '  done: { renamedFrom: ["1", old], title'],
  ['a block', '  done:\n    title', '  done:\n    renamedFrom: "1"\n    title'],
])('declares the former key of an entry: %s', (_layout, before, after) => {
  const rest = before.endsWith('    title') ? ': { zh: 完成, en: Done }' : ': { zh: 完成, en: Done } }'
  const head = 'title: { zh: 状态, en: State }\nentries:\n'
  const { drafts } = compile([{ file: 'dictionaries/state.yaml', text: `${head}${before}${rest}\n`, origin: 'app' }])
  const source = withRename({ drafts }, { dictionary: 'state', entry: 'done', from: '1' })
  expect(source?.text).toBe(`${head}${after}${rest}\n`)
  expect(withRename({ drafts }, { dictionary: 'state', entry: 'absent', from: '1' })).toBeUndefined()
})
