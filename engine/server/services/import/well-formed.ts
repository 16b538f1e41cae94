/** The text with lone surrogates replaced by U+FFFD: the database would refuse them. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')
