/** A library: branches own loans and books. Declares operations besides the usual ones. */
export const libraryApp: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 图书馆, en: Library }\nowner: branch\n',
  'menus.yaml': 'lib: { title: { zh: 图书, en: Books }, icon: folder, order: 10 }\n',
  'resources/blade/bladeUser.yaml': `fields:
  sourceType: { type: text, max: 32, title: { zh: 来源, en: Kind } }
  ownerIds: { type: reference, of: branch, many: true, title: { zh: 所属, en: Works for } }
  regionId: { type: text, max: 20, title: { zh: 区域, en: Region } }
`,
  'dictionaries/loan_state.yaml': `title: { zh: 借阅状态, en: State of a loan }
entries:
  open: { key: "0", title: { zh: 借出, en: Open } }
  closed: { key: "1", title: { zh: 已还, en: Closed } }
`,
  'resources/lib/branch.yaml': `title: { zh: 分馆, en: Branch }
owner: id
display: name
fields:
  name: { type: text, required: true, unique: true, max: 50, title: { zh: 名称, en: Name } }
access:
  - { role: keeper, allow: [view, edit], where: "id in me.ownerIds" }
`,
  'resources/lib/loan.yaml': `title: { zh: 借阅, en: Loan }
owner: branchId
display: reader
fields:
  branchId: { type: reference, of: branch, required: true }
  reader: { type: text, required: true, max: 50, title: { zh: 读者, en: Reader } }
  day: { type: date, index: true, title: { zh: 日期, en: Day } }
  price: { type: money, title: { zh: 押金, en: Deposit } }
  note: { type: text, max: 50, title: { zh: 备注, en: Note } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
list: { columns: [reader, branchId, day, price, state], search: [reader] }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    close: { from: open, to: closed, title: { zh: 归还, en: Return } }
    reinstate: { from: closed, to: open, http: POST restore, title: { zh: 续借, en: Lend again } }
actions:
  annotate:
    http: "PUT /api/lib/v1/branch/loans/annotate/{note}"
    input: { note: { type: text, max: 50, title: { zh: 备注, en: Note } } }
    set: { note: input.note }
    title: { zh: 批注, en: Annotate }
  stamp:
    http: "POST /api/desk/stamps/{note}"
    input: { note: { type: text, max: 50, title: { zh: 备注, en: Note } } }
    set: { note: input.note }
    title: { zh: 盖章, en: Stamp }
  lend:
    on: collection
    handler: lend
    input: { branchId: { type: reference, of: branch, required: true }, readers: { type: text, required: true, title: { zh: 读者, en: Readers } } }
    if: "size(input.readers) < 20"
    returns: { added: { type: integer, required: true, title: { zh: 新增, en: Added } }, day: { type: date, title: { zh: 日期, en: Day } } }
    title: { zh: 批量借出, en: Lend to several }
  renew:
    on: collection
    http: "PUT /api/desk/renewals/{branchId}"
    needs: files
    outside: before
    handler: renew
    input:
      branchId: { type: reference, of: branch, required: true }
      day: { type: date, required: true, title: { zh: 日期, en: Day } }
      reason: { type: text, max: 5, when: "input.day > date('2026-06-30')", title: { zh: 原因, en: Reason } }
    if: "me.sourceType == null"
    message: { zh: 外部账号不能续借, en: External accounts cannot renew }
    rules:
      - rule: "input.day < date('2027-01-01')"
        message: { zh: 只能续到今年, en: Renew until the end of this year only }
        valid: { input.day: 2026-12-31 }
        invalid: { input.day: 2027-01-01 }
    returns: { renewed: { type: integer, required: true, title: { zh: 续借, en: Renewed } }, seal: { type: text, max: 3, title: { zh: 印, en: Seal } } }
    title: { zh: 全部续借, en: Renew all }
  recall: { on: collection, needs: sms, handler: recall, title: { zh: 全部催还, en: Recall all } }
  weigh:
    handler: weigh
    http: PUT
    returns: { grams: { type: integer, min: 0, required: true, title: { zh: 克数, en: Grams } } }
    title: { zh: 称重, en: Weigh }
  balanceOf:
    handler: balanceOf
    returns: { result: { type: text, title: { zh: 结果, en: Result } } }
    input: { way: { type: text, title: { zh: 方式, en: Way } } }
    title: { zh: 核对, en: Reconcile }
queries:
  openPage: { where: "state == 'open'", sort: -day, returns: page, title: { zh: 在借, en: Open loans } }
  ofReader:
    input: { likeName: { type: text, title: { zh: 读者, en: Reader } }, from: { type: date, title: { zh: 自, en: From } } }
    where: "reader.contains(input.likeName) && day >= input.from"
    sort: day
    columns: { name: reader, due: "day + 30", branch: branchId, rich: "price > 10.0" }
    returns: list
  latest:
    http: "GET latest/{branchId}"
    input: { branchId: { type: reference, of: branch } }
    where: "branchId == input.branchId"
    sort: -day
    columns: [reader, branchId, day]
    returns: one
  since:
    input: { day: { type: date, required: true, title: { zh: 日期, en: Day } } }
    where: "day >= input.day"
    returns: count
  noted:
    code: loan_noted
    where: "note != null"
    small: true
    returns: list
    title: { zh: 有批注的, en: With a note }
  balance:
    handler: balance
    input: { branchId: { type: reference, of: branch }, way: { type: text, title: { zh: 方式, en: Way } } }
    returns:
      loans: { type: integer, required: true, min: 0, title: { zh: 在借, en: Open loans } }
      latest: { type: date, title: { zh: 最近, en: Latest } }
      branchIds: { type: reference, of: branch, many: true, title: { zh: 分馆, en: Branches } }
    title: { zh: 结余, en: Balance }
  shortPage:
    http: "GET /api/desk/short/{day}"
    code: loan_short
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    where: "day >= input.day"
    sort: -day
    columns: [reader, day]
    returns: page
    title: { zh: 简表, en: Short page }
  shortList:
    http: "GET /api/desk/shorts/{day}"
    code: loan_short
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    where: "day >= input.day"
    sort: -day
    columns: [reader, day]
    returns: list
    title: { zh: 简列, en: Short list }
  firstOf:
    http: "GET /api/desk/first/{day}"
    code: loan_short
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    where: "day >= input.day"
    sort: -day
    columns: { who: reader }
    returns: one
    title: { zh: 首条, en: First }
  tally:
    http: "GET /api/desk/tally/{day}"
    code: loan_short
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    where: "day >= input.day"
    returns: count
    title: { zh: 计数, en: Tally }
  balanceAt:
    http: "GET /api/desk/balance/{branchId}"
    code: loan_short
    handler: balanceAt
    input: { branchId: { type: reference, of: branch } }
    returns: { branch: { type: reference, of: branch, required: true } }
    title: { zh: 分馆结余, en: Balance of a branch }
  everything: { returns: list, http: GET /api/desk/loans }
access:
  - { role: keeper, allow: [view, add, lend], hide: [note] }
  - { role: clerk, allow: [noted, shortPage, shortList, firstOf, tally, balanceAt] }
`,
}
