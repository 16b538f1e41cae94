import { createHash } from 'node:crypto'

/** A quoted identifier. Names come from the Model, never from a request. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A quoted literal, for statements that accept no parameters. */
export const literal = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** A value in the form of its column as a constant of the column's type. */
export function constant(value: unknown, type: string): string {
  if (type === 'jsonb') return `${literal(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value)) return `array[${value.map(one => literal(String(one))).join(', ')}]::${type}`
  return `${literal(String(value))}::${type}`
}

export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ')

/** PostgreSQL truncates names at 63 bytes; a longer one keeps its start and ends with its digest. */
export function shortened(name: string, reserved = 0): string {
  const most = 63 - reserved
  if (Buffer.byteLength(name) <= most) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${Buffer.from(name)
    .subarray(0, most - 9)
    .toString()
    .replace(/�+$/, '')}_${digest}`
}

const short: readonly (readonly [RegExp, string])[] = [
  [/^character varying/, 'varchar'],
  [/^timestamp(\(\d\))? with time zone/, 'timestamptz$1'],
  [/^timestamp(\(\d\))? without time zone/, 'timestamp$1'],
  [/^time(\(\d\))? without time zone/, 'time$1'],
]

/** The canonical name of a column type, which PostgreSQL can spell in several ways. */
export function columnTypeName(type: string): string {
  const lower = type.toLowerCase().replace(/,\s+/g, ',').trim()
  const found = short.find(([long]) => long.test(lower))
  return found ? lower.replace(found[0], found[1]) : lower
}
