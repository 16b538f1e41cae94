import { inputSchema } from '../../fields/record-schema.ts'
import type { Action, JsonSchema, Model, Move, Resource } from '../../model/model.ts'
import { typeName } from '../../model/names.ts'

/** The steps of a resource: its transitions, then its actions. */
export const stepsOf = (resource: Resource): readonly (Move | Action)[] => [
  ...(resource.lifecycle?.moves ?? []),
  ...resource.actions,
]

/** The name of the type of a step's input; undefined for a step without input. */
export const inputName = (resource: Resource, step: Move | Action): string | undefined =>
  step.ask && `${typeName(resource.name)}${typeName(step.name)}Input`

/** The schema of a step's input. */
export function stepInputSchema(resource: Resource, step: Move | Action, model: Model): JsonSchema {
  const { ask } = step
  if (!ask) return { type: 'object', properties: {} }
  const fields = ask.kind === 'inputs' ? ask.fields : resource.fields.filter(field => ask.fields.includes(field.name))
  return inputSchema(fields, model)
}

/** The inputs that a step reads from its path: `inspect/{entId}`. */
export const namesInPath = ({ wire }: Move | Action): string[] =>
  [...wire.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
