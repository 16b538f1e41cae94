/** A violation of a schema, found by either validator. */
export interface Violation {
  /** The violated keyword of the schema: `maxLength`. */
  readonly keyword: string
  /** The path from the record to the value, or to where a missing one should be. */
  readonly path: readonly string[]
  readonly value: unknown
}

interface AjvError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

interface InterpreterUnit {
  readonly keyword: string
  readonly instanceLocation: string
  readonly error: string
}

/** The violations that Ajv found in a record. */
export function violationsOfAjv(errors: readonly AjvError[], record: unknown): Violation[] {
  return errors
    .filter(({ keyword }) => !wholes.has(keyword))
    .map(({ keyword, instancePath, params }) => {
      const missing = params['missingProperty']
      return violation(keyword, instancePath, typeof missing === 'string' ? missing : undefined, record)
    })
}

/** The violations that the browser's interpreter, @cfworker/json-schema, found in a record. */
export function violationsOfInterpreter(units: readonly InterpreterUnit[], record: unknown): Violation[] {
  return units
    .filter(({ keyword }) => !wholes.has(keyword))
    .map(({ keyword, instanceLocation, error }) => {
      // The interpreter names a missing property only in its message.
      const missing = keyword === 'required' ? /"([^"]*)"\.$/.exec(error)?.[1] : undefined
      return violation(keyword, instanceLocation.replace(/^#/, ''), missing, record)
    })
}

// Reported for the whole when a part is invalid; the part's own violation is more precise.
const wholes: ReadonlySet<string> = new Set(['properties', 'items', 'allOf'])

function violation(keyword: string, pointer: string, missing: string | undefined, record: unknown): Violation {
  const steps = pointer.split('/').slice(1).map(unescaped)
  const path = missing === undefined ? steps : [...steps, missing]
  return { keyword, path, value: path.reduce(valueAt, record) }
}

const unescaped = (step: string) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')

function valueAt(whole: unknown, step: string): unknown {
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, step)
    ? (whole as Record<string, unknown>)[step]
    : undefined
}
