/** A text in which half of a sign became the sign for what cannot be read: the database would refuse it. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')
