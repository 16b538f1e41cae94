/** The known word closest to a misspelt one; undefined if none is close. */
export function near(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    // Others are farther than the limit: compared with the codes of a thousand resources, most are.
    .filter(candidate => Math.abs(candidate.length - word.length) <= limit)
    .map(candidate => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase(), limit) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
  return ranked[0]?.candidate
}

/** The number of letters to add, drop, change or swap to turn one word into the other; infinite once it exceeds the limit. */
function distance(a: string, b: string, limit: number): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    // A swap continues the row before the last one.
    if (Math.min(...(rows[i - 1] ?? []), ...(rows[i - 2] ?? [])) > limit) return Number.POSITIVE_INFINITY
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : changed
      row.push(Math.min(changed, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
