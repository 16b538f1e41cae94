import { passwordFault } from '../../fields/password/policy.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { refuse } from '../errors/refuse.ts'
import { parameterValue } from './parameter-value.ts'

/** The password of new accounts that the operator has set, for clients that cannot show a random one. */
export async function initialPassword(queries: Queries, model: Model): Promise<string | undefined> {
  const password = await parameterValue(queries, model, 'account.initPassword')
  if (!password) return undefined
  if (passwordFault(password))
    throw refuse.conflict('password.initial', {
      zh: '参数 account.initPassword 不符合密码规则：8-16 位，须含大小写字母、数字和特殊字符',
      en: 'The setting account.initPassword must have 8 to 16 characters with lower case, upper case, a digit and a symbol',
    })
  return password
}
