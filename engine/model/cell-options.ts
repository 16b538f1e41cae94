import { type CellOptions, encodings } from './import-view.ts'

const maxTexts = 20
const longest = 50

const texts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= maxTexts &&
  value.every(one => typeof one === 'string' && one !== '' && one.length <= longest)

const listed = { is: texts, zh: '至多 20 个文本', en: 'a list of at most 20 texts' }

const oneOf = (...choices: readonly string[]) => ({
  is: (value: unknown) => choices.some(one => one === value),
  zh: choices.join(' 或 '),
  en: choices.join(' or '),
})

/** What each option of the cells of a file may be. */
export const cellOptionRules: Readonly<
  Record<keyof CellOptions, { is(value: unknown): boolean; readonly zh: string; readonly en: string }>
> = {
  encoding: oneOf(...encodings),
  headerRow: { is: value => typeof value === 'number' && /^[1-9]\d?$/.test(`${value}`), zh: '1 至 99', en: '1 to 99' },
  empty: listed,
  separators: listed,
  dayOrder: oneOf('day-first', 'month-first'),
  decimal: oneOf('point', 'comma'),
  percent: oneOf('fraction', 'number'),
  yes: listed,
  no: listed,
}

export const isCellOption = (name: string): name is keyof CellOptions => Object.hasOwn(cellOptionRules, name)
