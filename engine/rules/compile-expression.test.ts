import { describe, expect, it } from 'vitest'
import type { RuleType } from '../model/model.ts'
import { compileExpression } from './compile-expression.ts'
import { type RuleFaultCode, ruleFaultCodes, ruleFaultMessage } from './fault.ts'
import type { Scope } from './scope.ts'
import { faultInSql } from './to-sql.ts'

const scope: Scope = {
  fields: {
    problem: 'string',
    deadline: 'date',
    createTime: 'google.protobuf.Timestamp',
    quantity: 'int',
    price: 'decimal',
    open: 'bool',
    state: 'string',
    tags: 'list<string>',
    siteId: 'int',
    visitId: 'int',
  },
  lists: { lines: { amount: 'decimal', name: 'string', kind: 'string' } },
  me: false,
  entries: { state: { draft: '0', issued: '1' }, 'lines.kind': { raw: 'r' } },
  titles: { state: { '0': '草稿', '1': '已下发' } },
  parameters: {
    'visit.days': { type: 'int', value: 3, values: [] },
    'visit.limit': { type: 'decimal', values: [{ from: '2026-01-01', value: 37.2 }] },
  },
  references: { siteId: 'site', visitId: 'visit' },
  of: name => ({
    fields: { name: 'string', parentId: 'int', kind: 'string' },
    references: { parentId: name },
    entries: { kind: { raw: 'r' } },
    isTree: name === 'site',
    display: name === 'site' ? 'name' : 'parentId',
  }),
}

function compiled(text: string, expects?: RuleType, within: Scope = scope) {
  const made = compileExpression(text, within, expects)
  if ('fault' in made) throw new Error(`${text}: ${made.fault.code}`)
  return made.expression
}

describe('an expression', () => {
  it('reports what it reads', () => {
    const within: Scope = { ...scope, it: { entId: 'int' }, input: { reply: 'string' }, me: true }
    const made = compiled(
      'it.entId == me.id && input.reply != null && now() > createTime && size(lines) > 0',
      'bool',
      within,
    )
    expect(made).toMatchObject({
      type: 'bool',
      reads: ['createTime', 'lines'],
      readsIt: ['entId'],
      readsInput: ['reply'],
      readsClock: true,
      readsMe: true,
    })
    expect(compiled('deadline >= date("2026-01-01")')).toMatchObject({ readsClock: false, readsMe: false })
  })

  it('is compiled once for one scope and text', () => {
    expect(compiled('quantity > 1')).toBe(compiled('quantity > 1'))
    expect(compiled('quantity > 1', undefined, { ...scope })).not.toBe(compiled('quantity > 1'))
  })

  it.each([
    ['quantity * price', 'decimal'],
    ['lines.sum(l, l.amount)', 'decimal'],
    ['lines.sum(x, 1)', 'int'],
    ['open ? quantity : price', 'decimal'],
    ['open ? deadline : null', 'date'],
    ['createTime + hours(2)', 'google.protobuf.Timestamp'],
    ['createTime + days(2)', 'google.protobuf.Timestamp'],
    ['deadline + months(1)', 'date'],
    ['day(createTime)', 'date'],
    ['quantity ?? 1.5', 'decimal'],
    ['deadline ?? today()', 'date'],
    ['label(state)', 'string'],
    ['label(siteId)', 'string'],
    ['lines.join(l, l.name, ", ")', 'string'],
    ['lines.max(l, l.amount)', 'decimal'],
    ['lines.all(l, l.amount > 1)', 'bool'],
    ['deadline + 7', 'date'],
    ["deadline + parameter('visit.days')", 'date'],
    ['parameter("visit.limit", deadline)', 'decimal'],
    ['siteId.name', 'string'],
    ['siteId.kind == "raw"', 'bool'],
    ['below(siteId, siteId.parentId)', 'bool'],
    ['problem.size()', 'int'],
    ['problem + "!"', 'string'],
  ])('%s has the type %s', (text, type) => {
    expect(compiled(text).type).toBe(type)
  })

  it('may be an integer where a decimal is expected', () => {
    expect(compiled('quantity', 'decimal').type).toBe('decimal')
  })
})

