import type { Operator } from '../../fields/field-type.ts'
import { operatorsOf, typeOf } from '../../fields/index.ts'
import { hasDay } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'

const suffixes: Readonly<Record<Operator, readonly string[]>> = {
  contains: ['like'],
  notContains: ['notlike'],
  startsWith: ['likeright'],
  endsWith: ['likeleft'],
  equals: ['equal'],
  notEquals: ['notequal'],
  greater: ['gt'],
  greaterOrEqual: ['ge'],
  less: ['lt'],
  lessOrEqual: ['le'],
  isNull: ['null'],
  notNull: ['notnull'],
  oneOf: ['in'],
  has: [],
}
const daySuffixes: Readonly<Partial<Record<Operator, string>>> = {
  equals: 'dateequal',
  greater: 'dategt',
  greaterOrEqual: 'datege',
  less: 'datelt',
  lessOrEqual: 'datele',
}

/** Every suffix of a query name. */
export const everySuffix: readonly string[] = [...Object.values(suffixes).flat(), ...Object.values(daySuffixes)]

/** Whether a list can be filtered by this field. */
export const isQueried = (field: Field): boolean =>
  field.column !== undefined && !typeOf(field).secret && operatorsOf(field).length > 0

type Condition = readonly [ending: string, operator: Operator]

const ofDays = new WeakMap<readonly Operator[], readonly Condition[]>()
const ofOthers = new WeakMap<readonly Operator[], readonly Condition[]>()

/** The query names of a field with their operators, the bare name first. */
export function conditionsOf(field: Field): readonly Condition[] {
  const operators = operatorsOf(field)
  const isDay = hasDay(field)
  const known = isDay ? ofDays : ofOthers
  const found = known.get(operators) ?? conditions(operators, isDay)
  known.set(operators, found)
  return found
}

function conditions(operators: readonly Operator[], isDay: boolean): Condition[] {
  const named = operators.flatMap((operator): Condition[] => {
    const day = isDay ? daySuffixes[operator] : undefined
    return (day ? [...suffixes[operator], day] : suffixes[operator]).map(suffix => [`_${suffix}`, operator])
  })
  const [first] = operators
  return first ? [['', first], ...named] : named
}
