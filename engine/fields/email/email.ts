const name = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const part = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/

/** Whether a text is an email address with a full domain. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const domain = text.slice(at + 1).split('.')
  return (
    name.test(text.slice(0, at)) &&
    domain.length > 1 &&
    domain.every(one => one.length <= 63 && part.test(one)) &&
    /[A-Za-z]/.test(domain.at(-1) ?? '')
  )
}
