import { enteredFields } from '../../fields/entered-fields.ts'
import { inputSchema } from '../../fields/record-schema.ts'
import type { Action, DeclaredQuery, JsonSchema, Model, Resource, Step } from '../../model/model.ts'
import { typeName } from '../../model/names.ts'
import { hasInput, returnsOf } from '../../model/steps.ts'

/** The name of the type of a step's input; undefined for a step without input. */
export const inputName = (resource: Resource, step: Step): string | undefined =>
  hasInput(step) ? `${typeName(resource.name)}${typeName(step.name)}Input` : undefined

/** The schema of a step's input. */
export const stepInputSchema = (resource: Resource, step: Step, model: Model): JsonSchema =>
  inputSchema(enteredFields(resource, step), model)

/** The name of the type of what a step or a handler of a query returns; undefined for one that returns records. */
export const answerName = (resource: Resource, one: Step | Action | DeclaredQuery): string | undefined =>
  returnsOf(one) && `${typeName(resource.name)}${typeName(one.name)}Answer`
