import type { Language } from './model.ts'

/** What separates the items of a list in a sentence: 、 or a comma. */
export const listSeparator = (language: Language): string => (language === 'zh' ? '、' : ', ')
