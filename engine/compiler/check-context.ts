import type { Field, Model, Resource } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import type { Draft } from './draft.ts'
import type { Member } from './members.ts'
import type { MessageParameters, ProblemCode } from './problem-messages.ts'
import type { Workspace } from './workspace.ts'

/** Reports a problem at an offset of a draft's text. */
export type Report = (draft: Draft, offset: number, code: ProblemCode, words?: MessageParameters) => void

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
  readonly views: readonly ResourceView[]
  readonly report: Report
}

/** The view of a resource by name. */
export function viewNamed({ views }: Pick<CheckContext, 'views'>, name: unknown): ResourceView | undefined {
  const known = viewsByName.get(views) ?? new Map(views.map(view => [view.resource.name, view]))
  viewsByName.set(views, known)
  return typeof name === 'string' ? known.get(name) : undefined
}

const viewsByName = new WeakMap<CheckContext['views'], ReadonlyMap<string, ResourceView>>()

/** A declared or system field by name. */
export const fieldNamed = ({ resource }: ResourceView, name: string): Field | undefined =>
  resource.fields.find(field => field.name === name) ?? systemFields.find(field => field.name === name)

/** The names of all fields of the resource. */
export const fieldNames = ({ resource }: ResourceView): string[] =>
  [...resource.fields, ...systemFields].map(field => field.name)
