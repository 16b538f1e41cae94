/** Descriptors of a small app: wards own visits and letters; a letter has a lifecycle, an order has lines. */
export const sampleApp: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\nowner: ward\n',
  'menus.yaml': 'work: { title: { zh: 工作, en: Work }, icon: folder, order: 10 }\n',
  'resources/blade/bladeUser.yaml': `fields:
  sourceType: { type: text, max: 32, title: { zh: 来源, en: Kind } }
  ownerIds: { type: reference, of: ward, many: true, title: { zh: 所属, en: Works for } }
  regionId: { type: text, max: 20, title: { zh: 区域, en: Region } }
`,
  'resources/city/ward.yaml': `title: { zh: 街区, en: Ward }
menu: { under: work, icon: map, order: 10 }
owner: id
display: name
sort: -createTime
fields:
  name: { type: text, required: true, unique: true, max: 50, title: { zh: 名称, en: Name } }
  people: { type: integer, min: 0, index: true, title: { zh: 人口, en: People } }
  secretNote: { type: text, title: { zh: 内部备注, en: Internal note } }
  pictures: { type: image, many: true, title: { zh: 图片, en: Pictures } }
list: { columns: [name, people], search: [name, people] }
access:
  - { role: keeper, allow: [view, edit], where: "id in me.ownerIds", hide: [secretNote] }
`,
  'resources/city/letter.yaml': `title: { zh: 通知, en: Letter }
menu: { under: work, icon: mail, order: 20 }
owner: wardId
display: subject
sort: -createTime
fields:
  wardId: { type: reference, of: ward, required: true }
  subject: { type: text, required: true, max: 40, title: { zh: 事由, en: Subject } }
  deadline: { type: date, title: { zh: 期限, en: Deadline } }
  state: { type: dictionary, of: letter_state, title: { zh: 状态, en: State } }
  reply: { type: longtext, max: 200, readOnly: true, title: { zh: 回复, en: Reply } }
lifecycle:
  field: state
  initial: draft
  final: [closed]
  transitions:
    issue: { from: draft, to: issued, title: { zh: 下发, en: Issue } }
    answer:
      from: issued
      to: answered
      http: PUT
      input: { reply: { type: longtext, required: true, max: 200, title: { zh: 回复, en: Reply } } }
      set: { reply: input.reply }
      title: { zh: 回复, en: Answer }
    close: { from: answered, to: closed, title: { zh: 结案, en: Close } }
access:
  - { role: keeper, allow: [view, answer] }
`,
  'resources/city/purchase.yaml': `title: { zh: 采购, en: Purchase }
menu: { under: work, icon: package, order: 30 }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  lines: { type: children, of: purchaseLine, min: 1, columns: [thing, quantity, price, amount], title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount)", stored: true, title: { zh: 合计, en: Total } }
`,
  'resources/city/purchaseLine.yaml': `title: { zh: 采购明细, en: Purchase line }
menu: false
partOf: purchaseId
display: thing
fields:
  purchaseId: { type: reference, of: purchase, required: true }
  thing: { type: text, required: true, title: { zh: 物品, en: Thing } }
  quantity: { type: integer, required: true, min: 1, title: { zh: 数量, en: Quantity } }
  price: { type: money, required: true, title: { zh: 单价, en: Price } }
  amount: { type: money, compute: "price * quantity", title: { zh: 金额, en: Amount } }
`,
  'dictionaries/letter_state.yaml': `title: { zh: 通知状态, en: Letter state }
entries:
  draft: { key: "0", title: { zh: 草稿, en: Draft }, colour: grey }
  issued: { key: "1", title: { zh: 已下发, en: Issued }, colour: blue }
  answered: { key: "2", title: { zh: 已回复, en: Answered }, colour: amber }
  closed: { key: "3", title: { zh: 已结案, en: Closed }, colour: green }
  withdrawn: { key: "4", title: { zh: 已作废, en: Withdrawn }, sealed: true }
`,
}
