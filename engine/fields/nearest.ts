const minSimilarity = 0.3
const longest = 200

/** The labels most similar to a text, at most `most`, the most similar first; empty where none is similar. */
export function nearest(text: string, labels: readonly string[], most = 3): readonly string[] {
  return nearestOf(text, labels, label => [label], most)
}

/** The things most similar to a text, by several labels each, such as a Chinese and an English one. */
export function nearestOf<Thing>(
  text: string,
  things: readonly Thing[],
  labelsOf: (thing: Thing) => readonly string[],
  most = 3,
): readonly Thing[] {
  return things
    .map(thing => ({ thing, by: Math.max(...labelsOf(thing).map(label => similarity(text, label))) }))
    .filter(({ by }) => by >= minSimilarity)
    .sort((one, other) => other.by - one.by)
    .slice(0, most)
    .map(({ thing }) => thing)
}

/** The similarity of two texts from 0 to 1: the share of characters that they have in common in the same order. */
export function similarity(one: string, other: string): number {
  const [a, b] = [[...one.toLowerCase()], [...other.toLowerCase()]]
  if (a.length === 0 || b.length === 0 || a.length > longest || b.length > longest) return 0
  let row: number[] = new Array(b.length + 1).fill(0)
  for (const character of a) {
    const next = [0]
    for (const [index, met] of b.entries())
      next.push(character === met ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    row = next
  }
  return (2 * (row.at(-1) ?? 0)) / (a.length + b.length)
}

/** Parts of a text that a similar name contains: the whole, its halves, and its first and last two characters. */
export function textPartsOf(text: string): readonly string[] {
  const characters = [...text]
  const half = Math.ceil(characters.length / 2)
  const parts = [
    characters,
    characters.slice(0, half),
    characters.slice(-half),
    characters.slice(0, 2),
    characters.slice(-2),
  ]
  return [...new Set(parts.filter(({ length }) => length > 1).map(part => part.join('')))]
}
