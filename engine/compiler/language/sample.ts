/** A small app with an example of every section of the language; the reference page begins with it. */
export const sample: Readonly<Record<string, string>> = {
  'app.yaml': `language: 2
title: { zh: 走访管理, en: Visits }
name: { zh: 走访, en: Visits }
slogan: { zh: 走到，看到, en: Be there }
signIn: { note: { zh: 市巡查管理平台, en: City inspection platform } }
colours: { primary: "#1FA99A" }
owner: site
`,
  'roles.yaml': `inspector: { title: { zh: 巡查员, en: Inspector }, allow: [site_*, supply_view, visit_view, visit_export], menus: [field, supply, site] }
`,
  'menus.yaml': `field: { title: { zh: 现场, en: Field work }, icon: map, order: 10 }
tasks: { title: { zh: 任务, en: Tasks }, icon: list-checks, under: field, roles: [inspector], order: 20 }
`,
  'pages.yaml': `today: { path: /field/today, title: { zh: 今日, en: Today }, menu: { under: tasks, icon: sun }, code: visit_view, screen: Today }
weather: { path: /field/weather, title: { zh: 天气, en: Weather }, menu: { icon: cloud }, link: "https://weather.example.cn/" }
`,
  'titles.yaml': `# 字段名在这里有标题的，资源里就不用再写 · titles of names that recur
remark: { zh: 备注, en: Remark }
startDay: { zh: 开始日期, en: Start }
endDay: { zh: 结束日期, en: End }
`,
  'parameters.yaml': `visit.days: { title: { zh: 提前提醒天数, en: Days of advance notice }, type: integer, unit: { zh: 天, en: days }, value: 3 }
visit.limit: { title: { zh: 每日上限, en: Limit }, type: integer, values: [{ from: 2024-01-01, value: 20 }, { from: 2026-01-01, value: 50 }] }
`,
  'messages/visitReminder.yaml': `title: { zh: 走访提醒, en: Visit reminder }
of: visit
text: { zh: "{siteId.siteName}：{startDay} 走访，请准备", en: "{siteId.siteName}: visit on {startDay}; please prepare" }
to: { owner: [siteId.phone, owners], staff: [inspector] }
channels: [sms, inApp]
`,
  'charts/visitKinds.yaml': `title: { zh: 走访类别, en: Kinds of visit }
of: visit
search: { startDay: 30 days }
group: kind
`,
  'charts/visitCount.yaml': `title: { zh: 走访, en: Visits }
of: visit
`,
  'charts/visitMonths.yaml': `title: { zh: 每月走访, en: Visits by month }
of: visit
where: "state != 'draft'"
search: { startDay: 12 months, siteId: all }
group: startDay.month
split: kind
measure: { visits: count(), done: { compute: "share(state == 'done')", title: { zh: 完成率, en: Done } } }
compare: previous
`,
  'charts/siteVisits.yaml': `title: { zh: 各地点走访, en: Visits by site }
of: visit
group: siteId
`,
  'charts/supplySites.yaml': `title: { zh: 各地点用品, en: Supplies by site }
of: supply
group: siteId
measure: { supplies: count() }
`,
  'boards/visits.yaml': `title: { zh: 走访统计, en: Visits in numbers }
path: /field/numbers
menu: { under: tasks, icon: chart-column }
code: visit_view
search: { period: 30 days }
tiles:
  top: { figure: [visitCount], span: 24, tall: 2 }
  kinds: { chart: visitKinds }
  months: { chart: visitMonths, span: 16 }
`,
  'boards/totals.yaml': `title: { zh: 合计, en: Totals }
lists: [visitCount]
http: { count: GET /api/field/v1/numbers/count, workbook: GET /api/field/v1/numbers/workbook }
tiles:
  sites: { table: [siteVisits, supplySites], http: [GET /api/field/v1/numbers/sites], returns: page }
`,
  'charts/visitSites.yaml': `title: { zh: 各地走访, en: Visits by site }
of: visit
search: { siteId: all }
group: siteId.below
chart: map
`,
  'charts/visitList.yaml': `title: { zh: 最近走访, en: Latest visits }
of: visit
chart: list
columns: [startDay, siteId, state]
sort: -startDay
`,
  'boards/display.yaml': `title: { zh: 走访大屏, en: Visits on a display }
path: /field/display
as: screen
search: { siteId: all }
scenes:
  all: { tiles: { sites: { chart: visitSites, span: 16, tall: 20 }, list: { chart: visitList, tall: 20 } } }
  site: { each: siteId, tiles: { sites: { chart: visitSites, span: 24 } } }
`,
  'boards/desk.yaml': `title: { zh: 我的走访, en: My visits }
home: [inspector]
tiles:
  open:
    title: { zh: 待走访, en: To visit }
    work: [{ of: visit, where: "state == 'sent'", due: startDay, step: remind }]
  create: { add: [visit] }
`,
  'mixins/siteRecord.yaml': `fields:
  siteId: { type: reference, of: site, required: true }
  remark: { type: longtext, max: 500 }
`,
  'dictionaries/visit_kind.yaml': `title: { zh: 走访类别, en: Kind of visit }
entries:
  planned: { key: "1", title: { zh: 计划内, en: Planned }, colour: blue }
  urgent: { key: "2", title: { zh: 临时, en: Urgent }, colour: red }
`,
  'dictionaries/visit_state.yaml': `title: { zh: 走访状态, en: State }
entries:
  draft: { key: "0", title: { zh: 草稿, en: Draft }, colour: grey }
  sent: { key: "1", title: { zh: 已发出, en: Sent }, colour: blue }
  done: { key: "2", title: { zh: 已完成, en: Done }, colour: green }
`,
  'resources/field/site.yaml': `title: { zh: 地点, en: Site }
menu: { icon: map-pin, order: 20 }
display: siteName
tree: parentId
fields:
  siteName: { type: text, required: true, unique: true, max: 50, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: site, title: { zh: 上级地点, en: Parent site } }
  phone: { type: phone, title: { zh: 联系电话, en: Phone } }
  lastVisit: { type: date, title: { zh: 最近走访, en: Last visit } }
  visits: { type: related, of: visit, by: siteId, where: "it.state != 'draft'", sort: -startDay }
  visitCount: { type: integer, compute: "size(visits)", title: { zh: 走访次数, en: Number of visits } }
actions: { collect: { on: collection, handler: collect, returns: { added: { type: integer, title: { zh: 新增, en: Added } } }, title: { zh: 采集, en: Collect } } }
access: [{ role: inspector, where: "true" }]
`,
  'resources/field/visit.yaml': `title: { zh: 走访, en: Visit }
help: { zh: 到现场走访的记录, en: Records of visits on site }
menu: { under: field, icon: footprints, order: 10 }
mixins: [siteRecord]
owner: siteId
display: visitNo
sort: -createTime

fields:
  visitNo: { type: serial, pattern: "ZF{yyyy}{MM}-{0000}", title: { zh: 编号, en: Number } }
  visitName: { type: text, required: true, max: 50, title: { zh: 走访人, en: Visitor } }
  kind: { type: dictionary, of: visit_kind, default: planned }
  startDay: { type: date, required: true, index: true }
  endDay: { type: date, when: "kind == 'planned'" }
  state: { type: dictionary, of: visit_state }
  items: { type: children, of: visitItem, columns: [itemName, count, price, amount], title: { zh: 用品, en: Items } }
  total: { type: money, compute: "items.sum(i, i.amount)", stored: true, title: { zh: 合计, en: Total } }

rules:
  - rule: "endDay >= startDay"
    message: { zh: 结束日期不能早于开始日期, en: The end cannot be before the start }
    valid: { startDay: 2026-03-01, endDay: 2026-03-02 }
    invalid: { startDay: 2026-03-02, endDay: 2026-03-01 }

list:
  columns: [visitNo, siteId, kind, startDay, state, total]
  search: [visitNo, siteId, kind, createTime]
form:
  - title: { zh: 基本信息, en: Basics }
    fields: [visitName, siteId, kind, startDay, endDay]
  - fields: [items, total, remark]

lifecycle:
  field: state
  initial: draft
  final: [done]
  due: { draft: endDay, sent: endDay }
  opens: { at: startDay, in: [sent] }
  transitions:
    send: { from: draft, to: sent, if: "visitName != null", title: { zh: 发出, en: Send } }
    finish:
      from: [draft, sent]
      to: done
      input: { summary: { type: longtext, required: true, title: { zh: 小结, en: Summary } } }
      edit: { items: { columns: [itemName, count] } }
      set: { remark: input.summary }
      if: "size(items) > 0"
      message: { zh: 请先填写用品, en: Enter the items first }
      title: { zh: 完成, en: Finish }
actions:
  remind: { if: "state != 'done'", input: { summary: { type: text, title: { zh: 留言, en: Note } } }, sends: { message: visitReminder, to: [owner] }, title: { zh: 提醒, en: Remind } }
  order:
    title: { zh: 补货, en: Order supplies }
    creates:
      of: supply
      once: true
      fields: [siteId]
      with: { day: today() + 7, items: { each: items, where: "it.count > 0", with: { itemName: it.itemName } } }
  flag: { if: "total > 1000", set: { remark: "'大额'" }, title: { zh: 标注大额, en: Flag a high total } }
  near:
    title: { zh: 催货, en: Expedite }
    updates:
      - { record: siteId, with: { lastVisit: startDay } }
      - { of: supply, where: "it.siteId == siteId", sort: day, limit: 10, with: { day: today() } }
access:
  - { role: inspector, allow: [view, add, edit, send], where: "createUser == me.id" }
allowIf: { edit: "state != 'done'" }
dialect: { blade: blade-field/visit }
queries:
  openVisits: { where: "state != 'done' && siteId == input.siteId", input: { siteId: { type: reference, of: site } }, returns: page }
  bySite: { group: [siteId], measure: { visits: count(), spent: sum(total) }, sort: -visits, returns: list }
  workload: { handler: workload, input: { since: { type: date, title: { zh: 自, en: Since } } }, returns: { open: { type: integer, required: true, title: { zh: 在办, en: Open } } } }
  withRemark: { where: "remark.startsWith('!')", small: true, returns: list }
unique: [{ fields: [siteId, startDay], where: "total > 0", message: { zh: 这家单位当天已有走访, en: A site can have only one visit per day } }]
`,
  'resources/field/visitItem.yaml': `title: { zh: 走访用品, en: Visit item }
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  itemName: { type: text, required: true, max: 50, title: { zh: 品名, en: Item } }
  count: { type: integer, required: true, min: 1, title: { zh: 数量, en: Count } }
  price: { type: money, title: { zh: 单价, en: Price } }
  amount: { type: money, compute: "count * price", title: { zh: 金额, en: Amount } }
`,
  'resources/field/supply.yaml': `title: { zh: 补货单, en: Supply order }
owner: siteId
fields:
  siteId: { type: reference, of: site, required: true }
  day: { type: date, required: true, title: { zh: 送货日期, en: Day } }
  items: { type: children, of: supplyItem, title: { zh: 物品, en: Items } }
  phone: { type: phone, title: { zh: 收货电话, en: Phone } }
  state: { type: dictionary, of: visit_state }
lifecycle:
  field: state
  initial: draft
  final: [done]
  transitions:
    send: { from: draft, to: sent, title: { zh: 下单, en: Order } }
    deliver: { from: sent, to: done, edit: [day], title: { zh: 送达, en: Deliver } }
bind:
  sites: { of: site, http: [POST bindSites, GET listSites], self: supplyId, where: "it.parentId == siteId", returns: list, title: { zh: 送达地点, en: Delivery sites } }
against: { record: siteId, fields: [phone] }
`,
  'resources/field/supplyItem.yaml': `title: { zh: 补货物品, en: Supply order item }
partOf: supplyId
fields:
  supplyId: { type: reference, of: supply, required: true }
  itemName: { type: text, required: true, max: 50, title: { zh: 品名, en: Item } }
`,
}
