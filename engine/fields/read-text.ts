import type { Field, Model } from '../model/model.ts'
import { entryMeant, entryOf } from './dictionary/field.ts'
import { fault, sayFault } from './fault.ts'
import type { Fault } from './field-type.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { isUnread, type UnreadText } from './unread-text.ts'

/** What a text means as a field's value, or why it means none. */
export type Reading = { readonly value: unknown } | { readonly fault: Fault }

/** Reads a text that is not empty: a cell of a file, or one that is pasted. References are read elsewhere. */
export function readText(text: string, field: Field, model: Model): Reading {
  const type = typeOf(field)
  const read = type.parse(text, field, model)
  return 'fault' in read ? read : { value: type.normalise ? type.normalise(read.value, field) : read.value }
}

/** The fields of the record that the texts are for, and what may come of them. */
export interface TextsOptions {
  readonly model: Model
  /** All fields of the record, in the descriptor's order. */
  readonly fields: readonly Field[]
  /**
   * The key of the unit that a number beside it must have where no text gives one; null where the number's own text
   * may set it.
   */
  unitAt(field: Field): string | null
}

/**
 * Reads the texts that are given for one record, by field. Where a dictionary field directly follows a number, the
 * number may be written with an entry of it (`10斤`): that is the unit, unless another one is given.
 */
export function readTexts(texts: ReadonlyMap<Field, string>, options: TextsOptions): ReadonlyMap<Field, Reading> {
  const readings = new Map<Field, Reading>()
  for (const [field, text] of texts) {
    const read = readText(text, field, options.model)
    const withUnit = 'fault' in read ? readWithUnit(field, text, texts, options) : undefined
    readings.set(field, withUnit?.number ?? read)
    if (withUnit?.unit && !texts.has(withUnit.unit.field)) readings.set(withUnit.unit.field, withUnit.unit.reading)
  }
  return readings
}

type Values = Readonly<Record<string, unknown>>

/** The unit that a record has already; null where it has none, or the default of a new record. */
export const unitOf =
  (record: Values) =>
  ({ name, default: usual }: Field): string | null => {
    const unit = record[name] ?? null
    if (isUnread(unit)) return unit.unread
    return unit === null || (record['id'] === undefined && unit === usual) ? null : String(unit)
  }

/**
 * What is written to a record, by field, for a text that was typed into a number and is none. Written with the unit
 * beside it (`10斤`) it is read; an empty unit, or the default of a new record, is replaced.
 */
export function typedNumber(
  typed: UnreadText,
  field: Field,
  record: Values,
  { model, fields }: Pick<TextsOptions, 'model' | 'fields'>,
): Values {
  const readings = [...readTexts(new Map([[field, typed.unread]]), { model, fields, unitAt: unitOf(record) })]
  return Object.fromEntries(
    readings.map(([of, reading]) => {
      if ('value' in reading) return [of.name, reading.value]
      const isKnown = reading.fault.code === 'number.other-unit'
      return [of.name, isKnown ? { ...typed, message: sayFault(reading.fault, field.title) } : typed]
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
  { model, fields, unitAt }: TextsOptions,
): WithUnit | undefined {
  const beside = fields[fields.indexOf(field) + 1]
  const [, amount = '', word = ''] = /^(.*[\d０-９])\s*([^\d０-９\s][^\d０-９]*)$/u.exec(text.trim()) ?? []
  if (beside?.type !== 'dictionary' || isMany(beside) || !isNumber(field)) return undefined
  const entry = entryMeant(word, beside, model)
  const number = readText(amount, field, model)
  if (!entry || 'fault' in number) return undefined
  const given = texts.get(beside)
  const wanted = given === undefined ? unitAt(beside) : (entryMeant(given, beside, model)?.key ?? given)
  if (wanted === null) return { number, unit: { field: beside, reading: { value: entry.key } } }
  if (wanted === entry.key) return { number }
  const unit = entryOf(wanted, beside, model)?.title.zh ?? wanted
  return { number: { fault: fault('number.other-unit', { text, unit }) } }
}

/** Whether a unit may be written behind the number. */
export const isNumber = ({ type }: Field): boolean => type === 'integer' || type === 'decimal'