const faulty: readonly [string, string, RuleFaultCode, RuleType?][] = [
  ['deadline >= ', '', 'rule.syntax'],
  ['deadline ==\u30001', '\u3000', 'rule.space'],
  ['deadline = 1', '=', 'rule.operator'],
  ['deadline === 1', '===', 'rule.operator'],
  ['deadline !== 1', '!==', 'rule.operator'],
  ['deadline <> 1', '<>', 'rule.operator'],
  ['open AND open', 'AND', 'rule.operator'],
  ['open or open', 'or', 'rule.operator'],
  ['not open', 'not', 'rule.operator'],
  ['open & open', '&', 'rule.operator'],
  ['quantity ＞ 1', '＞', 'rule.operator'],
  ['quantity ≥ 1', '≥', 'rule.operator'],
  ['quantity ！= 1', '！=', 'rule.operator'],
  ['quantity ＝＝ 1', '＝＝', 'rule.operator'],
  ['（quantity > 1)', '（', 'rule.operator'],
  ['problem == “a”', '“', 'rule.operator'],
  ['daysBetween(deadline，today()) > 1', '，', 'rule.operator'],
  ['problem != ""', 'problem != ""', 'rule.empty-text'],
  ["'' == (problem + problem)", "'' == (problem + problem", 'rule.empty-text'],
  ['deadline >= today() 中', '中', 'rule.name-letters'],
  ['问题 == "a"', '问题', 'rule.name-letters'],
  ['problem == "half', '"half', 'rule.text-open'],
  ["problem == 'it", "'it", 'rule.text-open'],
  ['problem == "a\\d"', '\\d', 'rule.text-wrong'],
  ['(quantity > 1', '(', 'rule.bracket'],
  ['quantity in [1, 2', '[', 'rule.bracket'],
  ['quantity > 1)', ')', 'rule.bracket'],
  ['size(")") > 1)', ')', 'rule.bracket'],
  ['quantity > (', '(', 'rule.bracket'],
  ['quantity price', 'price', 'rule.operator-missing'],
  ['problem == "a" "b"', '"b"', 'rule.operator-missing'],
  ['deadline > today() - 7 days', 'days', 'rule.operator-missing'],
  ['quantity => 1', '=>', 'rule.operator'],
  ['quantity =< 1', '=<', 'rule.operator'],
  ['quantity > 1;', ';', 'rule.operator'],
  ['problem == "a\\u0000"', '"a\\u0000"', 'rule.text-wrong'],
  ['if == 1', 'if', 'rule.reserved'],
  ['deadlin > today()', 'deadlin', 'rule.name-unknown'],
  ['it.problem == problem', 'it.problem', 'rule.name-not-here'],
  ['me == 1', 'me', 'rule.name-part'],
  ['this.state == "draft"', 'this', 'rule.name-unknown'],
  ['problem IS NULL', 'IS', 'rule.operator-missing'],
  ["problem in ('a', 'b')", ',', 'rule.syntax'],
  ['quantity > 50%', '', 'rule.syntax'],
  ['has(problem)', 'has(problem)', 'rule.function-unknown'],
  ['lines == null', 'lines', 'rule.list-use'],
  ['lines.sum(l)', 'lines.sum(l)', 'rule.list-use'],
  ['lines.sum(l, l.amout) > 1', 'l.amout', 'rule.name-unknown'],
  ['lines.sum(l, l.name) > 1', 'l.name', 'rule.arguments'],
  ['rows.sum(l, l.amount) > 1', 'rows', 'rule.name-unknown'],
  ['deadline >= todayy()', 'todayy()', 'rule.function-unknown'],
  ['problem.startsWith(3)', 'problem.startsWith(3)', 'rule.arguments'],
  ['day(deadline) == today()', 'day(deadline)', 'rule.arguments'],
  ['createTime + months(price) > now()', 'months(price)', 'rule.arguments'],
  ['createTime + 3 > now()', 'createTime + 3', 'rule.types'],
  ['label(problem) == "a"', 'label(problem)', 'rule.arguments'],
  ['label(visitId) == "a"', 'label(visitId)', 'rule.arguments'],
  ['lines.exists(l, l.name)', 'l.name', 'rule.arguments'],
  ['lines.join(l, l.name)', 'lines.join(l, l.name)', 'rule.list-use'],
  ['lines.join(l, l.name, 1) == "a"', '1', 'rule.arguments'],
  ['lines.max(l, l.amount > 1)', 'l.amount > 1', 'rule.arguments'],
  ['problem.name == "a"', 'problem.name', 'rule.step-reference'],
  ['siteId.gone == "a"', 'siteId.gone', 'rule.name-unknown'],
  ['siteId.kind == "gone"', '"gone"', 'rule.entry-unknown'],
  ['siteId.parentId.name == "a"', 'siteId.parentId.name', 'rule.step-twice'],
  ['siteId == visitId', 'siteId == visitId', 'rule.reference-other'],
  ['siteId in [visitId]', 'siteId in [visitId]', 'rule.reference-other'],
  ['below(visitId, visitId)', 'below(visitId, visitId)', 'rule.below-tree'],
  ['below(siteId, visitId)', 'below(siteId, visitId)', 'rule.below-tree'],
  ['below(siteId)', 'below(siteId)', 'rule.arguments'],
  ['quantity ?? 0 > 3', 'quantity ?? 0 > 3', 'rule.types'],
  ['quantity ?? problem', 'quantity ?? problem', 'rule.types'],
  ['open ?? false || open', 'open ?? false', 'rule.coalesce-mixed'],
  ['open && (open ?? false) ?? true', 'open && (open ?? false', 'rule.coalesce-mixed'],
  ['(open ?? open || true)', 'open ?? open', 'rule.coalesce-mixed'],
  ['(state ?? "isued") == "draft"', '"isued"', 'rule.entry-unknown'],
  ["parameter('visit.dais') > 1", "'visit.dais'", 'rule.parameter-unknown'],
  ["parameter('unlike') > 1", "'unlike'", 'rule.parameter-unknown'],
  ['parameter(problem) > 1', 'problem', 'rule.parameter-key'],
  ["parameter('visit.' + 'days') > 1", "'visit.' + 'days'", 'rule.parameter-key'],
  ['parameter() > 1', 'parameter()', 'rule.parameter-key'],
  ["parameter('visit.limit', createTime) > 1", 'createTime', 'rule.arguments'],
  ["parameter('visit.days') == problem", "parameter('visit.days') == problem", 'rule.types'],
  ['open && quantity', 'quantity', 'rule.result'],
  ['quantity + problem == 1', 'quantity + problem', 'rule.types'],
  ['quantity in ["a"]', 'quantity in ["a"]', 'rule.types'],
  ['quantity in [1, "a"]', '"a"', 'rule.types'],
  ['deadline > "2026-01-01"', 'deadline > "2026-01-01"', 'rule.date-as-text'],
  ['now() - hours(30 / 60) < now()', '30 / 60', 'rule.integer-division'],
  ['quantity / 12 > 3', 'quantity / 12', 'rule.integer-division'],
  ['deadline > createTime', 'deadline > createTime', 'rule.date-and-datetime'],
  ['deadline - today() > 3', 'deadline - today()', 'rule.date-minus-date'],
  ['deadline > date("2026-02-30")', 'date("2026-02-30")', 'rule.value-wrong'],
  ['price > decimal("1,5")', 'decimal("1,5")', 'rule.value-wrong'],
  ['deadline > addWorkdays(today(), 1001)', '1001', 'rule.workdays-range'],
  ['state == "isued"', '"isued"', 'rule.entry-unknown'],
  ['state in ["draft", "1"]', '"1"', 'rule.entry-unknown'],
  ['quantity', 'quantity', 'rule.result', 'bool'],
  ['problem[0] == "a"', 'problem[0]', 'rule.construct'],
  ['{"a": 1} == null', '{"a": 1}', 'rule.construct'],
  ['quantity == 1u', '1u', 'rule.construct'],
  [`problem == "${'x'.repeat(2000)}"`, 'x"', 'rule.too-large'],
  [`${'('.repeat(60)}open${')'.repeat(60)}`, `${'('.repeat(20)}open${')'.repeat(60)}`, 'rule.too-large'],
]
const unfit: readonly [string, string, RuleFaultCode][] = [
  ['size(lines) > 1', 'size(lines)', 'rule.not-in-rows'],
  ['quantity in [quantity, 1]', '[quantity, 1]', 'rule.not-in-rows'],
  ['deadline + days(quantity) > today()', 'days(quantity)', 'rule.not-in-rows'],
  ['label(state) == "a"', 'label(state)', 'rule.not-in-rows'],
  ['lines.exists(l, l.amount > 1)', 'lines.exists(l, l.amount > 1)', 'rule.not-in-rows'],
  ['price > 1', 'price', 'rule.no-column'],
]

