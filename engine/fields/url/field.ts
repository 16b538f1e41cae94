import { formattedText } from '../formatted-text.ts'

/** A web address. */
export const url = formattedText({
  title: { zh: '网址', en: 'Web address' },
  help: { zh: '以 http:// 或 https:// 开头的网址', en: 'A URL that begins with http:// or https://.' },
  format: 'web-address',
  maxLength: 500,
  check: isWebAddress,
  example: n => `https://example.cn/page/${n}`,
  span: 16,
  inputMode: 'url',
  placeholder: 'https://',
})

/**
 * Whether a text is a web address that is safe in a link: http or https, a host, no user name (which can make one host
 * look like another), no character that a browser drops or rewrites.
 */
export function isWebAddress(text: string): boolean {
  const parts = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  if (!parts || /[\s\p{Cc}\p{Cf}\p{Surrogate}<>"\\^`{|}]/u.test(text)) return false
  return /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?)(:\d{1,5})?$/iu.test(parts[1] ?? '')
}
