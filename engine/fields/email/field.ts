import { formattedText } from '../formatted-text.ts'

/** An e-mail address. */
export const email = formattedText({
  title: { zh: '邮箱', en: 'Email' },
  help: { zh: '电子邮箱地址', en: 'An e-mail address.' },
  format: 'email',
  maxLength: 254,
  check: isEmail,
  example: n => `person${n}@example.cn`,
  personal: true,
  inputMode: 'email',
})

/** Whether a text is an e-mail address with a full domain. */
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
