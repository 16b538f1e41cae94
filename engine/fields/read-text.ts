import type { Field, Model } from '../model/model.ts'
import type { CellReader } from './cell-reader.ts'
import { dictionaryEntryOf, entryOfText } from './dictionary/field.ts'
import { fault, faultMessage } from './fault.ts'
import type { Fault } from './field-type.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { isUnread, type UnreadText } from './unread-text.ts'

/** The value of a text for a field, or the fault. */
export type Reading = { readonly value: unknown } | { readonly fault: Fault }

/** Reads a text that is not empty: a cell of a file or a pasted text. References are resolved elsewhere. */
export function readText(text: string, field: Field, model: Model, cells?: CellReader): Reading {
  const type = typeOf(field)
  const plain = cells?.plain(text, field) ?? { text }
  if ('fault' in plain) return plain
  const read = type.parse(plain.text, field, model, cells?.split)
  return 'fault' in read ? read : { value: type.normalise ? type.normalise(read.value, field) : read.value }
}

/** The fields of the record that the texts are for, and the required units. */
export interface TextsOptions {
  readonly model: Model
  /** All fields of the record, in the descriptor's order. */
  readonly fields: readonly Field[]
  /**
   * The key of the unit that the adjacent field requires where no text contains one; null where the number's own text
   * may set it.
   */
  unitAt(field: Field): string | null
  /** Reads texts of a file. */
  readonly cells?: CellReader
}

/**
 * Reads the texts of one record, by field. Where a dictionary field directly follows a number, the number may be
 * written with one of its entries (`10斤`): that sets the unit unless another one is given.
 */
export function readTexts(texts: ReadonlyMap<Field, string>, options: TextsOptions): ReadonlyMap<Field, Reading> {
  const readings = new Map<Field, Reading>()
  for (const [field, text] of texts) {
    const read = readText(text, field, options.model, options.cells)
    const withUnit = 'fault' in read ? readWithUnit(field, text, texts, options) : undefined
    readings.set(field, withUnit?.number ?? read)
    if (withUnit?.unit && !texts.has(withUnit.unit.field)) readings.set(withUnit.unit.field, withUnit.unit.reading)
  }
  return readings
}

type Values = Readonly<Record<string, unknown>>

/** The present unit of a record; null where it has none, or the default of a new record. */
export const recordUnit =
  (record: Values) =>
  ({ name, default: usual }: Field): string | null => {
    const unit = record[name] ?? null
    if (isUnread(unit)) return unit.unread
    return unit === null || (record['id'] === undefined && unit === usual) ? null : String(unit)
  }

/**
 * The values, by field, that a text typed into a number writes although it is no number. A number with its unit (`10斤`)
 * sets both; an empty unit, or the default of a new record, is replaced.
 */
export function typedNumber(
  typed: UnreadText,
  field: Field,
  record: Values,
  { model, fields }: Pick<TextsOptions, 'model' | 'fields'>,
): Values {
  const readings = [...readTexts(new Map([[field, typed.unread]]), { model, fields, unitAt: recordUnit(record) })]
  return Object.fromEntries(
    readings.map(([of, reading]) => {
      if ('value' in reading) return [of.name, reading.value]
      const isKnown = reading.fault.code === 'number.other-unit'
      return [of.name, isKnown ? { ...typed, message: faultMessage(reading.fault, field.title) } : typed]
    }),
  )
}

interface WithUnit {
  readonly number: Reading
  readonly unit?: { readonly field: Field; readonly reading: Reading }
}

function readWithUnit(
  field: Field,
  text: string,
  texts: ReadonlyMap<Field, string>,
  { model, fields, unitAt, cells }: TextsOptions,
): WithUnit | undefined {
  const nextField = fields[fields.indexOf(field) + 1]
  const [, amount = '', word = ''] = /^(.*[\d０-９])\s*([^\d０-９\s][^\d０-９]*)$/u.exec(text.trim()) ?? []
  if (nextField?.type !== 'dictionary' || isMany(nextField) || !isNumber(field)) return undefined
  const entry = entryOfText(word, nextField, model)
  const number = readText(amount, field, model, cells)
  if (!entry || 'fault' in number) return undefined
  const given = texts.get(nextField)
  const wanted = given === undefined ? unitAt(nextField) : (entryOfText(given, nextField, model)?.key ?? given)
  if (wanted === null) return { number, unit: { field: nextField, reading: { value: entry.key } } }
  if (wanted === entry.key) return { number }
  const unit = dictionaryEntryOf(wanted, nextField, model)?.title.zh ?? wanted
  return { number: { fault: fault('number.other-unit', { text, unit }) } }
}

/** Whether a unit may follow the number. */
export const isNumber = ({ type }: Field): boolean => type === 'integer' || type === 'decimal'
