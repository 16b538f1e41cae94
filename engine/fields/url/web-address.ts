/**
 * Whether a text is an address on the web that may stand in a link: http or https, a host, no user name (which
 * serves to make one host look like another), no sign that a browser would drop or read anew.
 */
export function isWebAddress(text: string): boolean {
  const parts = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  if (!parts || /[\s\p{Cc}\p{Surrogate}<>"\\^`{|}]/u.test(text)) return false
  return /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu.test(parts[1] ?? '')
}
