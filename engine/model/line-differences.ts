/** A line of a difference: common to both texts, or of one of them; a `gap` is where common lines are left out. */
export interface DifferenceLine {
  readonly mark: 'same' | 'removed' | 'added' | 'gap'
  readonly text: string
}

const context = 3
/** Of larger texts the changed part is shown as a whole: the table below has a cell for each pair of lines. */
const maxCells = 4_000_000

/** The lines in which two texts differ, with three lines before and after each change. */
export function lineDifferences(before: string, after: string): readonly DifferenceLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start++
  let end = 0
  const shorter = Math.min(old.length, next.length) - start
  while (end < shorter && old[old.length - 1 - end] === next[next.length - 1 - end]) end++
  return withoutLongContext([
    ...marked('same', old.slice(0, start)),
    ...changed(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...marked('same', old.slice(old.length - end)),
  ])
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const marked = (mark: DifferenceLine['mark'], lines: readonly string[]): DifferenceLine[] =>
  lines.map(text => ({ mark, text }))

/** The difference by the longest common subsequence. */
function changed(old: readonly string[], next: readonly string[]): DifferenceLine[] {
  if (old.length * next.length > maxCells) return [...marked('removed', old), ...marked('added', next)]
  const width = next.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = next.length - 1; column >= 0; column--) {
      const isSame = old[row] === next[column]
      common[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DifferenceLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < next.length) {
    const [former = '', present = ''] = [old[row], next[column]]
    if (row < old.length && column < next.length && former === present) {
      lines.push({ mark: 'same', text: former })
      row++
      column++
    } else if (row < old.length && (column === next.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: 'removed', text: former })
      row++
    } else {
      lines.push({ mark: 'added', text: present })
      column++
    }
  }
  return lines
}

function withoutLongContext(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const near = new Set<number>()
  for (const [index, { mark }] of lines.entries()) {
    if (mark === 'same') continue
    for (let place = index - context; place <= index + context; place++) near.add(place)
  }
  return lines.flatMap((line, index): DifferenceLine[] => {
    if (near.has(index)) return [line]
    const isFirstLeftOut = near.has(index - 1) || (index === 0 && near.size > 0)
    return isFirstLeftOut ? [{ mark: 'gap', text: '' }] : []
  })
}
