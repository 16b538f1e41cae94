import type { Bilingual } from '../model/model.ts'

/** The characters that look like a space or like nothing, by their code point. */
const names: Readonly<Record<string, Bilingual>> = {
  'U+00A0': { zh: '不换行空格', en: 'no-break space' },
  'U+2002': { zh: '半身空格', en: 'en space' },
  'U+2003': { zh: '全身空格', en: 'em space' },
  'U+2009': { zh: '窄空格', en: 'thin space' },
  'U+202F': { zh: '窄的不换行空格', en: 'narrow no-break space' },
  'U+3000': { zh: '全角空格', en: 'full-width space' },
  'U+200B': { zh: '零宽空格', en: 'zero-width space' },
  'U+200C': { zh: '零宽不连字', en: 'zero-width non-joiner' },
  'U+200D': { zh: '零宽连字', en: 'zero-width joiner' },
  'U+2060': { zh: '零宽不换行符', en: 'word joiner' },
  'U+FEFF': { zh: '字节顺序标记', en: 'byte order mark' },
}

/** Such a character. */
export const oddSpace = /[\u00a0\u2002\u2003\u2009\u202f\u3000\u200b\u200c\u2060\ufeff]|\u200d/

/** Whether such a character has no width. */
export const isInvisible = (character: string): boolean => /[\u200b\u200c\u2060\ufeff]|\u200d/.test(character)

/** The name of a character that cannot be shown: `U+00A0`. */
export const codePoint = (text: string, at = 0): string =>
  `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A code point with its name: `U+00A0 (no-break space)`. */
export function namedSpace(point: string): Bilingual {
  const name = names[point]
  return name ? { zh: `${point}（${name.zh}）`, en: `${point} (${name.en})` } : { zh: point, en: point }
}
