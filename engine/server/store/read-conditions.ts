import { fault, faultMessage } from '../../fields/fault.ts'
import type { Operator } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/index.ts'
import { hasPrefixIndex, isSearched } from '../../fields/indexed-fields.ts'
import { isMany } from '../../fields/options.ts'
import { halfWidth, isClean } from '../../fields/text-value.ts'
import { isDateField, isMoment } from '../../fields/traits.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, word } from '../database/fragment.ts'
import { referenceOf } from '../database/shape.ts'
import type { Condition } from './condition.ts'
import { descendantsSql } from './descendants.ts'
import { inOwnZone } from './input.ts'
import { seenSql } from './select.ts'

const maxValues = 1000

type ReadConditions = { readonly conditions: readonly Condition[] } | { readonly error: Bilingual }

/** The conditions of a field, an operator and the texts of an address. */
export function readConditions(
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  operator: Operator | 'below',
  isDay: boolean,
  texts: readonly string[],
): ReadConditions {
  const type = typeOf(field)
  const isSeen = seenSql(ctx, field, word('')) !== undefined
  const seen = isSeen && { seen: (column: Fragment) => seenSql(ctx, field, column) ?? column }
  if (operator === 'isNull' || operator === 'notNull') return { conditions: [{ field, operator, values: [], ...seen }] }
  const isSplit = operator === 'oneOf' || operator === 'below'
  const isList = operator === 'oneOf' || (texts.length > 1 && operator === 'equals')
  const words = isSplit ? texts.flatMap(text => text.split(',')).filter(text => text.trim() !== '') : texts
  if (words.length > maxValues) return { error: faultMessage(fault('list.many', { limit: maxValues }), field.title) }
  const values: unknown[] = []
  for (const text of words) {
    if (!isClean(text)) return { error: faultMessage(fault('value.unclean'), field.title) }
    const read = isPart(operator)
      ? { value: text.trim() }
      : type.parse(String(inOwnZone(ctx, field, fitting(field, isDay, text))), one(field), ctx.model)
    if ('fault' in read) return { error: faultMessage(read.fault, field.title) }
    const value = isPart(operator) ? read.value : type.toColumn(read.value, one(field))
    // A day without a time is the whole day, so that it is included as an upper bound.
    values.push(isMoment(field) && !/[T ]/.test(halfWidth(text).trim()) ? value.slice(0, 10) : value)
  }
  if (isList) return { conditions: [{ field, operator: 'oneOf', values, ...seen }] }
  if (operator === 'below') return { conditions: belowConditions(ctx, field, values).map(one => ({ ...one, ...seen })) }
  const hasGrams = (operator === 'contains' || (operator === 'equals' && !field.unique)) && isSearched(resource, field)
  const hasPrefix = operator === 'startsWith' && hasPrefixIndex(field)
  const supported = { ...(hasGrams && { hasGrams }), ...(hasPrefix && { hasPrefix }) }
  return { conditions: values.map(value => ({ field, operator, values: [value], ...supported, ...seen })) }
}

const belowConditions = (ctx: RequestContext, field: Field, values: readonly unknown[]): Condition[] =>
  referenceOf(ctx.model, field).map(({ of }) => ({
    field,
    operator: 'below',
    values: [],
    below: descendantsSql(ctx, of, values),
  }))

const isPart = (operator: Operator | 'below') =>
  ['contains', 'notContains', 'startsWith', 'endsWith'].includes(operator)

/** A query contains single values, also for a field with a list. */
const one = (field: Field): Field => (isMany(field) ? { ...field, options: { ...field.options, many: false } } : field)

/** `_datege` and its siblings compare a day with a timestamp. */
const fitting = (field: Field, isDay: boolean, text: string) =>
  isDay && isDateField(field) ? text.trim().slice(0, 10) : text
