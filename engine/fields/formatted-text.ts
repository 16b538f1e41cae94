import type { AddressChannel, Bilingual } from '../model/model.ts'
import { fault } from './fault.ts'
import type { Fault, FieldType } from './field-type.ts'
import { asText, normaliseText } from './text-value.ts'

/** What distinguishes one formatted text from another. */
export interface TextFormat {
  readonly title: Bilingual
  readonly help: Bilingual
  /** The name of the format in JSON Schemas. */
  readonly format: string
  readonly maxLength: number
  /** Whether a text in its stored form is valid. */
  check(text: string): boolean
  /** The check character of a text of `maxLength` characters, which is its last one. */
  checkCharacter?(text: string): string
  /** The stored form of an input; without it, the input without spaces. */
  normalise?(value: unknown): unknown
  /** The n-th of many valid texts. */
  example(n: number): string
  /** Columns of 24 in a form; 8 by default. */
  readonly span?: 16
  readonly personal?: true
  /** Messages of this channel reach it. */
  readonly reachedBy?: AddressChannel
  /** The keyboard of a touch screen. */
  readonly inputMode?: 'tel' | 'email' | 'url'
  readonly placeholder?: string
  /** A text as wide as any valid one: its column is as wide. Without it, the column takes the remaining width. */
  readonly widest?: string
  /** The width in a spreadsheet, in digits. */
  readonly cellWidth?: number
  readonly align?: 'right'
}

export interface FormattedText extends FieldType<string> {
  readonly text: TextFormat
}

/** A field type for texts of one format, without options. */
export function formattedText(text: TextFormat): FormattedText {
  const { title, help, check, checkCharacter, normalise = value => normaliseText(value, 'strip') } = text
  const incorrect = (value: unknown): Fault => {
    if (!checkCharacter || typeof value !== 'string') return fault('value.incorrect')
    if (value.length !== text.maxLength) return fault('code.length', { limit: text.maxLength })
    return fault(checkCharacter(value) === value.at(-1) ? 'value.incorrect' : 'code.check')
  }
  return {
    ...asText,
    title,
    help,
    options: {},
    value: () => ({ type: 'string', maxLength: text.maxLength, format: text.format }),
    column: () => `varchar(${text.maxLength})`,
    normalise,
    parse: input => {
      const value = normalise(input)
      return typeof value === 'string' && check(value) ? { value } : { fault: incorrect(value) }
    },
    incorrect,
    example: (_field, _model, n) => text.example(n),
    span: () => text.span ?? 8,
    ...(text.personal && { personal: true }),
    ...(text.reachedBy && { reachedBy: text.reachedBy }),
    ...(text.cellWidth !== undefined && { cellWidth: text.cellWidth }),
    text,
  }
}
