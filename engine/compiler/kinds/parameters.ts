import { isParameterType } from '../../fields/parameter-value.ts'
import type { Bilingual, DatedValue, Parameter, ParameterValue } from '../../model/model.ts'
import { buildField } from '../build-field.ts'
import { checkParameters } from '../checks/parameters.ts'
import { formerNames, formerNamesKey } from '../former-names.ts'
import type { Kind } from '../kind.ts'
import { describableTypes } from '../language/field.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { at, type Entry, itemsOf, type Node, plainAt, textOf } from '../tree.ts'
import { bilingual, merged, type Workspace } from '../workspace.ts'

/** The keys of a dated value. */
export const datedValueKeys: Keys = {
  from: newKey(
    { type: 'string', format: 'date' },
    '从哪一天起生效',
    'The first day on which the value is effective.',
    '2025-01-01',
    { required: true },
  ),
  value: newKey(shared('value'), '这一天起的值', 'The value from that day on.', '5', { required: true }),
  cite: newKey(
    shared('bilingual'),
    '依据的法规或文件，写入参数的备注',
    'The law or document that sets the value; it is added to the note of the parameter.',
    '{ zh: 走访管理办法, en: Visit regulations }',
  ),
}

/** The keys of a parameter in parameters.yaml. */
export const parameterKeys: Keys = {
  title: newKey(shared('bilingual'), '参数名称', 'The title of the parameter.', '{ zh: 每页条数, en: Rows per page }', {
    required: true,
  }),
  type: newKey(
    {
      type: 'string',
      enum: [...describableTypes].filter(([, type]) => isParameterType(type)).map(([name]) => name),
    },
    '值的字段类型，默认 text',
    'The field type of the value. Default: text.',
    'integer',
  ),
  unit: newKey(
    { anyOf: [{ type: 'string', minLength: 1 }, shared('bilingual')] },
    '单位',
    'The unit.',
    '{ zh: 天, en: days }',
  ),
  value: newKey(
    shared('value'),
    '初始值，管理员可改；与 values 二选一',
    'The initial value, which administrators can change. A parameter has either `value` or `values`.',
    '20',
  ),
  values: newKey(
    listOf(objectOf(datedValueKeys), { minItems: 1 }),
    '按日期生效的初始值：每个值从 from 那天起，到下一个的前一天为止',
    'Initial values by date. Each is effective from its `from` until the day before the next one.',
    '[{ from: 2024-01-01, value: 20 }, { from: 2026-01-01, value: 50 }]',
  ),
  remark: newKey({ type: 'string' }, '备注', 'A note for administrators.', '最多 200'),
  renamedFrom: formerNamesKey,
}

/** Settings that administrators edit. */
export const parametersKind: Kind = {
  location: 'parameters.yaml',
  schema: mapOf(objectOf(parameterKeys), { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9._-]*$' }),
  sections: [
    ['参数 parameters.yaml', parameterKeys],
    ['按日期生效的值 parameters.*.values[]', datedValueKeys],
  ],
  check: checkParameters,
  build: workspace => ({ parameters: merged(workspace, 'parameters').map(entry => parameterOf(entry, workspace)) }),
}

function parameterOf({ key, value }: Entry, workspace: Workspace): Parameter {
  const [remark, unit] = [remarkOf(value), unitOf(at(value, 'unit'))]
  const title = bilingual(at(value, 'title')) ?? { zh: key, en: key }
  const { column: _none, ...field } = buildField('value', typeOnly(at(value, 'type')), workspace)
  const first = scalarAt(value, 'value')
  return {
    key,
    ...formerNames(value),
    title,
    field: { ...field, title, required: true },
    ...(unit && { unit }),
    ...(first !== undefined && { value: first }),
    values: itemsOf(at(value, 'values')).map(datedValue).sort(byDay),
    ...(remark !== undefined && { remark }),
  }
}

/** The note, and the source of each dated value, which administrators see with the values that they edit. */
function remarkOf(value: Node | undefined): string | undefined {
  const sources = itemsOf(at(value, 'values')).flatMap(dated => {
    const cite = bilingual(at(dated, 'cite'))
    return cite ? [`${textOf(at(dated, 'from'))} 依据：${cite.zh}`] : []
  })
  const lines = [textOf(at(value, 'remark')), ...sources].filter(line => line !== undefined)
  return lines.length > 0 ? lines.join('；') : undefined
}

/** A field with a type and nothing else. */
const typeOnly = (type: Node | undefined): Node => ({
  kind: 'map',
  start: type?.start ?? 0,
  entries: type ? [{ key: 'type', keyStart: type.start, value: type }] : [],
})

const datedValue = (node: Node): DatedValue => ({
  from: textOf(at(node, 'from')) ?? '',
  value: scalarAt(node, 'value') ?? '',
})

const byDay = ({ from: a }: DatedValue, { from: b }: DatedValue) => (a < b ? -1 : a > b ? 1 : 0)

function scalarAt(node: Node, key: string): ParameterValue | undefined {
  const value = plainAt(node, key)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function unitOf(node: Node | undefined): Bilingual | undefined {
  const text = textOf(node)
  return text === undefined ? bilingual(node) : { zh: text, en: text }
}
