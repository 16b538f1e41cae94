import type { Action, Bilingual, Field, Model, Resource, Transition } from './model.ts'
import { stepsOf } from './steps.ts'
import { systemFields } from './system-fields.ts'

/** A part of the descriptors that rows refer to by its id. */
interface Identified {
  readonly name: string
  readonly id?: string | undefined
}

/** The id by which rows refer to a part: the name with which it was created, whatever its name is now. */
export const idOf = ({ id, name }: Identified): string => id ?? name

/** The resource that rows refer to by the id; undefined if it was removed. */
export function resourceWithId({ resources }: Pick<Model, 'resources'>, id: string): Resource | undefined {
  const same = Object.hasOwn(resources, id) ? resources[id] : undefined
  return same && idOf(same) === id ? same : Object.values(resources).find(one => idOf(one) === id)
}

/** The resource of the id; throws if the Model lacks it, which is a bug. */
export function resourceOfId(model: Pick<Model, 'resources'>, id: string): Resource {
  const resource = resourceWithId(model, id)
  if (!resource) throw new Error(`The model has no resource of the id "${id}".`)
  return resource
}

/** The declared or system field of the id; undefined if it was removed. */
export const fieldWithId = ({ fields }: Pick<Resource, 'fields'>, id: string): Field | undefined =>
  fields.find(field => idOf(field) === id) ?? systemFields.find(({ name }) => name === id)

/** The transition or action of the id; undefined if it was removed. */
export const stepWithId = (
  resource: Pick<Resource, 'lifecycle' | 'actions'>,
  id: string,
): Transition | Action | undefined => stepsOf(resource).find(step => idOf(step) === id)

/** The id of the resource with the name; the name itself where the Model has none. */
export function resourceId({ resources }: Pick<Model, 'resources'>, name: string): string {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  return resource ? idOf(resource) : name
}

/** The present name of the resource with the id; the id itself where it was removed. */
export const resourceName = (model: Pick<Model, 'resources'>, id: string): string =>
  resourceWithId(model, id)?.name ?? id

/** The id of an operation that rows name: that of the step or bind, otherwise the operation itself. */
export function operationId(resource: Pick<Resource, 'lifecycle' | 'actions' | 'binds'>, name: string): string {
  const part = [...stepsOf(resource), ...resource.binds].find(one => one.name === name)
  return part ? idOf(part) : name
}

/** The present name of an operation in rows; that of a removed step is its id. */
export const operationName = (resource: Pick<Resource, 'lifecycle' | 'actions' | 'binds'>, id: string): string =>
  [...stepsOf(resource), ...resource.binds].find(one => idOf(one) === id)?.name ?? id

/** The title of a transition, action or bind. */
export const titleOfOperation = (
  resource: Pick<Resource, 'lifecycle' | 'actions' | 'binds'>,
  name: string,
): Bilingual | undefined => [...stepsOf(resource), ...resource.binds].find(one => one.name === name)?.title
