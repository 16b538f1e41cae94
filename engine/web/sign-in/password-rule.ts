import type { WordKey } from '../words/words.ts'

/** The error of a new password, if any: 8 to 16 characters of four kinds, no spaces. */
export function newPasswordFault(password: string): WordKey | undefined {
  if (password === '') return 'password.noNew'
  if (/\s/.test(password)) return 'password.noSpaces'
  if (password.length < 8 || password.length > 16) return 'password.length'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d\s]/]
  return kinds.every(kind => kind.test(password)) ? undefined : 'password.mix'
}

/** The error of a password at sign-in, if any: the message shows 6 to 16 characters, the rule accepts 5. */
export function signInPasswordFault(password: string): WordKey | undefined {
  if (password === '' || /\s/.test(password)) return 'signIn.noPassword'
  if (password.length < 5 || password.length > 16) return 'signIn.passwordLength'
  const kinds = [/[a-zA-Z]/, /\d/, /[^a-zA-Z\d\s]/]
  return kinds.every(kind => kind.test(password)) ? undefined : 'signIn.passwordMix'
}
