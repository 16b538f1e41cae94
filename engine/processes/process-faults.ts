import type { Bilingual } from '../model/model.ts'
import type { ProcessDefinition } from './definition.ts'

/** What a text of BPMN contains: the definition, unless a fault prevents it, and the faults that were found. */
export interface ParsedProcess {
  readonly definition?: ProcessDefinition
  readonly faults: readonly ProcessFault[]
}

/** A fault of a process, with the element and its line in the XML. An error refuses the deployment. */
export interface ProcessFault {
  readonly element: string
  readonly line: number
  readonly code: ProcessFaultCode
  readonly level: 'error' | 'warning'
  readonly zh: string
  readonly en: string
}
export type ProcessFaultCode = keyof typeof texts

const texts = {
  'process.xml': (text: string) => ({ zh: `XML 无法读取：${text}`, en: `The XML cannot be read: ${text}` }),
  'process.doctype': () => ({ zh: '不接受 DTD 和实体', en: 'Document types and entities are not accepted' }),
  'process.import': () => ({ zh: '不接受对外部文件的引用', en: 'References to other files are not accepted' }),
  'process.none': () => ({ zh: '没有找到流程', en: 'No process was found' }),
  'process.several': () => ({ zh: '一个文件只能有一个流程', en: 'A file has one process' }),
  'process.id': (id: string) => ({
    zh: `编号“${id}”无效：字母开头，最多 64 个字母、数字、_、-、.`,
    en: `The id "${id}" is invalid: a letter, then at most 63 letters, digits, "_", "-" and "."`,
  }),
  'process.duplicate': (id: string) => ({ zh: `编号“${id}”重复`, en: `The id "${id}" occurs twice` }),
  'process.file': (key: string) => ({
    zh: `文件名须是流程编号：${key}.bpmn`,
    en: `The file must have the name of its process: ${key}.bpmn`,
  }),
  'process.element': (type: string) => ({ zh: `不支持元素“${type}”`, en: `The element "${type}" is not supported` }),
  'process.code': (name: string) => ({
    zh: `“${name}”会执行代码，不接受`,
    en: `"${name}" would execute code and is not accepted`,
  }),
  'process.reference': (text: string) => ({
    zh: `引用的元素不存在：${text}`,
    en: `A reference names no element: ${text}`,
  }),
  'process.start': () => ({ zh: '须有且只有一个开始事件', en: 'Exactly one start event is required' }),
  'process.missing': (name: string) => ({ zh: `缺少“${name}”`, en: `"${name}" is missing` }),
  'process.timer': (text: string) => ({
    zh: `定时“${text}”无效，例：PT24H、P3D、R3/PT24H`,
    en: `The timer "${text}" is invalid; examples: PT24H, P3D, R3/PT24H`,
  }),
  'process.expression': (text: string) => ({ zh: `表达式有误：${text}`, en: `The expression is wrong: ${text}` }),
  'process.variable': (name: string) => ({
    zh: `变量“${name}”没有声明`,
    en: `The variable "${name}" is not declared`,
  }),
  'process.variable-type': (name: string) => ({
    zh: `变量“${name}”的类型无效`,
    en: `The type of the variable "${name}" is unknown`,
  }),
  'process.form': (text: string) => ({ zh: `表单有误：${text}`, en: `The form is wrong: ${text}` }),
  'process.resource': (name: string) => ({ zh: `没有资源“${name}”`, en: `There is no resource "${name}"` }),
  'process.step': (name: string) => ({ zh: `资源没有步骤“${name}”`, en: `The resource has no step "${name}"` }),
  'process.field': (name: string) => ({ zh: `资源没有字段“${name}”`, en: `The resource has no field "${name}"` }),
  'process.message': (name: string) => ({ zh: `没有消息“${name}”`, en: `There is no message "${name}"` }),
  'process.role': (name: string) => ({ zh: `没有角色“${name}”`, en: `There is no role "${name}"` }),
  'process.people': () => ({ zh: '没有办理人', en: 'No user can do the task' }),
  'process.unreachable': () => ({ zh: '到不了这里', en: 'Nothing leads here' }),
  'process.no-way-out': () => ({ zh: '从这里到不了结束', en: 'No end is reached from here' }),
  'process.no-default': () => ({ zh: '网关没有默认流向', en: 'The gateway has no default flow' }),
  'process.condition-place': () => ({
    zh: '任务直接带条件流出：每个成立的条件都会走，宜加网关',
    en: 'A condition on a flow out of a task: every true one is taken; a gateway is clearer',
  }),
} satisfies Readonly<Record<string, (word: string) => Bilingual>>

export const processFault = (
  code: ProcessFaultCode,
  { id, line }: { readonly id: string; readonly line: number },
  word = '',
  level: ProcessFault['level'] = 'error',
): ProcessFault => ({ element: id, line, code, level, ...texts[code](word) })
