import type { RuleType } from '../model/model.ts'
import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'
import type { Instant } from './zone.ts'

/** A number of calendar months and days: its length depends on the day to which it is added. */
export interface Period {
  readonly months: number
  readonly days: number
}

/** All types inside an expression: `null` is only that of an unknown, `list` can only be searched. */
export type ValueType = RuleType | 'duration' | 'period' | 'list' | 'null'

/** The in-memory form of each type during an evaluation. Null is unknown, for any type. */
export interface RuntimeTypes {
  readonly string: string
  readonly int: bigint
  readonly decimal: Decimal
  readonly bool: boolean
  readonly date: Day
  readonly 'google.protobuf.Timestamp': Instant
  /** Milliseconds. */
  readonly duration: number
  readonly period: Period
  readonly 'list<string>': readonly string[]
  readonly 'list<int>': readonly bigint[]
  readonly list: readonly (string | bigint | Decimal | boolean | number | null)[]
  readonly null: null
}
export type Value = RuntimeTypes[ValueType]

export const isList = (type: ValueType): boolean => type.startsWith('list')

/** Whether values of the type are days or times. */
export const isDayOrTime = (type: ValueType): boolean => type === 'date' || type === 'google.protobuf.Timestamp'

export const isDay = (type: ValueType): boolean => type === 'date'
