import { fault } from '../fault.ts'
import type { Fault } from '../field-type.ts'

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9\s]/]

/** The password policy, applied wherever a password is set: no spaces, 8 to 16 characters, four classes. */
export function passwordFault(password: string): Fault | undefined {
  if (password === '' || /\s/.test(password)) return fault('password.spaces')
  const length = [...password].length
  if (length < 8 || length > 16) return fault('password.length')
  return classes.every(one => one.test(password)) ? undefined : fault('password.classes')
}
