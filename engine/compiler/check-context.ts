import type { Field, Model, Resource } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import type { FaultWords } from '../rules/fault-texts.ts'
import type { Draft } from './draft.ts'
import type { Member } from './members.ts'
import type { ProblemCode } from './problem-messages.ts'
import type { Workspace } from './workspace.ts'

/** Reports a problem at an offset of a draft's text. */
export type Report = (draft: Draft, offset: number, code: ProblemCode, words?: FaultWords) => void

/** A resource as written and as built. */
export interface ResourceView {
  readonly draft: Draft
  readonly resource: Resource
  readonly members: ReadonlyMap<string, Member>
}

/** The input of the checks of meaning. */
export interface CheckContext {
  readonly workspace: Workspace
  /** The model that would be built; complete enough for look-ups despite problems. */
  readonly model: Model
  /** The resources that are checked. */
  readonly views: readonly ResourceView[]
  /** Any resource by its name. */
  readonly viewOf: (name: string) => ResourceView | undefined
  readonly report: Report
}

/** The view of a resource by a written name. */
export const viewNamed = ({ viewOf }: Pick<CheckContext, 'viewOf'>, name: unknown): ResourceView | undefined =>
  typeof name === 'string' ? viewOf(name) : undefined

/** A declared or system field by name. */
export const fieldNamed = ({ resource }: Pick<ResourceView, 'resource'>, name: string): Field | undefined =>
  resource.fields.find(field => field.name === name) ?? systemFields.find(field => field.name === name)

/** The names of all fields of the resource. */
export const fieldNames = ({ resource }: Pick<ResourceView, 'resource'>): string[] =>
  [...resource.fields, ...systemFields].map(field => field.name)
