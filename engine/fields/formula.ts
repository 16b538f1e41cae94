// A spreadsheet evaluates a text that begins with these characters; some convert the full-width ones.
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * A text that no spreadsheet evaluates as a formula: an apostrophe before it marks it as text. A text that begins with
 * apostrophes before such a character gets one more, so that `unescapedFormula` restores every text.
 */
export const escapedFormula = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** The text before it was escaped. */
export const unescapedFormula = (text: string): string =>
  text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text
