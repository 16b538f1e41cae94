import { expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { changesInWords } from '../engine/model/changes-in-words.ts'
import type { Model } from '../engine/model/model.ts'
import { readBase } from '../engine/server/live/app-files.ts'

const base = await readBase()
const app = (owner = '') => `language: 2\ntitle: { zh: 样例, en: Sample }\n${owner}`
const users =
  'fields: { shopIds: { type: reference, of: shop, many: true }, ownShops: { type: reference, of: shop, many: true } }\n'
const shop = (keys = '', fields = '') => `title: { zh: 店, en: Shop }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  place: { type: text, title: { zh: 地点, en: Place } }
${fields}${keys}`

function modelOf(files: Readonly<Record<string, string>>): Model {
  const own = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  const { model, problems } = compile([...base, ...own])
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

const ofShop = (keys = '', fields = '', owner = 'owner: { of: shop, by: shopIds }\n') =>
  modelOf({
    'app.yaml': app(owner),
    'resources/city/shop.yaml': shop(keys, fields),
    'resources/blade/bladeUser.yaml': users,
  })

const changesOf = (keys: string, fields = '', owner?: string) =>
  changesInWords(ofShop(), ofShop(keys, fields, owner)).map(({ zh, en }) => [zh, en])

it('name the settings of a resource that changed', () => {
  expect(changesOf('access: [{ role: administrator, allow: [view] }]\n')).toEqual([
    ['店：访问规则已更改', 'Shop: access rules changed'],
  ])
  expect(changesOf('sort: -name\nunique: [{ fields: [name, place] }]\n')).toEqual([
    ['店：排序已更改，唯一约束已更改', 'Shop: sort order changed, unique sets changed'],
  ])
})

it('name the settings next to fields, but not the columns and groups that follow these', () => {
  const kind = '  kind: { type: text, title: { zh: 类别, en: Kind } }\n'
  expect(changesOf('', kind)).toEqual([['店：字段 kind 已新增', 'Shop: field kind added']])
  expect(
    changesOf(
      'rules: [{ rule: "kind != name", message: { zh: 同名, en: Same }, valid: { kind: a, name: b }, invalid: { kind: a, name: a } }]\n',
      kind,
    ),
  ).toEqual([['店：字段 kind 已新增，规则已更改', 'Shop: field kind added, rules changed']])
})

it('name another display field, but not the first text that becomes it by default', () => {
  const of = (display: string, first = '') => {
    const text = shop().replace('display: name\n', display).replace('fields:\n', `fields:\n${first}`)
    return modelOf({ 'app.yaml': app(), 'resources/city/shop.yaml': text })
  }
  const english = (before: Model, after: Model) => changesInWords(before, after).map(({ en }) => en)
  expect(english(of('display: name\n'), of('display: place\n'))).toEqual(['Shop: display field changed'])
  const code = '  code: { type: text, title: { zh: 代码, en: Code } }\n'
  expect(english(of(''), of('', code))).toEqual(['Shop: field code added'])
})

it('name another field of users for their owners', () => {
  expect(changesOf('', '', 'owner: { of: shop, by: ownShops }\n')).toEqual([
    ['用户的归属字段（owner.by）已更改', 'field of the owners of users changed'],
  ])
})

it('name the title of the app, and not the brand that has its name from there', () => {
  const of = (title: string, brand = '') =>
    modelOf({ 'app.yaml': `language: 2\ntitle: { zh: ${title}, en: Sample }\n${brand}` })
  const english = (...[before, after]: readonly [Model, Model]) => changesInWords(before, after).map(({ en }) => en)
  expect(english(of('甲'), of('乙'))).toEqual(['title of the app changed'])
  expect(english(of('甲'), of('甲', 'slogan: { zh: 快, en: Fast }\n'))).toEqual(['brand changed'])
})

it('name the resources that a role no longer sees', () => {
  const of = (access: string) =>
    modelOf({
      'app.yaml': app('owner: { of: shop, by: shopIds }\n'),
      'roles.yaml': 'office: { title: { zh: 总部, en: Office }, allow: [shop_view, stock_view] }\n',
      'resources/city/shop.yaml': shop(),
      'resources/blade/bladeUser.yaml': users,
      'resources/city/stock.yaml': shop(`owner: shopId\n${access}`, '  shopId: { type: reference, of: shop }\n'),
    })
  expect(
    changesInWords(of(''), of('access: [{ role: office, allow: [view], where: "true" }]\n')).map(({ zh }) => zh),
  ).toEqual(['店：访问规则已更改', '角色“总部”不再看到“店”'])
})
