import { enteredFields } from '../../fields/entered-fields.ts'
import { inputSchema } from '../../fields/record-schema.ts'
import type { Action, JsonSchema, Model, Resource, Step, Transition } from '../../model/model.ts'
import { typeName } from '../../model/names.ts'
import { hasInput, returnsOf } from '../../model/steps.ts'

/** The name of the type of a step's input; undefined for a step without input. */
export const inputName = (resource: Resource, step: Step): string | undefined =>
  hasInput(step) ? `${typeName(resource.name)}${typeName(step.name)}Input` : undefined

/** The schema of a step's input. */
export const stepInputSchema = (resource: Resource, step: Step, model: Model): JsonSchema =>
  inputSchema(enteredFields(resource, step), model)

/** The name of the type of what a step returns; undefined for a step that returns the record. */
export const answerName = (resource: Resource, step: Action | Transition): string | undefined =>
  returnsOf(step) && `${typeName(resource.name)}${typeName(step.name)}Answer`
