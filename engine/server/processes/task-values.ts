import type { ValidateFunction } from 'ajv'
import type { FlowForm } from '../../model/flow-views.ts'
import type { JsonSchema } from '../../model/model.ts'
import {
  engineVariables,
  type FlowNode,
  type ProcessDefinition,
  type VariableType,
  variableSchemas,
} from '../../processes/definition.ts'
import type { FlowValues } from '../../processes/process-expressions.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
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

/** The form of an element, and which of its variables are users; nothing of an element without a form. */
export const formOfNode = ({ variables }: ProcessDefinition, { form }: FlowNode) =>
  form && { form, people: Object.keys(Object(form['properties'])).filter(name => isUser(variables[name])) }

const isUser = (type: VariableType | undefined) => type === 'user' || type === 'users'

/** What the forms of a process entered so far, in their order, with the names of users. */
export async function filledForm(
  queries: Queries,
  tenantId: string,
  { nodes, variables: types }: ProcessDefinition,
  variables: FlowValues,
): Promise<FlowForm | undefined> {
  const properties = Object.assign({}, ...Object.values(nodes).map(({ form }) => form?.['properties'] ?? {}))
  const values = Object.entries(formValues({ properties }, variables))
  if (values.length === 0) return undefined
  const ids = values.flatMap(([name, value]) => (isUser(types[name]) ? [value].flat() : []))
  const users = await runAll(
    queries,
    sql`select id::text as id, name from blade_user where tenant_id = ${tenantId} and id::text = any(${ids}::text[])`,
  )
  const names = new Map(users.map(({ id, name }) => [id, String(name)]))
  const shown = values.map(([name, value]) => {
    const { title } = properties[name]
    return isUser(types[name])
      ? ([
          name,
          { type: 'string', title },
          [value]
            .flat()
            .map(id => names.get(id) ?? id)
            .join(', '),
        ] as const)
      : ([name, properties[name], value] as const)
  })
  return {
    schema: { type: 'object', properties: Object.fromEntries(shown.map(([name, schema]) => [name, schema])) },
    values: Object.fromEntries(shown.map(([name, , value]) => [name, value])),
  }
}
