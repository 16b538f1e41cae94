/** Whether a text is an id: a positive integer of at most 63 bits without leading zeros. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && (text.length < 19 || text <= '9223372036854775807')
}
