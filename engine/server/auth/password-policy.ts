import type { Bilingual } from '../../model/model.ts'

/** Why a new password is refused, or nothing when it is strong: 8 to 16 characters, of all four classes. */
export function weakness(password: string): Bilingual | undefined {
  if (password === '' || /\s/.test(password)) {
    return { zh: '请输入密码且密码不能有空格', en: 'Please enter a password, no spaces allowed' }
  }
  if (password.length < 8 || password.length > 16) {
    return { zh: '密码长度必须是8-16位', en: 'Password length must be 8-16 characters' }
  }
  if (!classes.every(one => one.test(password))) {
    return {
      zh: '密码必须包含大小写字母、特殊字符和数字',
      en: 'Password must contain upper and lower case letters, special character and digit',
    }
  }
  return undefined
}

export const isStrong = (password: string): boolean => weakness(password) === undefined

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d\s]/]
