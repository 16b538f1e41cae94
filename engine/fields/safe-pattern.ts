import type { Bilingual } from '../model/model.ts'

// The number of ways in which a part of a pattern can match one text, and whether its repetition is unbounded.
interface Cost {
  readonly ways: number
  readonly repeats: number
}

const longest = 500
const most = 1e8

/**
 * Why a pattern is not allowed in a descriptor; undefined when it is. It runs on every input, so it must be fast on all
 * of them: `(a+)+$` took 16 s on 30 characters.
 */
export function patternFault(pattern: string): Bilingual | undefined {
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
    return { zh: `正则表达式有语法错误：${reason}。`, en: `The pattern is not a regular expression: ${reason}.` }
  }
  const bare = /^\/(.+)\/[a-z]*$/.exec(pattern)?.[1]
  if (bare !== undefined) {
    return {
      zh: `正则表达式两端不写斜线：${JSON.stringify(bare)}`,
      en: `Write the pattern without slashes around it: ${JSON.stringify(bare)}`,
    }
  }
  const signs = pattern.replace(/\\[^1-9k]/gu, '')
  if (/\\[1-9k]|\(\?(?!:)/.test(signs)) {
    return {
      zh: '正则表达式里不能用反向引用、环视和命名分组，只能用 (…) 和 (?:…)。',
      en: 'A pattern may contain groups (…) and (?:…), but no back-references, lookarounds or named groups.',
    }
  }
  const { ways, repeats } = costOf(new Reader(pattern))
  // Adjacent repetitions share the text among them: n·(n+1)·… / k! ways, not n^k.
  const shared = ways / factorial(repeats)
  if (shared <= most) return undefined
  return {
    zh: '正则表达式可能要运行很久：不要把重复（* + {n,}）放进重复里，也不要连用三次以上。',
    en: 'The pattern may be slow: do not nest repetitions (* + {n,}), and use at most three.',
  }
}

class Reader {
  private readonly signs: readonly string[]
  private at = 0

  constructor(pattern: string) {
    this.signs = [...pattern]
  }

  get next(): string | undefined {
    return this.signs[this.at]
  }

  get rest(): string {
    return this.signs.slice(this.at).join('')
  }

  take(count = 1): void {
    this.at += count
  }
}

/** Alternatives up to the end of the pattern or of the group. */
function costOf(reader: Reader): Cost {
  let ways = sequenceCost(reader)
  while (reader.next === '|') {
    reader.take()
    const other = sequenceCost(reader)
    ways = { ways: ways.ways + other.ways, repeats: Math.max(ways.repeats, other.repeats) }
  }
  return ways
}

function sequenceCost(reader: Reader): Cost {
  let whole: Cost = { ways: 1, repeats: 0 }
  while (reader.next !== undefined && reader.next !== '|' && reader.next !== ')') {
    const piece = repeated(atomCost(reader), reader)
    whole = { ways: whole.ways * piece.ways, repeats: whole.repeats + piece.repeats }
  }
  return whole
}

function atomCost(reader: Reader): Cost {
  if (reader.next === '(') {
    reader.take(reader.rest.startsWith('(?:') ? 3 : 1)
    const inner = costOf(reader)
    reader.take()
    return inner
  }
  const atom = /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|\[(?:\\.|[^\]\\])*\]|.)/su.exec(
    reader.rest,
  )
  reader.take([...(atom?.[0] ?? ' ')].length)
  return { ways: 1, repeats: 0 }
}

/** The cost of a piece under its quantifier, if any. */
function repeated(piece: Cost, reader: Reader): Cost {
  const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(reader.rest)
  if (!quantifier) return piece
  reader.take(quantifier[0].length)
  const sign = quantifier[0].charAt(0)
  if (sign === '?') return { ways: piece.ways + 1, repeats: piece.repeats }
  const least = sign === '{' ? Number(quantifier[1]) : 0
  const isEndless = sign !== '{' || quantifier[3] === ''
  const greatest = isEndless ? longest : quantifier[2] === undefined ? least : Number(quantifier[3])
  const counts = greatest - least + 1
  const within = piece.ways === 1 ? 1 : piece.ways ** greatest
  return { ways: counts * within, repeats: (counts > 1 ? 1 : 0) + piece.repeats * greatest }
}

const factorial = (n: number) => Array.from({ length: Math.min(n, 3) }, (_, at) => at + 1).reduce((a, b) => a * b, 1)
