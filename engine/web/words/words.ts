import type { en } from './en.ts'

/** The engine's own texts: every language has each of them, or it does not compile. */
export type Words = { readonly [Part in keyof typeof en]: { readonly [Key in keyof (typeof en)[Part]]: string } }

/** The name of one text: `list.reset`. */
export type WordKey = { [Part in keyof Words]: `${Part}.${Extract<keyof Words[Part], string>}` }[keyof Words]