describe('a fault', () => {
  it.each(faulty)('in %j is reported at %j: %s', (text, at, code, expects) => {
    const made = compileExpression(text, scope, expects)
    expect('fault' in made && made.fault.code).toBe(code)
    if ('fault' in made && code !== 'rule.too-large') expect(text.slice(made.fault.start, made.fault.end)).toBe(at)
  })

  it.each(unfit)('of a filter in %j is reported at %j: %s', (text, at, code) => {
    const fault = faultInSql(compiled(text), { column: name => (name === 'price' ? undefined : name) })
    expect(fault && { code: fault.code, at: text.slice(fault.start, fault.end) }).toEqual({ code, at })
  })

  it.each([
    ['createTime + hours(quantity / 60) > now()', 'Write quantity / 60.0'],
    ['price > quantity / (quantity + 1)', 'Write decimal(quantity) / (quantity + 1)'],
    ['quantity > (1 + 2', 'Add ")".'],
    ['startsWith(problem, "a")', 'Did you mean "….startsWith(…)"?'],
    ['deadline > 2026-3-01', 'Write deadline > date("2026-03-01")'],
    ['2026-03-01 < deadline', 'Write date("2026-03-01") < deadline'],
    ['problem + quantity == "a"', '"+" joins texts or adds numbers. A number cannot become a text'],
    ['problem in "abc"', '"in" requires a list'],
    ['open == "yes"', 'A yes-or-no field is a condition itself'],
    ['!quantity', '"!" requires a condition'],
    ['open && problem', 'Write a comparison, such as name != null'],
    ['tags.exists(t, t == "a")', 'Write … in tags'],
    ['siteId in siteId', 'Write siteId == siteId'],
    ['if (open) 1', 'Write condition ? value : other value.'],
    ['problem == package', 'rename the field'],
  ])('of %j shows what to write: %s', (text, hint) => {
    const made = compileExpression(text, scope)
    expect('fault' in made && ruleFaultMessage(made.fault).hint?.en).toContain(hint)
  })

  it('has a value for every placeholder of its message', () => {
    for (const text of [...faulty.map(([first]) => first), ...unfit.map(([first]) => first)]) {
      const made = compileExpression(text, scope, text === 'quantity' ? 'bool' : undefined)
      const fault = 'fault' in made ? made.fault : faultInSql(made.expression, { column: () => undefined })
      if (!fault) throw new Error(`${text} has no fault`)
      const { message, hint } = ruleFaultMessage(fault)
      for (const sentence of [message.zh, message.en, hint?.zh ?? '。', hint?.en ?? '.']) {
        expect(sentence).toMatch(/[。.？?")\]\w]$/)
        expect(sentence).not.toMatch(/undefined|“”|""\s*(is|that)/)
      }
    }
  })

  it('of every code has an example', () => {
    const shown = new Set([...faulty, ...unfit].map(([, , code]) => code))
    // The compiler reports it where an expression is evaluated in memory.
    expect([...shown, 'rule.server-only'].sort()).toEqual(ruleFaultCodes().sort())
  })
})
