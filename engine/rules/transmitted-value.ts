import type { RuleType } from '../model/model.ts'
import { dayOf, dayText } from './day.ts'
import { type Decimal, decimalOf, decimalText, round } from './decimal.ts'
import type { Value, ValueType } from './value.ts'
import { instantOf, wallText } from './zone.ts'

/** Parses a transmitted value; a missing or invalid one is unknown, never an error. */
export const readers: Readonly<Record<RuleType, (raw: unknown, zone: string) => Value>> = {
  string: raw => (typeof raw === 'string' ? raw : null),
  int: raw => whole(raw),
  decimal: raw => decimalOf(raw),
  bool: raw => (typeof raw === 'boolean' ? raw : null),
  date: raw => dayOf(raw),
  'google.protobuf.Timestamp': (raw, zone) => instantOf(raw, zone),
  'list<string>': raw =>
    Array.isArray(raw) && raw.every(item => typeof item === 'string') ? (raw as readonly string[]) : null,
  'list<int>': raw => {
    const items = Array.isArray(raw) ? raw.map(whole) : [null]
    return items.every(item => item !== null) ? items : null
  },
}

/** The target of a value: its number of decimals, and whether an integer is an id. */
export interface JsonTarget {
  readonly scale?: number
  readonly id?: boolean
}

/** Converts a value to its transmitted form; an empty text or list, and one that cannot be transmitted, is missing. */
export function toTransmitted(value: Value, type: ValueType, zone: string, target: JsonTarget = {}): unknown {
  if (value === null) return null
  switch (type) {
    case 'bool':
      return value
    case 'string':
    case 'list<string>':
      return (value as string | readonly string[]).length === 0 ? null : value
    case 'int':
      return wholeText(value as bigint, target)
    case 'decimal':
      return Number(
        decimalText(target.scale === undefined ? (value as Decimal) : round(value as Decimal, target.scale)),
      )
    case 'date':
      return dayText(value as number)
    case 'google.protobuf.Timestamp':
      return wallText(value as number, zone)
    case 'list<int>':
      return (value as readonly bigint[]).length === 0 ? null : (value as readonly bigint[]).map(String)
    case 'duration':
    case 'period':
    case 'list':
    case 'null':
      return null
  }
}

function whole(raw: unknown): bigint | null {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? BigInt(raw) : null
  return typeof raw === 'string' && /^-?\d{1,19}$/.test(raw) ? BigInt(raw) : null
}

function wholeText(value: bigint, { id }: JsonTarget): unknown {
  // An integer that a double cannot represent is outside the range of its field, which a write refuses.
  return id ? String(value) : Number(value)
}
