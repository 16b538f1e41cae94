import type { Field } from '../model/model.ts'
import { fault } from './fault.ts'
import type { Fault, FieldType, OptionKey } from './field-type.ts'
import { crossedOptions, numberOption, textOption } from './options.ts'
import { patternFault } from './safe-pattern.ts'

/** The operators of types stored as text. */
export const textOperators = [
  'contains',
  'equals',
  'notEquals',
  'notContains',
  'startsWith',
  'endsWith',
  'oneOf',
  'isNull',
  'notNull',
] as const satisfies FieldType<string>['operators']

/**
 * Trimmed at its ends; with `strip`, without any spaces. An empty text is null. Tabs and line breaks inside are kept, so
 * that they are refused: two pasted codes are not one.
 */
export function normaliseText(value: unknown, spaces: 'keep' | 'strip' = 'keep'): unknown {
  if (typeof value !== 'string') return value
  const text = spaces === 'strip' ? value.trim().replace(/[\p{Zs}\u200b\ufeff]+/gu, '') : value.trim()
  return text === '' ? null : text
}

/** Whether a value is a text without characters other than spaces, which is no value. */
export const isBlankText = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Whether a text can be stored: no NUL, no half of a surrogate pair. */
export function isClean(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/**
 * Whether a text can be stored as one line: also no line breaks, tabs and other control characters, and no invisible
 * ones, which change how a name reads; those that join letters or emoji are part of them.
 */
export const isOneLine = (text: string): boolean =>
  isClean(text) && !/[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u.test(text)

/** Parses a text of one line in a file, trimmed. */
export function parseOneLine(text: string): { readonly value: string } | { readonly fault: Fault } {
  const line = text.trim()
  if (isOneLine(line)) return { value: line }
  return { fault: fault(isClean(line) ? 'value.control' : 'value.unclean') }
}

/** A normalised code: no spaces, upper case, half width. */
export function upperCode(value: unknown): unknown {
  const text = normaliseText(value, 'strip')
  return typeof text === 'string' ? halfWidth(text).toUpperCase() : text
}

/** Chinese input methods write letters, digits and signs in full width. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** A text for comparisons that ignore case, width and surrounding spaces. */
export const foldedText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** A column's title without usual additions: required marks, spaces, capitals, full-width brackets. */
export const foldedTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^\*+|\*+$/g, '')
    .toLowerCase()

/**
 * A column's title for a comparison that also ignores a unit in brackets at its end and the signs between words:
 * `Unit price (kg)`, `unit_price` and `unitPrice` are equal.
 */
export const looseTitle = (title: string): string =>
  foldedTitle(title)
    .replace(/(.)[([【<][^()[\]【】<>]*[)\]】>]\**$/u, '$1')
    .replace(/[\s_\-.:：*]+/g, '')

/** Members that the types stored as text share. */
export const asText = {
  rule: () => 'string',
  operators: textOperators,
  sortable: true,
  toColumn: value => value,
  fromColumn: raw => String(raw),
  format: value => value,
} satisfies Partial<FieldType<string>>

/** The character classes of `only`, as the content of a pattern's brackets. */
const characterClasses = {
  digits: '0-9',
  letters: 'A-Za-z',
  lettersAndDigits: 'A-Za-z0-9',
  code: 'A-Za-z0-9_.\\-',
  chinese: '\\p{Script=Han}·',
  noEmoji: '\\P{Extended_Pictographic}',
} as const

/** Options that short and long texts share, with the maximum that `max` may have. */
export const textOptions = (most: number, usual: number) =>
  ({
    min: {
      schema: { type: 'integer', minimum: 1, maximum: most },
      help: { zh: '最少字符数', en: 'Minimum number of characters.' },
      example: 2,
    },
    max: {
      schema: { type: 'integer', minimum: 1, maximum: most },
      help: {
        zh: `最多字符数，默认 ${usual}，至多 ${most}`,
        en: `Maximum number of characters, up to ${most}. Default: ${usual}.`,
      },
      default: usual,
      example: 50,
    },
    spaces: {
      schema: { enum: ['keep', 'strip'] },
      help: {
        zh: '首尾空格总会去掉；strip 把中间的空格也去掉，但不去掉制表符和换行',
        en: 'Leading and trailing spaces are always removed. `strip` also removes spaces inside the text, but not tabs and line breaks.',
      },
      default: 'keep',
      example: 'strip',
    },
    only: {
      schema: { enum: Object.keys(characterClasses) },
      help: {
        zh: '只接受这类字符：数字、字母、字母和数字、编码（字母、数字、-、_、.）、汉字、不含表情',
        en: 'The allowed characters: digits, letters, letters and digits, characters of codes (letters, digits, - _ .), Chinese characters, or all characters except emoji.',
      },
      example: 'digits',
    },
    pattern: {
      schema: { type: 'string', minLength: 1, maxLength: 200 },
      help: {
        zh: '整个值要符合的正则表达式；不能有嵌套的重复，如 (a+)+',
        en: 'A regular expression that the whole value must match, without nested repetitions such as (a+)+.',
      },
      example: '[A-Z]{2}\\d{4}',
    },
  }) satisfies Record<string, OptionKey>

/** A mistake in the options above together. */
export function textMistake(field: Field): ReturnType<NonNullable<FieldType<string>['mistake']>> {
  const pattern = textOption(field, 'pattern')
  const fear = pattern === undefined ? undefined : patternFault(pattern)
  return fear ? { key: 'pattern', message: fear } : crossedOptions(field)
}

/** The n-th of many texts that satisfy the options above, except a pattern. */
export function exampleText(field: Field, n: number, usual: number): string {
  const only = textOption(field, 'only')
  const whole = only === undefined || only === 'noEmoji' ? `文本${n}` : `${exampleStarts[only] ?? ''}${endOf(only, n)}`
  const text = whole.padEnd(numberOption(field, 'min') ?? 0, whole.slice(0, 1))
  return [...text].slice(0, numberOption(field, 'max') ?? usual).join('')
}

const exampleStarts: Readonly<Record<string, string>> = { lettersAndDigits: 'A', code: 'A-' }

function endOf(only: string, n: number): string {
  if (only === 'letters') return String.fromCharCode(65 + (n % 26))
  return only === 'chinese' ? String.fromCodePoint(0x4e00 + (n % 20_000)) : String(n)
}

/** The JSON Schema of a text with the options above, of one line or of several. */
export function textSchema(
  field: Field,
  usual: number,
  format: 'one-line' | 'clean-text' = 'clean-text',
): Record<string, unknown> {
  const min = numberOption(field, 'min')
  const patterns = [onlyOf(field), textOption(field, 'pattern')].filter(one => one !== undefined)
  const [first, ...more] = patterns.map(one => ({ pattern: `^(?:${one})$` }))
  return {
    type: 'string',
    maxLength: numberOption(field, 'max') ?? usual,
    ...(min !== undefined && { minLength: min }),
    format,
    ...first,
    ...(more.length > 0 && { allOf: more }),
  }
}

function onlyOf(field: Field): string | undefined {
  const only = textOption(field, 'only')
  return only !== undefined && isClass(only) ? `[${characterClasses[only]}]*` : undefined
}

const isClass = (name: string): name is keyof typeof characterClasses => Object.hasOwn(characterClasses, name)
