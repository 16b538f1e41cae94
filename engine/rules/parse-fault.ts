import type { ParseError } from '@marcbachmann/cel-js'
import type { RuleFault, RuleFaultCode } from './fault.ts'
import type { FaultWords } from './fault-texts.ts'
import { codePoint, oddSpace } from './odd-space.ts'
import type { Scope } from './scope.ts'
import { exampleIn, knownNames } from './suggestions.ts'
import type { Span } from './term.ts'
import { typedOperator } from './typed-operators.ts'

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

function fault(code: RuleFaultCode, text: string, { start, end }: Span, words: FaultWords = {}): RuleFault {
  return { code, words: { found: text.slice(start, end), ...words }, start, end }
}

/** Each finds a usual mistake at the position at which the parser stopped. */
const causes: readonly ((text: string, stopped: number, scope: Scope) => Found)[] = [
  space,
  typed,
  letters,
  bracket,
  missingOperator,
]

/** A character that only looks like a space, or like nothing. */
function space(text: string, stopped: number): Found {
  const found = text[stopped] ?? ''
  return oddSpace.test(found)
    ? { code: 'rule.space', words: { found: codePoint(found) }, start: stopped, end: stopped + 1 }
    : undefined
}

function typed(text: string, stopped: number): Found {
  const operator = typedOperator(text, stopped)
  if (!operator) return undefined
  const { start, found, write } = operator
  return fault('rule.operator', text, { start, end: start + found.length }, { write })
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

/** Two values in sequence. */
function missingOperator(text: string, stopped: number): Found {
  const right = /^(\w+|"[^"]*"|'[^']*')/.exec(text.slice(stopped))?.[0]
  const left = /("[^"]*"|'[^']*'|\w+|[)\]])\s*$/.exec(text.slice(0, stopped))?.[0].trim()
  if (right === undefined || left === undefined) return undefined
  return fault('rule.operator-missing', text, { start: stopped, end: stopped + right.length }, { left })
}
