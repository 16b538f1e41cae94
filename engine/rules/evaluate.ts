import type { Expression } from './compile-expression.ts'
import type { Me } from './me.ts'
import type { Lookups } from './run.ts'
import { type JsonTarget, toTransmitted } from './transmitted-value.ts'
import type { Value } from './value.ts'

type Row = Readonly<Record<string, unknown>>

/** The input of an evaluation; all values are in transmitted form. */
export interface RuleInputs {
  readonly record?: Row
  readonly it?: Row
  readonly input?: Row | undefined
  readonly me?: Me
  readonly lookups?: Lookups | undefined
}

/** The time that an evaluation uses. */
export interface Clock {
  readonly now: Date
  /** An IANA zone, `Asia/Shanghai`, in which `today()` and `date()` are computed. */
  readonly zone: string
}

/** The expression's value in transmitted form; null if it is unknown. Never throws. */
export function evaluate(expression: Expression, given: RuleInputs, clock: Clock, target?: JsonTarget): unknown {
  return toTransmitted(resultOf(expression, given, clock), expression.type, clock.zone, target)
}

/** True, false or null for unknown. A filter and a guard require true; a rule is violated only by false. */
export function test(expression: Expression, given: RuleInputs, clock: Clock): boolean | null {
  const value = resultOf(expression, given, clock)
  return typeof value === 'boolean' ? value : null
}

const resultOf = ({ runner }: Expression, rows: RuleInputs, { now, zone }: Clock): Value =>
  runner({ now: now.getTime(), zone, rows, lookups: rows.lookups })
