import type { en } from './en.ts'

/** The engine's own texts: every language has each of them, or it does not compile. Chinese has no plural forms. */
export type Words = {
  readonly [Part in keyof typeof en]: { readonly [Key in keyof (typeof en)[Part] as Singular<Key>]: string }
}

/** The name of one text: `list.reset`. A text with plural forms, `total_one` and `total_other`, has the name `total`. */
export type WordKey = { [Part in keyof Words]: `${Part}.${Extract<keyof Words[Part], string>}` }[keyof Words]

type Singular<Key> = Key extends `${infer Name}_one` ? Name : Key extends `${infer Name}_other` ? Name : Key
