import type { ParseError } from '@marcbachmann/cel-js'
import type { RuleFault, RuleFaultCode, RuleFaultParameters } from './fault.ts'
import { foreignOperator } from './foreign-operators.ts'
import { codePoint, oddSpace } from './odd-space.ts'
import type { Scope } from './scope.ts'
import { exampleIn, isUser, knownNames } from './suggestions.ts'
import type { Span } from './term.ts'

type Found = RuleFault | undefined

/** The parser's error as a fault of the expression language, with its probable cause. */
export function parseFault(text: string, { code, range }: ParseError, scope: Scope): RuleFault {
  const { start, end } = range ?? { start: 0, end: text.length }
  const found = text.slice(start, Math.max(end, start + 1))
  if (code === 'limit_exceeded') return { code: 'rule.too-large', words: {}, start, end: text.length }
  if (code === 'reserved_identifier') return { code: 'rule.reserved', words: { name: found }, start, end }
  if (code.startsWith('unterminated')) return fault('rule.text-open', text, { start, end })
  if (/string|escape|unicode|surrogate/.test(code)) return { code: 'rule.text-wrong', words: { found }, start, end }
  const cause = causes.reduce<Found>((known, causeOf) => known ?? causeOf(text, start, scope), undefined)
  if (cause) return cause
  const example = exampleIn(scope)
  const words = { found, ...(example !== undefined && { example }) }
  return { code: 'rule.syntax', words, start, end: Math.max(end, Math.min(start + 1, text.length)) }
}

function fault(code: RuleFaultCode, text: string, { start, end }: Span, words: RuleFaultParameters = {}): RuleFault {
  return { code, words: { found: text.slice(start, end), ...words }, start, end }
}

/** Each finds a usual mistake at the position at which the parser stopped. */
const causes: readonly ((text: string, stopped: number, scope: Scope) => Found)[] = [
  space,
  percent,
  listInParentheses,
  assignment,
  number,
  wrappedName,
  foreign,
  letters,
  bracket,
  alternative,
  missingOperator,
]

/** A character that only looks like a space, or like nothing. */
function space(text: string, stopped: number): Found {
  const found = text[stopped] ?? ''
  return oddSpace.test(found)
    ? { code: 'rule.space', words: { found: codePoint(found) }, start: stopped, end: stopped + 1 }
    : undefined
}

/** `50%`: the sign is the remainder of a division. */
function percent(text: string, stopped: number): Found {
  const match = /(\d+(?:\.\d+)?)\s*%\s*$/.exec(text.slice(0, stopped))
  if (!match) return undefined
  const { 0: found, 1: amount = '', index } = match
  return fault(
    'rule.percent',
    text,
    { start: index, end: index + found.trimEnd().length },
    { write: hundredth(amount) },
  )
}

