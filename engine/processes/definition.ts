import type { JsonSchema, RuleType } from '../model/model.ts'

/** The types of a process's variables, as `app:variable` names them. */
export const variableTypes = {
  text: 'string',
  integer: 'int',
  decimal: 'decimal',
  boolean: 'bool',
  date: 'date',
  datetime: 'google.protobuf.Timestamp',
  user: 'int',
  users: 'list<int>',
  texts: 'list<string>',
} as const satisfies Readonly<Record<string, RuleType>>
export type VariableType = keyof typeof variableTypes

/** Variables of every process, which the engine sets. */
export const engineVariables: readonly string[] = ['pass', 'comment', 'starter']

/** The schemas of the values of variables, by their type. */
export const variableSchemas: Readonly<Record<VariableType, JsonSchema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'datetime' },
  user: { type: 'string' },
  users: { type: 'array', items: { type: 'string' } },
  texts: { type: 'array', items: { type: 'string' } },
}

export const flowNodeKinds = [
  'startEvent',
  'endEvent',
  'userTask',
  'serviceTask',
  'scriptTask',
  'sendTask',
  'receiveTask',
  'exclusiveGateway',
  'parallelGateway',
  'subProcess',
  'boundaryEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
] as const
export type FlowNodeKind = (typeof flowNodeKinds)[number]

/** The message about open tasks to those who may do them, which every app has. */
export const taskReminder = 'taskReminder'

/** A process as it is executed: plain and serialisable. */
export interface ProcessDefinition {
  /** The id of the process element. */
  readonly key: string
  readonly name: string
  /** The line of the process element in the XML. */
  readonly line: number
  readonly documentation: string
  /** The resource whose record it is about. */
  readonly resource?: string
  /** Declared variables by name. */
  readonly variables: Readonly<Record<string, VariableType>>
  /** By id, those of sub-processes included, in the order of the XML. */
  readonly nodes: Readonly<Record<string, FlowNode>>
  readonly flows: Readonly<Record<string, SequenceFlow>>
}

export interface FlowNode {
  readonly id: string
  readonly name: string
  readonly kind: FlowNodeKind
  /** Where the element begins in the XML. */
  readonly line: number
  /** The sub-process that contains it. */
  readonly parent?: string
  readonly incoming: readonly string[]
  readonly outgoing: readonly string[]
  /** The flow that is taken if no condition is true. */
  readonly default?: string
  readonly task?: TaskPeople
  /** The schema of the variables that a start or a task enters. */
  readonly form?: JsonSchema
  /** The variable that contains the starter (start event). */
  readonly initiator?: string
  /** A transition of the resource, executed when the element is reached. */
  readonly step?: string
  /** The field of the record that the step sets to the comment of the task before. */
  readonly comment?: string
  /** The fields of the record with the user who does the starter's tasks once the step is made, and from when to when. */
  readonly substitute?: readonly string[]
  /** The code of a message that is sent when the element is reached. */
  readonly sends?: string
  /** The expression of a script task, and the variable that receives its value. */
  readonly script?: { readonly text: string; readonly result: string }
  readonly event?: FlowEvent
  /** The activity of a boundary event, and whether the event cancels it. */
  readonly attachedTo?: string
  readonly interrupts?: boolean
  readonly loop?: MultiInstance
}

/** What decides who has a task and until when. Texts may contain `${expression}`. */
export interface TaskPeople {
  readonly assignee?: string
  readonly candidateUsers: readonly string[]
  /** Aliases or ids of roles, ids of departments or posts; `alias@starter` limits a role to the starter's departments. */
  readonly candidateGroups: readonly string[]
  readonly dueDate?: string
  /** Fields of the record that the assignee may change. */
  readonly edit: readonly string[]
}

export type FlowEvent =
  | { readonly kind: 'timer'; readonly form: 'duration' | 'date' | 'cycle'; readonly text: string }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'terminate' }

export interface MultiInstance {
  readonly isSequential: boolean
  /** An expression of an integer, or of a list whose items the variable `element` receives. */
  readonly cardinality?: string
  readonly collection?: string
  readonly element?: string
  readonly completion?: string
}

export interface SequenceFlow {
  readonly id: string
  readonly name: string
  readonly line: number
  readonly from: string
  readonly to: string
  /** The text as written, with `${ }`. */
  readonly condition?: string
}

/** The expression inside `${ }`; undefined if the text is none. */
export const expressionIn = (text: string): string | undefined => /^\s*\$\{([\s\S]*)\}\s*$/.exec(text)?.[1]?.trim()
