import { faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import type { Bilingual, Field } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { inOwnZone } from './input.ts'
import type { QueryInput } from './query.ts'

type Texts = { readonly values: Row } | { readonly errors: Readonly<Record<string, Bilingual>> }

/** Inputs from the texts of an address. An empty text is an absent value; a list is joined by commas or repeated. */
export function inputsOfTexts(ctx: RequestContext, fields: readonly Field[], given: QueryInput): Texts {
  const values: Row = {}
  const errors: Record<string, Bilingual> = {}
  for (const field of fields) {
    const texts = [given[field.name] ?? []].flat().filter(text => text.trim() !== '')
    if (texts.length === 0) continue
    const single = { ...field, options: { ...field.options, many: false } }
    const parts = isMany(field)
      ? texts.flatMap(text => text.split(',')).filter(text => text.trim() !== '')
      : texts.slice(-1)
    const read = parts.map(text => typeOf(field).parse(String(inOwnZone(ctx, field, text.trim())), single, ctx.model))
    const fault = read.find(one => 'fault' in one)
    if (fault && 'fault' in fault) errors[field.name] = faultMessage(fault.fault, field.title)
    else {
      const list = read.map(one => ('value' in one ? one.value : null))
      values[field.name] = isMany(field) ? list : list[0]
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { values }
}
