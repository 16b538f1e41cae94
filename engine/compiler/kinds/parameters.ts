import type { Parameter } from '../../model/model.ts'
import type { Kind } from '../kind.ts'
import { type Keys, mapOf, objectOf, shared } from '../language/key.ts'
import { at, type Entry, plainAt, textOf } from '../tree.ts'
import { bilingual, merged } from '../workspace.ts'

/** The keys of a parameter in parameters.yaml. */
export const parameterKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '参数名称', en: 'The title of the parameter.' },
    example: '{ zh: 每页条数, en: Rows per page }',
    required: true,
  },
  value: {
    schema: shared('value'),
    help: { zh: '初始值，管理员可改', en: 'The initial value; administrators can change it.' },
    example: '"20"',
    required: true,
  },
  remark: {
    schema: { type: 'string' },
    help: { zh: '备注', en: 'A note for administrators.' },
    example: '最多 200',
  },
}

/** Settings that administrators edit. */
export const parametersKind: Kind = {
  location: 'parameters.yaml',
  schema: mapOf(objectOf(parameterKeys), { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9._-]*$' }),
  sections: [['参数 parameters.yaml', parameterKeys]],
  build: workspace => ({ parameters: merged(workspace, 'parameters').map(parameterOf) }),
}

function parameterOf({ key, value }: Entry): Parameter {
  const remark = textOf(at(value, 'remark'))
  return {
    key,
    title: bilingual(at(value, 'title')) ?? { zh: key, en: key },
    value: String(plainAt(value, 'value') ?? ''),
    ...(remark !== undefined && { remark }),
  }
}
