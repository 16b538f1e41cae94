/** What is typed in words, with one sign too few or with a Chinese keyboard, and what the language has instead. */
const typed: readonly (readonly [pattern: RegExp, write: string])[] = [
  [/^=>/, '>='],
  [/^=</, '<='],
  [/^(===|=|＝+)/, '=='],
  [/^(!==|<>|！＝|！=|!＝|≠)/, '!='],
  [/^(＞＝|＞=|>＝|≥)/, '>='],
  [/^(＜＝|＜=|<＝|≤)/, '<='],
  [/^(&|＆+|and\b)/i, '&&'],
  [/^(\||｜+|or\b)/i, '||'],
  [/^not\b/i, '!'],
  [/^[;；]/, ''],
  [/^[“”＂]/, '"'],
  [/^[‘’＇]/, "'"],
  [/^[，、]/, ','],
  [/^×/, '*'],
  [/^÷/, '/'],
  [/^[。．]/, '.'],
  ...[...'０１２３４５６７８９（）＋－＊／％！＜＞：？［］'].map(
    wide => [new RegExp(`^${wide}`), String.fromCharCode(wide.charCodeAt(0) - 0xfee0)] as const,
  ),
]

/** A part of an expression that was typed otherwise, and what to write instead. */
export interface TypedOperator {
  readonly found: string
  readonly write: string
  readonly start: number
}

/** The operator at the place where the parser stopped, which may be one character or one word before it. */
export function typedOperator(text: string, stopped: number): TypedOperator | undefined {
  const before = /(?:\bnot\s+|[=!<>]=?\s*)$/i.exec(text.slice(0, stopped))
  for (const start of new Set([before?.index ?? stopped, stopped])) {
    for (const [pattern, write] of typed) {
      const found = pattern.exec(text.slice(start))?.[0]
      if (found !== undefined && found !== write && text.slice(start + found.length, stopped).trim() === '')
        return { found, write, start }
    }
  }
  return undefined
}
