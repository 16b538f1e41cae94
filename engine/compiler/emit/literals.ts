/** A text as a string literal in the project's code style. */
export const quote = (text: string): string => (isPlain.test(text) ? `'${text}'` : escaped(text))

/** Without a character that a literal escapes. Most texts are. */
const isPlain = /^[ !#-&(-[\]-~\u00a0-\ud7ff\ue000-\uffff]*$/

const escaped = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A name as an object's key, quoted where necessary. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

/** A union of string literals; `never` without any. */
export const unionOf = (names: readonly string[]): string => names.map(quote).join(' | ') || 'never'
