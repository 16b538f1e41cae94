import type { WordKey } from '../words/words.ts'

/** What is wrong with a new password, or nothing: 8 to 16 characters of four kinds, no spaces. */
export function newPasswordFault(password: string): WordKey | undefined {
  if (password === '') return 'password.noNew'
  if (/\s/.test(password)) return 'password.noSpaces'
  if (password.length < 8 || password.length > 16) return 'password.length'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d\s]/]
  return kinds.every(kind => kind.test(password)) ? undefined : 'password.mix'
}

/** What is wrong with a password at the door: the text says 6 to 16, the rule lets 5 pass. */
export function signInPasswordFault(password: string): WordKey | undefined {
  if (password === '' || /\s/.test(password)) return 'signIn.noPassword'
  if (password.length < 5 || password.length > 16) return 'signIn.passwordLength'
  const kinds = [/[a-zA-Z]/, /\d/, /[^a-zA-Z\d\s]/]
  return kinds.every(kind => kind.test(password)) ? undefined : 'signIn.passwordMix'
}
