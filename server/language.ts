import type { LanguagePart } from '../engine/compiler/extend.ts'

/** What the product adds to the language of descriptors, and its tables that are no resources, for server and commands. */
export const language: LanguagePart = {}
