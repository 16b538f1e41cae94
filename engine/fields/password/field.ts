import type { Field } from '../../model/model.ts'
import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { textOption } from '../options.ts'
import { isBlankText, isClean } from '../text-value.ts'
import { passwordFault } from './policy.ts'

const isOfProgram = (field: Field) => ['any', 'readable'].includes(textOption(field, 'strength') ?? 'account')

/** A password: 8 to 16 characters of four classes, write-only. The server stores its hash. */
export const password: FieldType<string> = {
  title: { zh: '密码', en: 'Password' },
  help: {
    zh: '8-16 位，须含大小写字母、特殊字符和数字；只写不读；必填只对新记录，改记录时留空则不修改',
    en: '8 to 16 characters with upper and lower case letters, a special character and a digit. Never returned. Required in new records only; in existing ones, an empty value keeps the password.',
  },
  options: {
    strength: {
      schema: { enum: ['account', 'any', 'readable'] },
      help: {
        zh: 'account：人的密码，按密码规则检查；any：程序的密钥，不检查；readable：同 any，加密保存，服务器可读出并发给别的系统',
        en: '`account`: the password of a user, which must satisfy the rules above. `any`: the secret of a program, with any characters. `readable`: likewise, but encrypted instead of hashed, because the server sends it to another system.',
      },
      default: 'account',
      example: 'any',
    },
  },
  value: () => ({ type: 'string', maxLength: 64, format: 'clean-text' }),
  fault: (value, field) => (isOfProgram(field) ? undefined : passwordFault(value)),
  column: () => 'text',
  rule: () => undefined,
  operators: [],
  sortable: false,
  normalise: value => (isBlankText(value) ? null : value),
  toColumn: value => value,
  fromColumn: raw => String(raw),
  parse: text => (isClean(text) ? { value: text } : { fault: fault('value.unclean') }),
  format: () => '••••••',
  example: (_field, _model, n) => `Example#${String(n % 10_000).padStart(4, '0')}`,
  span: () => 8,
  secret: true,
  large: true,
}
