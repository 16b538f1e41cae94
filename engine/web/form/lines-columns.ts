import { enteredLineFields } from '../../fields/entered-fields.ts'
import { typeOf } from '../../fields/index.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Resource } from '../../model/model.ts'

import type { RecordContext } from '../../record/expressions.ts'
import { defaultsOf } from './new-record.ts'

export type FormLine = Readonly<Record<string, unknown>>

/** Messages of one line, by field. */
export type LineErrors = Readonly<Record<string, readonly string[]>>

/** The columns of lines: those of the `children` field, else those of the lines' own list. */
export function columnsOf(field: Field, resource: Resource): readonly Field[] {
  const names = (field.options['columns'] as readonly string[] | undefined) ?? resource.list.columns
  const fields = enteredLineFields(field, resource.fields)
  return names.map(name => fields.find(one => one.name === name)).filter(one => one !== undefined)
}

/** The maximum number of lines. */
export const lineLimit = ({ options }: Field): number =>
  typeof options['max'] === 'number' ? options['max'] : Number.POSITIVE_INFINITY

/** A new line with its defaults; without a context only the constant ones, and the server evaluates the others. */
export const newLine = ({ fields }: Resource, context?: RecordContext): FormLine =>
  context
    ? defaultsOf(fields, context)
    : Object.fromEntries(fields.filter(field => field.default !== undefined).map(field => [field.name, field.default]))

/** Whether the user edits it; other fields are set by the server or computed. */
export const isTyped = (field: Field): boolean => !field.readOnly && field.compute === undefined

/** Computed amounts have a sum; a column of unit prices has none. */
export const isSummed = (field: Field): boolean => typeOf(field).amount === true && field.compute !== undefined

export const alignOf = (field: Field): string => (webOf(field).align === 'right' ? 'figure' : '')
