import { format, Validator } from '@cfworker/json-schema'
import { formats } from '../../fields/formats.ts'
import type { JsonSchema } from '../../model/model.ts'
import { type Violation, violationsOfInterpreter } from '../../record/violation.ts'

// The interpreter has one table of formats; ours are added under names that it does not use.
Object.assign(format, formats)

/**
 * Returns the violations of a schema by a value without `undefined`, as the server's Ajv reports them. The schema is
 * interpreted: the content security policy forbids Ajv's `new Function`.
 */
export function schemaValidator(schema: JsonSchema): (value: unknown) => Violation[] {
  const validator = new Validator(schema as never, '7', false)
  return value => violationsOfInterpreter(validator.validate(value).errors, value)
}
