import { expect, it } from 'vitest'
import { compile } from '../compiler/compile.ts'
import type { Model } from './model.ts'
import { widerAccess, widerAccessInWords } from './wider-access.ts'

const title = 'title: { zh: 名, en: Name }'

interface Parts {
  readonly roles?: string
  readonly access?: string
  readonly ofShop?: string
  /** Another resource. */
  readonly memo?: string
}

const named = `${title}\ndisplay: name\nfields:\n  name: { type: text, ${title} }\n`

function modelOf({ roles = '', access = '', ofShop = '', memo }: Parts): Model {
  const files = {
    'app.yaml': `language: 2\n${title}\nowner: { of: shop }\n`,
    'roles.yaml': `clerk: { ${title}${roles && `, ${roles}`} }\n`,
    'resources/a/shop.yaml': `owner: id\n${named}${ofShop}`,
    'resources/a/item.yaml': `owner: shopId\n${named}  cost: { type: text, ${title} }\n  shopId: { type: reference, of: shop, ${title} }\n${access}`,
    ...(memo !== undefined && { 'resources/a/memo.yaml': `${named}${memo}` }),
  }
  const { model, problems } = compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

const rule = (...rules: readonly string[]) => ({ access: `access:\n${rules.map(one => `  - { ${one} }\n`).join('')}` })
const view = 'role: clerk, allow: [view]'
const memo = { memo: 'access: [{ role: clerk, allow: [view] }]\n' }

it.each<[what: string, before: Parts, after: Parts, found: readonly string[]]>([
  ['a code', { roles: 'allow: [item_view]' }, { roles: 'allow: [item_view, item_edit]' }, ['item code item_edit']],
  ['a code by a rule', rule(view), rule('role: clerk, allow: [view, edit]'), ['item code item_edit']],
  ['fewer codes', rule('role: clerk, allow: [view, edit]'), rule(view), []],
  ['the first code of a new resource', {}, { memo: '', roles: 'allow: [memo_view]' }, []],
  ['the first rule of a new resource', rule(view), { ...rule(view), ...memo }, []],
  [
    'the code of a new step',
    { roles: 'allow: [item_*]' },
    { roles: 'allow: [item_*]', access: `actions: { mark: { ${title}, set: { cost: name } } }\n` },
    [],
  ],
  ['a shown field', rule(`${view}, hide: [cost, name]`), rule(`${view}, hide: [name]`), ['item field cost']],
  ['a hidden field', rule(view), rule(`${view}, hide: [cost]`), []],
  ['no condition', rule(`${view}, where: name == "a"`), rule(view), ['item rows view']],
  ['all owners', rule(view), rule(`${view}, where: "true"`), ['item rows view']],
  ['another condition', rule(`${view}, where: name == "a"`), rule(`${view}, where: name == "b"`), []],
  ['a condition', rule(view), rule(`${view}, where: name == "a"`), []],
  ['no rule of the resource', { ...rule(view), ...memo }, memo, ['item rows ']],
  ['no rule of any', memo, { memo: '', roles: 'allow: [memo_view]' }, ['memo rows ', ' owner ']],
  ['a wider role', { roles: 'dataScope: own' }, { roles: 'dataScope: department' }, [' scope department']],
  ['a narrower role', {}, { roles: 'dataScope: own' }, []],
  ['a wider rule', rule(`${view}, dataScope: own`), rule(view), ['item scope all']],
  [
    'a rule that is wider than its role',
    { ...rule(view), roles: 'dataScope: own' },
    { ...rule(`${view}, dataScope: all`), roles: 'dataScope: own' },
    ['item scope all'],
  ],
  [
    'a role that administrators add',
    rule('role: guest, allow: [view]'),
    rule('role: guest, allow: [view, edit]'),
    ['item rows edit'],
  ],
])('finds %s', (_, before, after, found) => {
  const widenings = widerAccess(modelOf(before), modelOf(after))
  expect(widenings.map(({ resource = '', what, names }) => `${resource} ${what} ${names.join()}`)).toEqual(found)
})

it('finds rows of the platform that others see, and lines without their record', () => {
  const shared = (more: string) => modelOf({ memo: `shared: true\n${more}` })
  expect(widerAccess(shared('platform: true\n'), shared(''))).toEqual([{ resource: 'memo', what: 'rows', names: [] }])
  expect(widerAccess(shared(''), shared('platform: true\n'))).toEqual([])
  const ofShop = `  shopId: { type: reference, of: shop, ${title} }\n`
  const lines = modelOf({ memo: `${ofShop}partOf: shopId\n` })
  expect(widerAccess(lines, modelOf({ memo: ofShop }))).toEqual([{ resource: 'memo', what: 'rows', names: [] }])
  expect(widerAccess(lines, lines)).toEqual([])
})

it('follows a renamed role, and compares none that is new or removed', () => {
  const model = modelOf({ ...rule(view), roles: 'renamedFrom: writer' })
  const before = modelOf({ ...rule(`${view}, hide: [cost]`) })
  const former: Model = JSON.parse(JSON.stringify(before).replaceAll('clerk', 'writer'))
  expect(widerAccess(former, model)).toEqual([{ role: 'clerk', resource: 'item', what: 'field', names: ['cost'] }])
  expect(widerAccess({ ...modelOf({}), roles: [] }, model)).toEqual([])
  expect(widerAccess(before, { ...modelOf({}), roles: [] })).toEqual([])
})

it('names the role, the resource and what, in both languages', () => {
  const [before, after] = [modelOf(rule(`${view}, hide: [cost]`)), modelOf(rule(view))]
  const { zh, en } = widerAccessInWords(widerAccess(before, after))
  for (const text of [zh, en]) expect(text).toMatch(/clerk.*item.*cost/)
})
