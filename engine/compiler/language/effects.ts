import type { JsonSchema } from '../../model/model.ts'
import { type Key, type Keys, listOf, mapOf, newKey, objectOf, shared } from './key.ts'

const value: JsonSchema = { anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }
const anyName = { type: 'string' }

/** The id of a process. */
export const processKey: JsonSchema = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,63}$' }

const of = newKey({ type: 'string' }, '资源', 'The resource.', 'supply', { required: true })

const copiedFields: Key = {
  schema: shared('names'),
  help: { zh: '同名复制的字段，有值才复制', en: 'Fields of the same name that are copied if they have a value.' },
  example: '[siteId]',
}

/** The keys of lines in `with` of `creates`. */
export const linesEffectKeys: Keys = {
  each: newKey(
    { type: 'string' },
    '本记录的明细字段，每行生成一行；也可以是绑定或多选引用，每条记录一行',
    'A field of this record with lines. Each of its lines creates one new line. With a bind or a reference with `many: true`, each of its records does.',
    'items',
    { required: true },
  ),
  where: newKey(
    shared('expression'),
    '取哪些行，it. 是该行或所连的记录',
    'A condition on the source lines or records, which are `it.`',
    '"it.count > 0"',
  ),
  with: newKey(
    mapOf(value, anyName),
    '新行的字段及其表达式，it. 是来源行',
    'The fields of the new line and their expressions; `it.` is the source line.',
    '{ itemName: it.itemName }',
    { required: true },
  ),
}

/** The keys of `creates`. */
export const createEffectKeys: Keys = {
  of: { ...of, help: { zh: '新记录的资源', en: 'The resource of the new record.' } },
  with: newKey(
    mapOf({ anyOf: [shared('expression'), { type: ['number', 'boolean'] }, objectOf(linesEffectKeys)] }, anyName),
    '新记录的字段及其表达式；裸名是本记录，input. 是输入，明细字段写 { each, where, with }',
    'The fields of the new record and their expressions. Plain names are fields of this record, `input.` is the input. A field with lines has { each, where, with } instead of an expression.',
    '{ siteId: siteId, day: today() + 7 }',
  ),
  fields: copiedFields,
  each: newKey(
    { type: 'string' },
    '本记录的明细字段：每行一条新记录，表达式里 it. 是该行；也可以是绑定或多选引用，it. 是所连的记录，至多 1000 条',
    'A field of this record with lines. Each of its lines creates one record; in expressions, `it.` is the line. With a bind or a reference with `many: true`, `it.` is the linked record; at most 1,000.',
    'items',
  ),
  if: newKey(
    shared('expression'),
    '成立时才生成；缺值视为不成立',
    'The record is created only if this is true; an unknown result means no.',
    '"kind == \'urgent\'"',
  ),
  once: newKey(
    { type: 'boolean' },
    '每条来源记录的这一步只生成一次（有 each 时每行、每条所连的记录一次），再做时关联已有的那条',
    'Creates the record only once per source record and step (with `each`, per line or linked record). If the step runs again, it links the existing record.',
    'true',
  ),
}