/** A hundredth by its digits: a division could add some. */
function hundredth(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  const digits = whole.padStart(3, '0') + decimals
  const point = digits.length - decimals.length - 2
  return `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}

/** `in ('a', 'b')` */
function listInParentheses(text: string, stopped: number): Found {
  const match = /\bin\s*[({]([^(){}[\]]*)[)}]/i.exec(text)
  if (!match) return undefined
  const { 1: items = '', index } = match
  const start = text.slice(index).search(/[({]/) + index
  const end = start + items.length + 2
  return stopped < start || stopped > end ? undefined : fault('rule.list-brackets', text, { start, end }, { items })
}

/** `:=`, `+=`, `++`; the parser stops at the first or the second sign. */
function assignment(text: string, stopped: number): Found {
  for (const start of [stopped - 1, stopped]) {
    const found = /^(:=|[-+*/%]=|\+\+)/.exec(text.slice(Math.max(start, 0)))?.[0]
    if (found !== undefined && start >= 0) return fault('rule.assigns', text, { start, end: start + found.length })
  }
  return undefined
}

/** `1,000`, `.5`, `5.`, `1_000`, `36元` */
function number(text: string, stopped: number): Found {
  for (const { 0: found, index } of text.matchAll(
    /[¥￥$€]?(?<![\w.])(?:\d[\d,_]*(?:\.(?!\.)\d*)?|\.\d+)(?:[元圆角个天年月日]|(?<=\d)kg\b)?/g,
  )) {
    if (stopped < index || stopped > index + found.length) continue
    const plain = found
      .replace(/[^\d.]/g, '')
      .replace(/^\./, '0.')
      .replace(/\.$/, '')
    const grouped = !found.includes(',') || /^\D?\d{1,3}(,\d{3})+\D*\d*\D*$/.test(found)
    if (plain !== found && grouped)
      return fault('rule.number-wrong', text, { start: index, end: index + found.length }, { write: plain })
  }
  return undefined
}

/** A name as other languages mark it: `{{siteName}}`, `${siteName}`, `$siteName`, `@siteName`. */
function wrappedName(text: string, stopped: number): Found {
  for (const { 0: found, 1: inBraces, 2: marked = '', index } of text.matchAll(
    /\$?\{\{?\s*([A-Za-z_][\w.]*)\s*\}\}?|[$@]([A-Za-z_][\w.]*)/g,
  )) {
    const end = index + found.length
    const name = inBraces ?? marked
    if (stopped >= index && stopped <= end)
      return fault('rule.operator', text, { start: index, end }, { write: isUser(name) ? 'me.id' : name })
  }
  return undefined
}

function foreign(text: string, stopped: number, scope: Scope): Found {
  const found = foreignOperator(text, stopped)
  if (!found) return undefined
  const span = { start: found.start, end: found.start + found.found.length }
  const joins = found.found === '&' && joinsTexts(text, span, scope)
  return fault('rule.operator', text, span, { write: joins ? '+' : found.write })
}

/** Whether both values beside an operator are texts, or one of them a fixed one. */
function joinsTexts(text: string, { start, end }: Span, { fields, entries }: Scope): boolean {
  const sides = [
    /([\w.]+|"[^"]*"|'[^']*')\s*$/.exec(text.slice(0, start))?.[1],
    /^\s*([\w.]+|"[^"]*"|'[^']*')/.exec(text.slice(end))?.[1],
  ]
  const isFixed = (side = '') => /^["']/.test(side)
  const isText = (side = '') => isFixed(side) || (fields[side] === 'string' && !Object.hasOwn(entries ?? {}, side))
  const isCondition = /[<>!=]|\bin\b/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))
  return !isCondition && (sides.some(isFixed) || sides.every(isText))
}

/** A title instead of a name. */
function letters(text: string, stopped: number, scope: Scope): Found {
  const name = /^[\p{L}\p{N}_]+/u.exec(text.slice(stopped))?.[0]
  if (name === undefined || /^\w+$/.test(name)) return undefined
  return fault('rule.name-letters', text, { start: stopped, end: stopped + name.length }, knownNames(scope))
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

/** A bracket that is not closed, or has no opening bracket. */
function bracket(text: string, stopped: number): Found {
  const open: number[] = []
  for (const { 0: sign, index } of text.matchAll(/"[^"]*"|'[^']*'|[()[\]]/g)) {
    if (sign in pairs) open.push(index)
    else if (sign.length === 1) {
      const write = pairs[text[open.pop() ?? -1] ?? '']
      if (write !== sign && stopped === index) return fault('rule.bracket', text, { start: index, end: index + 1 })
    }
  }
  const start = open.at(-1)
  if (start === undefined || text.slice(stopped).trim() !== '') return undefined
  // After an operator, a value is missing before the bracket.
  if (/[-+*/%<>=!&|?:,.]\s*$/.test(text)) return undefined
  return fault('rule.bracket', text, { start, end: start + 1 }, { write: pairs[text[start] ?? ''] ?? '' })
}

/** A condition with one value, without that of its opposite. */
function alternative(text: string, stopped: number): Found {
  const match = /(?<!\?)\?(?!\?)([^?:]*)$/.exec(text)
  if (!match?.[1]?.trim()) return undefined
  const { index } = match
  return text.slice(stopped).trim() === ''
    ? fault('rule.alternative', text, { start: index, end: index + 1 })
    : undefined
}

/** Two values in sequence. */
function missingOperator(text: string, stopped: number): Found {
  const right = /^(\w+|"[^"]*"|'[^']*')/.exec(text.slice(stopped))?.[0]
  const left = /("[^"]*"|'[^']*'|\w+|[)\]])\s*$/.exec(text.slice(0, stopped))?.[0].trim()
  if (right === undefined || left === undefined) return undefined
  const period = /^\d+$/.test(left) && /^(d|days?|h|hours?|min|minutes?|months?)$/i.exec(right)?.[0].toLowerCase()
  const name = { d: 'days', h: 'hours', mi: 'minutes', mo: 'months' }[/^(m?.)/.exec(String(period))?.[0] ?? '']
  return fault(
    'rule.operator-missing',
    text,
    { start: stopped, end: stopped + right.length },
    {
      left,
      ...(period && { write: `${name}(${left})` }),
    },
  )
}
