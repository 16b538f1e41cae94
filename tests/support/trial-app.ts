import { refuse } from '../../engine/server/errors/refuse.ts'
import type { Handlers } from '../../engine/server/store/action.ts'
import { sampleApp } from './sample-app.ts'

/** The sample app and a resource with a field of every type, with rules, lines, a tree, transitions and actions. */
export const trialApp: Readonly<Record<string, string>> = {
  ...sampleApp,
  'dictionaries/colour.yaml': `title: { zh: 颜色, en: Colour }
entries:
  red: { key: "1", title: { zh: 红, en: Red } }
  blue: { key: "2", title: { zh: 蓝, en: Blue } }
`,
  'dictionaries/trial_state.yaml': `title: { zh: 试验状态, en: Trial state }
entries:
  open: { key: open, title: { zh: 进行, en: Open } }
  ended: { key: ended, title: { zh: 结束, en: Ended } }
`,
  'resources/city/place.yaml': `title: { zh: 地点, en: Place }
menu: { under: work, icon: map-pin, order: 50 }
shared: true
tree: parentId
display: name
fields:
  name: { type: text, required: true, max: 50, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: place, title: { zh: 上级, en: Parent } }
`,
  'resources/city/trial.yaml': `title: { zh: 试验, en: Trial }
menu: { under: work, icon: beaker, order: 40 }
owner: wardId
display: name
sort: -createTime
fields:
  name: { type: text, required: true, unique: true, max: 60, title: { zh: 名称, en: Name } }
  wardId: { type: reference, of: ward, required: true }
  number: { type: serial, pattern: "SY{yyyy}{MM}-{0000}", title: { zh: 编号, en: Number } }
  story: { type: longtext, max: 2000, title: { zh: 经过, en: Story } }
  code: { type: text, spaces: strip, only: code, max: 20, title: { zh: 编码, en: Code } }
  count: { type: integer, min: 0, max: 1000, index: true, title: { zh: 次数, en: Count } }
  any: { type: integer, title: { zh: 任意整数, en: Any number } }
  weight: { type: decimal, scale: 3, title: { zh: 重量, en: Weight } }
  price: { type: money, min: 0, title: { zh: 单价, en: Price } }
  worth: { type: money, compute: "price * count", title: { zh: 价值, en: Worth } }
  isGood: { type: boolean, title: { zh: 合格, en: Good } }
  begin: { type: date, index: true, title: { zh: 开始, en: Begin } }
  end: { type: date, title: { zh: 结束日期, en: End } }
  seenAt: { type: datetime, title: { zh: 查看时间, en: Seen at } }
  opens: { type: time, title: { zh: 开门, en: Opens } }
  colour: { type: dictionary, of: colour, title: { zh: 颜色, en: Colour } }
  colours: { type: dictionary, of: colour, many: true, title: { zh: 多种颜色, en: Colours } }
  reason: { type: text, required: true, max: 50, when: "colour == 'blue'", title: { zh: 原因, en: Reason } }
  letterId: { type: reference, of: letter, where: "it.wardId == wardId", title: { zh: 通知, en: Letter } }
  placeId: { type: reference, of: place, title: { zh: 地点, en: Place } }
  placeIds: { type: reference, of: place, many: true, title: { zh: 多个地点, en: Places } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  credit: { type: creditCode, title: { zh: 信用代码, en: Credit code } }
  plate: { type: plate, title: { zh: 车牌, en: Plate } }
  email: { type: email, title: { zh: 邮箱, en: Email } }
  site: { type: url, title: { zh: 网址, en: Site } }
  idCard: { type: idCard, title: { zh: 身份证, en: Identity card } }
  secret: { type: password, title: { zh: 口令, en: Secret } }
  picture: { type: image, title: { zh: 照片, en: Picture } }
  pictures: { type: image, many: true, title: { zh: 多张照片, en: Pictures } }
  paper: { type: file, title: { zh: 附件, en: Paper } }
  papers: { type: file, many: true, title: { zh: 多个附件, en: Papers } }
  data: { type: json, title: { zh: 数据, en: Data } }
  parts: { type: children, of: trialPart, required: true, min: 1, max: 50, columns: [thing, grams], title: { zh: 组成, en: Parts } }
  grams: { type: integer, compute: "parts.sum(p, p.grams)", stored: true, title: { zh: 总克数, en: Grams } }
  state: { type: dictionary, of: trial_state, title: { zh: 状态, en: State } }
  verdict: { type: text, max: 50, readOnly: true, title: { zh: 结论, en: TypedMatch } }
rules:
  - rule: "begin <= end"
    message: { zh: 结束不能早于开始, en: It cannot end before it began }
    valid: { begin: 2026-01-01, end: 2026-01-02 }
    invalid: { begin: 2026-01-02, end: 2026-01-01 }
  - rule: "count < 1000 || weight * 2.0 > 1.0"
    message: { zh: 次数多时须有重量, en: So many need a weight }
    valid: { count: 1, weight: 1 }
    invalid: { count: 1000, weight: 0 }
  - rule: "daysBetween(begin, end) < 4000"
    message: { zh: 时间过长, en: It takes too long }
    valid: { begin: 2026-01-01, end: 2026-01-02 }
    invalid: { begin: 2006-01-01, end: 2026-01-02 }
lifecycle:
  field: state
  initial: open
  final: [ended]
  transitions:
    finish:
      from: open
      to: ended
      http: "PUT finish/{id}"
      if: "count != null"
      input: { verdict: { type: text, required: true, max: 50, title: { zh: 结论, en: TypedMatch } }, score: { type: decimal, scale: 1, title: { zh: 得分, en: Score } } }
      set: { verdict: input.verdict }
      title: { zh: 结束, en: Finish }
    reopen: { from: ended, to: open, edit: [begin, end, count], title: { zh: 重新进行, en: Reopen } }
actions:
  weigh:
    handler: weigh
    input: { weight: { type: decimal, scale: 3, required: true, title: { zh: 重量, en: Weight } }, at: { type: datetime, title: { zh: 时间, en: When } } }
    title: { zh: 称重, en: Weigh }
  look:
    on: collection
    handler: look
    http: "POST look/{colour}"
    input: { colour: { type: dictionary, of: colour, title: { zh: 颜色, en: Colour } } }
    title: { zh: 查看, en: Look }
`,
  'resources/city/trialPart.yaml': `title: { zh: 组成, en: Part }
menu: false
partOf: trialId
display: thing
fields:
  trialId: { type: reference, of: trial, required: true }
  thing: { type: text, required: true, max: 40, title: { zh: 物品, en: Thing } }
  grams: { type: integer, required: true, min: 1, max: 1000000, title: { zh: 克, en: Grams } }
  madeOn: { type: date, past: true, title: { zh: 生产日期, en: Made on } }
`,
}

/** The handlers of the trial app's actions. */
export const trialHandlers: Handlers = {
  trial: {
    async weigh({ input }: { readonly input: { readonly weight: number } }) {
      if (input.weight < 0)
        throw refuse.conflict('trial.weight', { zh: '重量不能为负', en: 'It weighs less than nothing' })
      return { weight: input.weight }
    },
    async look({ input, context }) {
      context.answer(input)
      return {}
    },
  },
}
