import type { ErrorSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils'

/** One thing wrong with a record as typed: `['lines', 2, 'price']` and what to say. */
export interface RecordError {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * Our own check of a record in the form that RJSF asks a validator for. RJSF's schema holds names and titles
 * only, so whatever else it asks of a validator (which branch of an `anyOf` fits) has one answer.
 */
export function validatorOf<Values>(errorsOf: (data: Values) => readonly RecordError[]): ValidatorType<Values> {
  return {
    validateFormData: data => {
      const found = errorsOf((data ?? {}) as Values)
      return { errors: found.map(listed), errorSchema: nested(found) as ErrorSchema<Values> }
    },
    isValid: () => true,
    rawValidation: () => ({ errors: undefined }),
  }
}

const listed = ({ path, message }: RecordError): RJSFValidationError => ({
  property: `.${path.join('.')}`,
  message,
  stack: message,
})

/** Messages as RJSF nests them, by path. */
export function nested(errors: readonly RecordError[]): unknown {
  const root: Record<string, unknown> = {}
  for (const { path, message } of errors) {
    const node = path.reduce<Record<string, unknown>>((at, part) => {
      at[part] ??= {}
      return at[part] as Record<string, unknown>
    }, root)
    node['__errors'] = [...((node['__errors'] as string[] | undefined) ?? []), message]
  }
  return root
}
