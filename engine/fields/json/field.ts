import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { isBlankText, isClean } from '../text-value.ts'

/** Any JSON value but null, which is no value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A typed text that is not JSON, for the check to reject; it never leaves the form. */
export class Unread {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const deepest = 32

/** Data whose shape no descriptor defines. */
export const json: FieldType<Json | Unread> = {
  title: { zh: 'JSON', en: 'JSON' },
  help: { zh: '任意 JSON 数据', en: 'Any JSON data.' },
  options: {},
  value: () => ({}),
  fault: value => {
    if (value instanceof Unread) return fault('value.incorrect')
    return isStorable(value, deepest) ? undefined : fault('value.unclean')
  },
  column: () => 'jsonb',
  rule: () => undefined,
  operators: ['isNull', 'notNull'],
  sortable: false,
  normalise: value => (isBlankText(value) ? null : value),
  // As text: a driver would write a list as a database array and bind a plain text unquoted.
  toColumn: value => JSON.stringify(value),
  fromColumn: raw => raw as Json,
  parse: text => {
    try {
      return { value: JSON.parse(text) as Json }
    } catch (error) {
      if (error instanceof SyntaxError) return { fault: fault('value.incorrect') }
      throw error
    }
  },
  format: value => JSON.stringify(value),
  example: (_field, _model, n) => ({ n, tags: ['a', '中'], deep: { flag: n % 2 === 0 } }),
  span: () => 24,
  multiline: true,
  large: true,
}

function isStorable(value: Json, depth: number): boolean {
  if (typeof value === 'string') return isClean(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.entries(value).every(([key, one]) => isClean(key) && isStorable(one, depth - 1))
}
