import type { Language } from '../../../model/model.ts'

/** The start of a template's note row, which describes the columns and is not data. */
const mark: Readonly<Record<Language, string>> = { zh: '# 说明：', en: '# Note: ' }

/** The first word of each of its cells. */
export const needs: Readonly<Record<Language, { readonly required: string; readonly optional: string }>> = {
  zh: { required: '必填', optional: '选填' },
  en: { required: 'Required', optional: 'Optional' },
}

/** The note row of a template. */
export const noteRow = (texts: readonly string[], language: Language): string[] =>
  texts.map((text, index) => (index === 0 ? mark[language] + text : text))

/** Whether a row is a note row: a text that only starts like one is data. */
export const isNote = (cells: readonly string[]): boolean =>
  (['zh', 'en'] as const).some(language => {
    const [first = '', ...others] = cells
    if (!first.startsWith(mark[language])) return false
    const { required, optional } = needs[language]
    const texts = [first.slice(mark[language].length), ...others.filter(text => text.trim() !== '')]
    return texts.every(text => text.startsWith(required) || text.startsWith(optional))
  })
