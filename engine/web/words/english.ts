import englishMessages from 'ra-language-english'
import { en } from './en.ts'

export const englishTexts = { ...withPluralForms(englishMessages), ...en }

/** react-admin's texts with the plural forms of i18next: `name: 'a |||| b'` becomes `name_one: 'a', name_other: 'b'`. */
function withPluralForms(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      if (typeof text !== 'string') return [[name, withPluralForms(text)]]
      const [one, other] = text.split(' |||| ')
      if (other === undefined) return [[name, text]]
      return [
        [`${name}_one`, one],
        [`${name}_other`, other],
      ]
    }),
  )
}
