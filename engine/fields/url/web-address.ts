/**
 * Whether a text is a web address that is safe in a link: http or https, a host, no user name (which can disguise the
 * host), no character that a browser would drop or reinterpret.
 */
export function isWebAddress(text: string): boolean {
  const parts = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  if (!parts || /[\s\p{Cc}\p{Surrogate}<>"\\^`{|}]/u.test(text)) return false
  return /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu.test(parts[1] ?? '')
}
