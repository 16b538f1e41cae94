/**
 * Types whose values the driver must return as text: a Date would shift days, a number would round. The second number
 * is the type of their array.
 */
const textTypes: readonly (readonly [one: number, list: number])[] = [
  [20, 1016], // int8
  [1082, 1182], // date
  [1083, 1183], // time
  [1114, 1115], // timestamp
  [1184, 1185], // timestamptz
  [1700, 1231], // numeric
]

/** The parser of a type that must remain text, by its number; undefined for other types. */
export function textParser(type: number): ((text: string) => unknown) | undefined {
  if (textTypes.some(([one]) => one === type)) return text => text
  if (textTypes.some(([, list]) => list === type)) return list
  return undefined
}

/** All parsers, for a driver that accepts a record of them. */
export const textParsers: Readonly<Record<number, (text: string) => unknown>> = Object.fromEntries(
  textTypes.flatMap(([one, many]) => [
    [one, (text: string) => text],
    [many, list],
  ]),
)

/** Parses `{1,2,NULL}` into a list of texts. Texts of these types contain neither braces nor commas. */
function list(text: string): (string | null)[] {
  if (text === '{}') return []
  const items = text.slice(1, -1).split(',')
  return items.map(item => (item === 'NULL' ? null : item.replace(/^"|"$/g, '')))
}
