import type { Bilingual } from '../model/model.ts'

/** What fills the blanks of a wording. */
export type Words = Readonly<Record<string, string>>

interface Wording {
  readonly severity?: 'error' | 'warning'
  readonly message: (words: Words) => Bilingual
  readonly hint?: (words: Words) => Bilingual | undefined
}

/** Every way in which a descriptor can be wrong. Codes never change meaning; tests and docs cite them. */
export const wordings = {
  'yaml.syntax': {
    message: ({ detail }) => ({ zh: `这里不是正确的 YAML：${detail}`, en: `This is not proper YAML: ${detail}` }),
  },
} satisfies Record<string, Wording> as Readonly<Record<'yaml.syntax', Wording>>

export type ProblemCode = keyof typeof wordings
