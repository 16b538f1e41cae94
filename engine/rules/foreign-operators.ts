/** What users write from habit or with a Chinese keyboard, and what the language has instead. */
const foreign: readonly (readonly [pattern: RegExp, write: string])[] = [
  [/^(=>|>\s+=)/, '>='],
  [/^(=<|<\s+=)/, '<='],
  [/^!\s+=/, '!='],
  [/^(=~|~)/, '.contains("…")'],
  [/^!\s*in\b/i, '!(… in […])'],
  [/^case\s+when\b/i, '… ? … : …'],
  [/^mod\b/i, '%'],
  [/^div\b/i, '/'],
  [/^startsWith\b/i, '.startsWith("…")'],
  [/^endsWith\b/i, '.endsWith("…")'],
  [/^(\^|\*\*)/, '… * …'],
  [/^\?\./, '.'],
  [/^\?\s*:/, '??'],
  [/^\.\./, '>= … && … <='],
  [/^`/, '"'],
  [/^[;；#@\\]/, ''],
  [/^(===|=)/, '=='],
  [/^!==/, '!='],
  [/^<>/, '!='],
  [/^&/, '&&'],
  [/^\|/, '||'],
  [/^and\b/i, '&&'],
  [/^or\b/i, '||'],
  [/^not\s+in\b/i, '!(… in […])'],
  [/^not\b/i, '!'],
  [/^is\s+not\s+null\b/i, '!= null'],
  [/^is\s+null\b/i, '== null'],
  [/^is\s+not\b/i, '!='],
  [/^->/, '.'],
  [/^(if|when)\b/i, '… ? … : …'],
  [/^between\b/i, '>= … && … <='],
  [/^then\b/i, '?'],
  [/^else\b/i, ':'],
  [/^:(?=[A-Za-z])/, 'input.'],
  [/^[{}$]/, ''],
  [/^万/, '0000'],
  [/^千/, '000'],
  [/^is\b/i, '=='],
  [/^(like|contains|includes)\b/i, '.contains("…")'],
  [/^＝+/, '=='],
  [/^(！＝|！=|!＝|≠)/, '!='],
  [/^(＞＝|＞=|>＝|≥)/, '>='],
  [/^(＜＝|＜=|<＝|≤)/, '<='],
  [/^＆+/, '&&'],
  [/^｜+/, '||'],
  [/^[“”＂]/, '"'],
  [/^[‘’＇]/, "'"],
  [/^[，、]/, ','],
  [/^×/, '*'],
  [/^÷/, '/'],
  [/^[。．]/, '.'],
  ...[...'０１２３４５６７８９'].map((digit, value) => [new RegExp(`^${digit}`), String(value)] as const),
  ...[...'（）＋－＊／％！＜＞：？［］'].map(
    wide => [new RegExp(`^${wide}`), String.fromCharCode(wide.charCodeAt(0) - 0xfee0)] as const,
  ),
]

/** A part of an expression that belongs to another language, and what to write instead. */
export interface ForeignOperator {
  readonly found: string
  readonly write: string
  readonly start: number
}

/** The foreign operator at the place where the parser stopped, which may be one character or one word before it. */
export function foreignOperator(text: string, stopped: number): ForeignOperator | undefined {
  const word = /(?:\b(?:not|case)\s+|[=!<>]=?\s*|[?*.-])$/i.exec(text.slice(0, stopped))
  // A formula of a spreadsheet begins with it.
  const formula = /^\s*=(?!=)/.exec(text)?.[0].length
  if (formula !== undefined && stopped <= formula) return { found: '=', write: '', start: formula - 1 }
  for (const start of new Set([word?.index ?? stopped, stopped])) {
    for (const [pattern, write] of foreign) {
      const found = pattern.exec(text.slice(start))?.[0]
      if (found !== undefined && found !== write && text.slice(start + found.length, stopped).trim() === '')
        return { found, write, start }
    }
  }
  return undefined
}
