import type { Random } from './random.ts'

const digits = '0123456789'
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A text that matches a simple pattern (literals, `\d`, `\w`, classes, counts); undefined for any other pattern. */
export function patternText(pattern: string, random: Random): string | undefined {
  const piece = /(\\[dw]|\\[^a-z]|\[[^\]^]+\]|[^\\[\](){}?*+|^$.])(\{(\d+)(?:,(\d*))?\}|[?*+])?/gy
  let text = ''
  while (piece.lastIndex < pattern.length) {
    const found = piece.exec(pattern)
    if (!found?.[1]) return undefined
    const signs = signsOf(found[1])
    const [least, most] = countOf(found[2], found[3], found[4])
    for (let left = random.whole(least, most); left > 0; left--) text += random.pick([...signs])
  }
  return text
}

function signsOf(piece: string): string {
  if (piece === '\\d') return digits
  if (piece === '\\w') return digits + letters
  if (piece.startsWith('\\')) return piece.slice(1)
  if (!piece.startsWith('[')) return piece
  return piece
    .slice(1, -1)
    .replaceAll('\\d', digits)
    .replace(/([a-zA-Z0-9])-([a-zA-Z0-9])/g, (_, from: string, to: string) => between(from, to))
    .replaceAll('\\', '')
}

function between(from: string, to: string): string {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  return String.fromCharCode(...Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index))
}

function countOf(
  quantifier: string | undefined,
  least: string | undefined,
  most: string | undefined,
): [number, number] {
  switch (quantifier) {
    case undefined:
      return [1, 1]
    case '?':
      return [0, 1]
    case '*':
      return [0, 3]
    case '+':
      return [1, 3]
    default:
      return [Number(least), most === undefined ? Number(least) : Number(most || Number(least) + 3)]
  }
}
