/**
 * Types whose values the driver must hand back as PostgreSQL wrote them: a Date would shift days, a number
 * would round. The second number is the type of a list of them.
 */
const asText: readonly (readonly [one: number, list: number])[] = [
  [20, 1016], // int8
  [1082, 1182], // date
  [1083, 1183], // time
  [1114, 1115], // timestamp
  [1184, 1185], // timestamptz
  [1700, 1231], // numeric
]

/** Parser by number of type, for what must stay text; undefined for other types. */
export function textParser(type: number): ((text: string) => unknown) | undefined {
  if (asText.some(([one]) => one === type)) return text => text
  if (asText.some(([, list]) => list === type)) return list
  return undefined
}

/** All parsers at once, for a driver that takes a record of them. */
export const textParsers: Readonly<Record<number, (text: string) => unknown>> = Object.fromEntries(
  asText.flatMap(([one, many]) => [
    [one, (text: string) => text],
    [many, list],
  ]),
)

/** `{1,2,NULL}` to a list of texts. Texts of these types hold neither braces nor commas. */
function list(text: string): (string | null)[] {
  if (text === '{}') return []
  const items = text.slice(1, -1).split(',')
  return items.map(item => (item === 'NULL' ? null : item.replace(/^"|"$/g, '')))
}
