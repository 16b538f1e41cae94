import type { Bilingual } from '../model/model.ts'
import { namedSpace } from './odd-space.ts'

/** What the texts of a fault mention, by name. */
export type FaultWords = Readonly<Record<string, string>>

/** The message of a fault for users, and a hint with the correct form where there is one. */
export interface FaultText {
  readonly message: Bilingual
  readonly hint?: Bilingual
}

/**
 * A message and, after an arrow, a hint. Each has alternatives between bars; the first one is shown whose words are all
 * given. `$name` is a word, `$name?` one that is only asked for, `$known` a list of names, `$found:types` names of types,
 * `$found:either` with "or", `$found:space` a character that looks like a space.
 */
export type Texts = readonly [zh: string, en: string]

/** The texts of a fault. A near word, or the known ones where there is no hint, are the hint. */
export function faultText([zh, en]: Texts, words: FaultWords): FaultText {
  const [ofZh, ofEn] = [zh.split(' → '), en.split(' → ')]
  const message = { zh: filled(ofZh[0], words, 'zh', true) ?? '', en: filled(ofEn[0], words, 'en', true) ?? '' }
  const [hintZh, hintEn] = [filled(ofZh[1], words, 'zh'), filled(ofEn[1], words, 'en')]
  if (words['near'] || ofZh[1] === undefined) return { message, ...didYouMean(words) }
  return { message, ...(hintZh !== undefined && hintEn !== undefined && { hint: { zh: hintZh, en: hintEn } }) }
}

const place = /\$(\w+)(\?|:(types|either|space))?/g

/** The first alternative whose words are all given; of a message, otherwise the last. */
function filled(text: string | undefined, words: FaultWords, language: keyof Bilingual, isMessage = false) {
  const isComplete = (one: string) => [...one.matchAll(place)].every(([, name = '']) => words[name])
  const all = text?.split(' | ') ?? []
  return (all.find(isComplete) ?? (isMessage ? all.at(-1) : undefined))?.replaceAll(
    place,
    (_, name: string, end: string | undefined, format: string | undefined) => {
      const word = words[name] ?? ''
      if (end === '?') return ''
      if (format === 'space') return namedSpace(word)[language]
      if (format === undefined) return name === 'known' ? listed(word.split(', '), language) : oneLine(word)
      const types = word.split(',').map(type => typeTitles[type]?.[language] ?? type)
      return format === 'either' ? types.join(language === 'zh' ? '或' : ' or ') : listed(types, language)
    },
  )
}

const listed = (names: readonly string[], language: keyof Bilingual) => names.join(language === 'zh' ? '、' : ', ')

const oneLine = (word: string): string => word.replaceAll(/[\n\r]/g, '\u21b5')

/** The hint "Did you mean …", or the list of known names. */
function didYouMean({ near, known, more, zh = '', en = '' }: FaultWords): Pick<FaultText, 'hint'> {
  if (near) return { hint: { zh: `是否想写“${near}”？`, en: `Did you mean "${near}"?` } }
  if (!known) return {}
  const [moreZh, moreEn] = more ? [`，另有 ${more} 个`, ` and ${more} more`] : ['', '']
  const names = known.split(', ')
  return {
    hint: { zh: `${zh}可用：${listed(names, 'zh')}${moreZh}。`, en: `${en}Known: ${listed(names, 'en')}${moreEn}.` },
  }
}

/** The types of expressions and of JSON Schema. */
const typeTitles: Readonly<Record<string, Bilingual>> = {
  string: { zh: '文字', en: 'a text' },
  int: { zh: '整数', en: 'an integer' },
  integer: { zh: '整数', en: 'an integer' },
  number: { zh: '数字', en: 'a number' },
  decimal: { zh: '小数', en: 'a decimal number' },
  bool: { zh: '是或否', en: 'yes or no' },
  boolean: { zh: '布尔值（true 或 false）', en: 'true or false' },
  date: { zh: '日期', en: 'a date' },
  'google.protobuf.Timestamp': { zh: '日期时间', en: 'a date and time' },
  duration: { zh: '时长', en: 'a duration' },
  period: { zh: '天数或月数', en: 'a period' },
  'list<string>': { zh: '文字列表', en: 'a list of texts' },
  'list<int>': { zh: '编号列表', en: 'a list of IDs' },
  list: { zh: '列表', en: 'a list' },
  array: { zh: '列表', en: 'a list' },
  texts: { zh: '文字列表', en: 'a list of texts' },
  object: { zh: '映射', en: 'a map' },
  bilingual: { zh: '中英文两种文字', en: 'a text in both languages' },
  null: { zh: '空值', en: 'no value' },
}
