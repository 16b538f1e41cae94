import type { ValidateFunction } from 'ajv'
import type { FlowForm } from '../../model/flow-views.ts'
import type { JsonSchema } from '../../model/model.ts'
import { engineVariables, type FlowNode, type ProcessDefinition, variableSchemas } from '../../processes/definition.ts'
import type { FlowValues } from '../../processes/process-expressions.ts'
import { refuse } from '../errors/refuse.ts'
import { schemaMessages } from '../errors/schema-messages.ts'
import { createAjv } from '../store/validate.ts'

const validators = new WeakMap<JsonSchema, ValidateFunction>()

/** Throws if the schema is none. */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  const found = validators.get(schema) ?? createAjv().compile(schema)
  validators.set(schema, found)
  return found
}

const declaredSchemas = new WeakMap<ProcessDefinition, JsonSchema>()

/** The schema of all variables that a user may set. */
function schemaOf(definition: ProcessDefinition): JsonSchema {
  const own = Object.entries(definition.variables).filter(([name]) => !engineVariables.includes(name))
  const schema = declaredSchemas.get(definition) ?? {
    properties: Object.fromEntries(own.map(([name, type]) => [name, variableSchemas[type]])),
    additionalProperties: false,
  }
  declaredSchemas.set(definition, schema)
  return schema
}

/**
 * Refuses variables that are not declared, of another type, or not of the form of the element; and, if the form has to be
 * complete, values that together with the present ones do not satisfy it.
 */
export function checkVariables(
  definition: ProcessDefinition,
  { form }: FlowNode,
  {
    given,
    present,
    isComplete,
  }: { readonly given: FlowValues; readonly present: FlowValues; readonly isComplete: boolean },
): void {
  const other = form && Object.keys(given).find(name => !Object.hasOwn(Object(form['properties']), name))
  if (other !== undefined) throw refuse.unknownName(other)
  check(schemaOf(definition), given)
  if (form && isComplete) check(form, { ...formValues(form, present), ...given })
}

function check(schema: JsonSchema, values: FlowValues): void {
  const validate = validatorOf(schema)
  if (!validate(values)) throw refuse.input(schemaMessages(validate.errors ?? []))
}

/** The values of a form's variables, without those that are empty. */
export const formValues = (form: JsonSchema, variables: FlowValues): FlowValues =>
  Object.fromEntries(
    Object.keys(Object(form['properties'])).flatMap(name => {
      const value = variables[name] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )

/** What the forms of a process entered so far, in their order. */
export function filledForm({ nodes }: ProcessDefinition, variables: FlowValues): FlowForm | undefined {
  const properties = Object.assign({}, ...Object.values(nodes).map(({ form }) => form?.['properties'] ?? {}))
  const values = formValues({ properties }, variables)
  const shown = Object.fromEntries(Object.keys(values).map(name => [name, properties[name]]))
  return Object.keys(values).length > 0 ? { schema: { type: 'object', properties: shown }, values } : undefined
}
