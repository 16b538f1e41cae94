import { hasDefault, requiresValue } from '../../fields/record-schema.ts'
import { lineResource } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { RecordContext } from '../../record/expressions.ts'
import { inMaster } from '../../record/in-master.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { defaultIn, recordDefaults } from '../../record/record-defaults.ts'
import { defaultsOf, isWritten } from './new-record.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The record without its new lines into which nothing was entered; the same record if it has none. Such a line has only
 * its defaults, and not all the values that it requires.
 */
export function withoutBlankLines(context: RecordContext, resource: Resource, record: Values): Values {
  let next = record
  for (const field of resource.fields) {
    const of = lineResource(field, context.model)
    const lines = record[field.name]
    if (!of || !Array.isArray(lines)) continue
    const entered = lines.filter(line => !isBlank(context, of, record, line))
    if (entered.length < lines.length) next = { ...next, [field.name]: entered }
  }
  return next
}

function isBlank(context: RecordContext, of: Resource, master: Values, line: Values): boolean {
  if (line['id'] !== undefined) return false
  const typed = of.fields.filter(field => isWritten(field) && field.name !== of.partOf?.field)
  if (typed.some(field => !hasDefault(field) && !isEmptyValue(line[field.name]))) return false
  const [own, values] = inMaster(context, of, master, line)
  const read = recordDefaults(context.model, of).map(one => [one.field.name, defaultIn(own, of, one, values)])
  const defaults: Values = { ...defaultsOf(of.fields, own), ...Object.fromEntries(read) }
  const required = typed.filter(field => requiresValue(field, true))
  const isComplete = required.length > 0 && required.every(({ name }) => !isEmptyValue(line[name]))
  return !isComplete && typed.every(({ name }) => isEmptyValue(line[name]) || isSameValue(line[name], defaults[name]))
}
