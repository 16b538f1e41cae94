import { formattedText } from '../formatted-text.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** An e-mail address in the form that every mail server accepts. */
export const email = formattedText({
  title: { zh: '邮箱', en: 'Email' },
  help: {
    zh: '电子邮箱地址，由英文字母、数字和符号组成；全角字符存为半角；中文域名写成 xn-- 开头的形式',
    en: 'An e-mail address of ASCII characters. Full-width characters are stored in half width. An internationalized domain is written in its form with xn--.',
  },
  format: 'email',
  maxLength: 254,
  check: isEmail,
  normalise: value => {
    // A space inside is refused: without it, the address may be another person's.
    const text = normaliseText(value)
    return typeof text === 'string' ? halfWidth(text.replace(/\p{Cf}/gu, '')) : text
  },
  example: n => `person${n}@example.cn`,
  personal: true,
  reachedBy: 'email',
  inputMode: 'email',
})

/**
 * Whether a text is an e-mail address with a full domain, of ASCII characters: other local parts need SMTPUTF8 (RFC 6531)
 * at every mail server on the way, and other domains have a form in ASCII (RFC 5891).
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const domain = text.slice(at + 1).split('.')
  return (
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(text.slice(0, at)) &&
    domain.length > 1 &&
    domain.every(one => one.length <= 63 && /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/.test(one)) &&
    /[A-Za-z]/.test(domain.at(-1) ?? '')
  )
}
