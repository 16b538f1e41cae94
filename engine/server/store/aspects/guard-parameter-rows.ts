import { faultMessage } from '../../../fields/fault.ts'
import { parameterValues } from '../../../fields/parameter-value.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { parameterOfRow, parameterValueField } from '../../../model/parameter-rows.ts'
import type { RowChange } from '../../auth/authority-guard.ts'
import { failCount } from '../../auth/sign-in-lock.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Work } from '../work.ts'

/** The fields of a declared parameter's row that belong to the descriptors. */
const identity = ['paramKey', 'paramName', 'unit', 'isBuiltIn'] as const

/** Refuses a value that is not of the declared type, and changes of what belongs to the descriptors. */
export function assureParameterRow({ ctx: { model } }: Work, resource: Resource, { before, after }: RowChange): void {
  if (before?.['isBuiltIn'] === true) {
    if (!after) throw refuse.conflict('described-row', messages.deleted)
    for (const name of identity)
      if ((after[name] ?? null) !== (before[name] ?? null)) throw refuse.input({ [name]: messages.fixed })
  }
  const parameter = after && parameterOfRow(model, resource.name, after)
  const read = parameter && parameterValues(String(after[parameterValueField] ?? ''), parameter, model)
  if (parameter && read && 'fault' in read)
    throw refuse.input({ [parameterValueField]: faultMessage(read.fault, parameter.title) })
  if (after?.['paramKey'] !== failCount.key) return
  const count = Number(after[parameterValueField])
  if (!(count >= failCount.least && count <= failCount.most))
    throw refuse.input({ [parameterValueField]: messages.failCount })
}

const messages = {
  deleted: {
    zh: '该参数来自描述文件，不能删除',
    en: 'The parameter comes from the descriptors and cannot be deleted',
  },
  failCount: {
    zh: `登录失败次数上限须在 ${failCount.least} 到 ${failCount.most} 之间，否则没有人能登录`,
    en: `The failed sign-in limit must be between ${failCount.least} and ${failCount.most}; otherwise no user could sign in`,
  },
  fixed: { zh: '由描述文件决定，不能修改', en: 'This is defined by the descriptors and cannot be changed' },
} satisfies Readonly<Record<string, Bilingual>>
