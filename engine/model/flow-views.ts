import type { JsonSchema, Model } from './model.ts'

/** Where a list of work comes from: definitions to start, tasks to claim, own tasks, own instances, finished tasks. */
export const flowLists = ['start', 'claim', 'todo', 'send', 'done'] as const
export type FlowList = (typeof flowLists)[number]

/** A definition that can be started: the latest of its key (list `start`). */
export interface FlowDefinitionView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly version: number
  /** `flow_<key of the dictionary flow>`; empty without one. */
  readonly category: string
  readonly suspended: boolean
  /** When it was deployed. */
  readonly deployed: string
  /** The resource whose new record starts it. */
  readonly resource?: string
  /** What is entered to start it without a record. */
  readonly form?: JsonSchema
  /** The properties of the form that are users. */
  readonly people?: readonly string[]
}

/** A person or group by whom something is done; `id` only of people. */
export interface FlowPerson {
  readonly id?: string
  readonly name: string
}

/** A user to whom a task can be given (`GET people`). */
export interface FlowColleague {
  readonly id: string
  readonly name: string
  readonly account: string
  /** Names of the departments. */
  readonly department: string
}

/** Who does the tasks of a person, from a day to a day. */
export interface FlowSubstitution {
  readonly person: FlowPerson
  readonly substitute: FlowPerson
  readonly from: string
  readonly to: string
}

/** A task (lists `claim`, `todo`, `done`). */
export interface FlowTaskView {
  readonly id: string
  /** The element of the diagram. */
  readonly element: string
  readonly name: string
  readonly instance: string
  readonly definition: Pick<FlowDefinitionView, 'id' | 'key' | 'name' | 'version' | 'category'>
  readonly record?: { readonly resource: string; readonly id: string; readonly display: string }
  readonly starter: FlowPerson
  readonly assignee?: FlowPerson
  /** The absent person for whom it is done: by the caller, who may do it, or by the assignee. */
  readonly onBehalfOf?: FlowPerson
  /** Titles of those who may claim it. */
  readonly candidates: readonly string[]
  readonly createdAt: string
  readonly claimedAt?: string
  readonly endedAt?: string
  readonly dueAt?: string
  readonly isOverdue: boolean
  /** Why the instance waits here without a task that anybody can do. */
  readonly reason?: string
  readonly outcome?: 'agreed' | 'refused' | 'returned' | 'withdrawn' | 'cancelled'
}

/** A running or ended instance (list `send`, `of-record`). */
export interface FlowInstanceView {
  readonly id: string
  readonly definition: FlowTaskView['definition']
  readonly record?: FlowTaskView['record']
  readonly starter: FlowPerson
  readonly startedAt: string
  readonly endedAt?: string
  readonly state: 'running' | 'waiting' | 'ended' | 'withdrawn' | 'deleted'
  /** Why it waits. */
  readonly reason?: string
  /** Its open tasks: who has them, since when. */
  readonly tasks: readonly Pick<
    FlowTaskView,
    'id' | 'element' | 'name' | 'assignee' | 'candidates' | 'createdAt' | 'dueAt'
  >[]
}

/** An entry of an instance's history, in order of time. */
export interface FlowHistoryEntry {
  readonly element: string
  /** The kind of BPMN element in camel case; `comment` for a remark without one. */
  readonly kind: string
  readonly name: string
  readonly person?: FlowPerson
  readonly startedAt: string
  readonly endedAt?: string
  readonly comment?: string
  readonly outcome?: FlowTaskView['outcome']
  readonly onBehalfOf?: FlowPerson
  readonly files?: readonly { readonly link: string; readonly name: string; readonly size: number }[]
}

/** Variables of an instance as a form has them. */
export interface FlowForm {
  readonly schema: JsonSchema
  readonly values: Readonly<Record<string, unknown>>
}

/** `GET instances/:id`. */
export interface FlowInstanceDetail {
  readonly instance: FlowInstanceView
  readonly history: readonly FlowHistoryEntry[]
  /** What was entered in the forms so far. */
  readonly filled?: FlowForm
}

/** `GET tasks/:id`. */
export interface FlowTaskDetail extends FlowInstanceDetail {
  readonly task: FlowTaskView
  /** The record, with the fields that the task may edit. */
  readonly record?: {
    readonly resource: string
    readonly id: string
    readonly edit: readonly string[]
    readonly display: string
  }
  /** The part of the Model of its resource, for a user without a right to view that. */
  readonly model?: Model
  /** What the task enters, with the current values of these variables. */
  readonly form?: JsonSchema
  readonly people?: readonly string[]
  readonly formData?: FlowForm['values']
  /** Finished tasks to which it may be returned. */
  readonly returnTo: readonly { readonly element: string; readonly name: string }[]
  /** Where it leads, and who has it there. */
  readonly next: readonly { readonly flow: string; readonly name: string; readonly who: readonly string[] }[]
  readonly may: Readonly<Record<'claim' | 'complete' | 'delegate' | 'sign' | 'return' | 'withdraw', boolean>>
}

/** A model with its versions (`model/detail` of the base platform; its lists have no XML and versions). */
export interface FlowModelView {
  readonly id: string
  readonly name: string
  readonly modelKey: string
  readonly description: string
  readonly version: number
  readonly created: string
  readonly lastUpdated: string
  readonly lastUpdatedBy: string
  readonly modelEditorXml?: string
  readonly versions?: readonly { readonly version: number; readonly at: string; readonly by?: FlowPerson }[]
}

/** The result for one of several tasks. */
export interface FlowTaskResult {
  readonly id: string
  readonly done: boolean
  /** Why not. */
  readonly message?: string
}