/** The keys of `updates`. */
export const updateEffectKeys: Keys = {
  record: newKey(
    { type: 'string', pattern: '^(input\\.)?[a-z][a-zA-Z0-9]*$' },
    '引用字段（或 input. 输入的引用）所指的那条记录；没有值则不写',
    'A reference field, or a reference of the input (`input.`), whose record is updated. Without a value, nothing is written.',
    'siteId',
  ),
  of: newKey(
    { type: 'string' },
    '或按条件选取的资源',
    'Alternatively, the resource whose records `where` selects.',
    'supply',
  ),
  where: newKey(
    shared('expression'),
    '选哪些记录，it. 是该记录，裸名是本记录，input. 是输入',
    'A condition on the selected records; `it.` is such a record, plain names are fields of this record, `input.` is the input.',
    '"it.siteId == siteId"',
  ),
  sort: newKey(
    { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$' },
    '只取排在最前的 limit 条；不写则超过 limit 条时拒绝',
    'The sort field. Only the first `limit` records in this order are updated. Without `sort`, the step is refused if more records match.',
    '-day',
  ),
  limit: newKey(
    { type: 'integer', minimum: 1, maximum: 1000 },
    '最多几条，默认 100',
    'The maximum number of records. Default: 100.',
    '10',
  ),
  with: newKey(
    mapOf(value, anyName),
    '写入的字段及其表达式；有 transition 时是那一步的填写项',
    'The fields that are written and their expressions. With `transition`, the input and the edited fields of that transition.',
    '{ day: today() + 1 }',
  ),
  fields: copiedFields,
  transition: newKey(
    { type: 'string' },
    '对方记录做的一步；不在其出发状态的不选',
    'A transition that is run on the selected records. Records in other states than its `from` are not selected.',
    'deliver',
  ),
}

/** The keys of `sends`. */
export const sendEffectKeys: Keys = {
  message: newKey(
    { anyOf: [{ type: 'string' }, shared('names')] },
    'messages/ 里的消息；写多条则由调用方用 templateId 选一条；不写则是关于本资源的全部消息，有预览时还有操作员增加的模板',
    'A message of messages/. If there are several, the request selects one with `templateId`. Default: all messages about this resource, and with a preview the templates that operators added.',
    'visitReminder',
  ),
  to: newKey(
    {
      anyOf: [{ type: 'string', pattern: '^input\\.[a-z][a-zA-Z0-9]*$' }, listOf(shared('name'), { minItems: 1 })],
    },
    '只发给这些组，或输入里选的组（字典 msg_send_obj）；默认消息的全部接收人',
    'The groups of receivers, or an input with their names (dictionary msg_send_obj). Default: all receivers of the message.',
    '[owner]',
  ),
  text: newKey(
    shared('expression'),
    '代替消息正文的文字；没有值，或接收人无权得到其中读到的字段时，用正文',
    'An expression for the text, in place of the text of the message. If it has no value, or reads a field that the receiver may not get, the text of the message is sent.',
    'input.summary',
  ),
  if: newKey(shared('expression'), '成立时才发', 'The message is sent only if this is true.', '"kind == \'urgent\'"'),
  preview: newKey(
    { type: 'string', pattern: '^[a-zA-Z0-9-]+$' },
    '预览接口（GET，参数 id）的路径：返回文字和接收人，不发送；对话框据此显示',
    'The path of a preview endpoint (GET, parameter `id`), which returns text and receivers without sending the message. The dialog shows the preview.',
    'previewReminder',
  ),
}

/** The keys of `starts`. */
export const startEffectKeys: Keys = {
  process: newKey(
    processKey,
    '流程编号：`processes/<key>.bpmn`',
    'The process, by its id in `processes/<key>.bpmn`.',
    'visitApproval',
    { required: true },
  ),
  with: newKey(
    mapOf(value),
    '流程变量及其表达式',
    'The variables of the process that are set, and the expressions of their values.',
    '{ amount: total }',
  ),
}

const oneOrMore = (keys: Keys): JsonSchema => ({ anyOf: [objectOf(keys), listOf(objectOf(keys), { minItems: 1 })] })

/** The keys of a step for its effects on other records. */
export const effectKeys: Keys = {
  updates: newKey(
    oneOrMore(updateEffectKeys),
    '同时改写别的记录：引用所指的一条，或按条件选取的几条；先于 creates',
    'Other records that the step updates: the record of a reference, or the records that a condition selects. Runs before `creates`.',
    '{ of: supply, where: "it.siteId == siteId", limit: 10, with: { day: today() + 1 } }',
  ),
  creates: newKey(
    oneOrMore(createEffectKeys),
    '同时生成另一条记录（或一组）：归属相同，只需这一步的权限；目标的校验都适用',
    'Records that the step creates, with the same owner. The user needs only the right to the step. All validations of the target resource apply.',
    '{ of: supply, once: true, with: { siteId: siteId, day: today() + 7 } }',
  ),
  sends: newKey(
    oneOrMore(sendEffectKeys),
    '保存后发送消息：写进发送记录，失败不影响这一步',
    'A message that is sent after the step is saved. It is recorded in the send log, and a failure does not undo the step.',
    '{ message: visitReminder, to: [owner] }',
  ),
  starts: newKey(
    { anyOf: [processKey, objectOf(startEffectKeys)] },
    '同时启动关于这条记录的流程，办理期间记录不锁定；一条记录同时只有一个流程在办',
    'A process about the record that the step starts. The record is not locked meanwhile, and has at most one process that runs.',
    'visitApproval',
  ),
  runs: newKey(
    mapOf(mapOf(value)),
    '同时运行程序部件提供的效果，按名称写参数及其表达式；在同一事务里，最后执行',
    'Effects that parts provide in TypeScript, by name, with their arguments and the expressions of these. They run last, in the transaction of the step.',
    '{ callBack: { day: today() + 7 } }',
  ),
}
