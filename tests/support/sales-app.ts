/** Shops in regions and their sales: descriptors of a test of numbers. A buyer sees open shops, and sales below 100. */
export const salesApp: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'parameters.yaml': 'sale.target: { title: { zh: 目标, en: Target }, type: integer, value: 90 }\n',
  'dictionaries/season.yaml': `title: { zh: 季节, en: Season }
entries:
  spring: { key: "1", title: { zh: 春, en: Spring }, colour: green }
  summer: { key: "2", title: { zh: 夏, en: Summer }, colour: red }
  autumn: { key: "3", title: { zh: 秋, en: Autumn } }
`,
  'dictionaries/level.yaml': `title: { zh: 级别, en: Level }
entries:
  city: { key: "1", title: { zh: 市, en: City } }
  area: { key: "2", title: { zh: 区, en: Area } }
`,
  'resources/city/region.yaml': `title: { zh: 区域, en: Region }
menu: false
display: name
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: region, title: { zh: 上级, en: Parent } }
  level: { type: dictionary, of: level }
  mapColumn: { type: integer, title: { zh: 列, en: Column } }
  mapRow: { type: integer, title: { zh: 行, en: Row } }
`,
  'resources/city/shop.yaml': `title: { zh: 商店, en: Shop }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  isOpen: { type: boolean, title: { zh: 营业, en: Open } }
  regionId: { type: reference, of: region, title: { zh: 区域, en: Region } }
  season: { type: dictionary, of: season }
  since: { type: date, title: { zh: 开业, en: Since } }
access:
  - { role: buyer, allow: [view], where: "isOpen" }
  - { role: blind, allow: [view], hide: [season] }
`,
  'resources/city/sale.yaml': `title: { zh: 销售, en: Sale }
menu: false
display: kind
fields:
  shopId: { type: reference, of: shop, title: { zh: 商店, en: Shop } }
  kind: { type: text, title: { zh: 类别, en: Kind } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  pieces: { type: integer, title: { zh: 件数, en: Pieces } }
  isPaid: { type: boolean, title: { zh: 已付, en: Paid } }
  day: { type: date, title: { zh: 日期, en: Day } }
  soldAt: { type: datetime, title: { zh: 时间, en: Time } }
  season: { type: dictionary, of: season }
access:
  - { role: buyer, allow: [view], where: "amount < 100" }
  - { role: blind, allow: [view], hide: [amount] }
`,
}
