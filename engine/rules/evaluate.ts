import type { Expression } from './compile-expression.ts'
import type { Me } from './scope.ts'
import type { Value } from './value.ts'
import { type Target, toWire } from './wire.ts'

type Row = Readonly<Record<string, unknown>>

/** What an expression is worked out on, every value as it travels over the wire. */
export interface Given {
  readonly record?: Row
  readonly it?: Row
  readonly input?: Row
  readonly me?: Me
}

export interface Clock {
  readonly now: Date
  /** An IANA zone, `Asia/Shanghai`: whose days `today()` and `date()` mean. */
  readonly zone: string
}

/** The expression's value as it travels over the wire; null where it is unknown. Never throws. */
export function evaluate(expression: Expression, given: Given, clock: Clock, target?: Target): unknown {
  return toWire(heldOf(expression, given, clock), expression.type, clock.zone, target)
}

/** True, false or null for unknown. A filter and a guard want true; a rule only minds false. */
export function test(expression: Expression, given: Given, clock: Clock): boolean | null {
  const value = heldOf(expression, given, clock)
  return typeof value === 'boolean' ? value : null
}

function heldOf({ runner }: Expression, { record, it, input, me }: Given, { now, zone }: Clock): Value {
  const rows = { ...(record && { record }), ...(it && { it }), ...(input && { input }), ...(me && { me }) }
  return runner({ now: now.getTime(), zone, rows })
}
