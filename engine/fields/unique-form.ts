import type { Field } from '../model/model.ts'
import { typeOf } from './index.ts'
import { textOption } from './options.ts'

/** Invisible format characters (Cf), as the content of a pattern's brackets in PostgreSQL. */
export const formatCharacters =
  '\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064' +
  '\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\U000110BD\\U000110CD\\U00013430-\\U0001343F\\U0001BCA0-\\U0001BCA3' +
  '\\U0001D173-\\U0001D17A\\U000E0001\\U000E0020-\\U000E007F'

const invisible = new RegExp(`[${formatCharacters.replace(/\\U000(\w{5})/g, '\\u{$1}')}]`, 'gu')

/**
 * How unique texts are compared: codes without case; others in the normal form NFKC, without invisible characters.
 * Undefined of values that are compared as they are.
 */
export function comparedAs(field: Field): 'code' | 'text' | undefined {
  const only = textOption(field, 'only')
  if (!typeOf(field).freeText || only === 'digits' || only === 'letters' || only === 'lettersAndDigits')
    return undefined
  return only === 'code' ? 'code' : 'text'
}

/** A value as unique values of the field are compared. */
export function comparedValue(field: Field, value: unknown): unknown {
  const as = typeof value === 'string' ? comparedAs(field) : undefined
  if (as === undefined) return value
  return as === 'code' ? String(value).toLowerCase() : String(value).replace(invisible, '').normalize('NFKC')
}

/**
 * A text as it is searched, without case of Latin letters. NFKD has one form for the same texts as NFKC, and a part of a
 * text remains a part of its form.
 */
export const searchForm = (text: string): string =>
  text
    .replace(invisible, '')
    .normalize('NFKD')
    .replace(/[A-Z]/g, letter => letter.toLowerCase())
