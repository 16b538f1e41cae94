import { fault } from '../fault.ts'
import type { Fault } from '../field-type.ts'

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9\s]/]

// Words of the passwords that are tried first, such as `P@ssw0rd` and `Admin@123`, without the digits around them.
const commonWords = new Set(
  `a abc abcd abcdef abcdefg admin administrator root sa system manager operator user guest test demo default
  password passwd passw pass pwd pw changeme letmein welcome hello login server master monkey dragon sunshine football
  princess iloveyou woaini qwe qwer qwert qwerty qwertyui qwertyuiop asd asdf asdfg asdfgh zxc zxcv zxcvbn qaz
  qazwsx qaz2wsx qazwsxedc zaq12wsx a1b2c3d china zhongguo huawei`.split(/\s+/),
)
const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Whether a password is a common word with other case, digits in place of letters, or digits and signs around it. */
function isCommon(password: string): boolean {
  const core = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const read = core.replaceAll(/[^a-z]/g, sign => leet[sign] ?? '')
  return [read, core.replaceAll(/[^a-z0-9]/g, '')].some(word => commonWords.has(word.replace(/^(.+?)\1+$/, '$1')))
}

/** The password policy, applied wherever a password is set: no spaces, 8 to 16 characters, four classes, not common. */
export function passwordFault(password: string): Fault | undefined {
  if (password === '' || /\s/.test(password)) return fault('password.spaces')
  const length = [...password].length
  if (length < 8 || length > 16) return fault('password.length')
  if (!classes.every(one => one.test(password))) return fault('password.classes')
  return isCommon(password) ? fault('password.common') : undefined
}
