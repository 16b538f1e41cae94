// A spreadsheet runs what begins so; full-width signs are taken for the plain ones by some.
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * A text that no spreadsheet takes for a formula: an apostrophe before it, which they read as "this is text". One that
 * begins with apostrophes before such a sign gets one more, so that `undefused` gives back every text as it was.
 */
export const defused = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** The text as it was before it was defused. */
export const undefused = (text: string): string => (text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text)
