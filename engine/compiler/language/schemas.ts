import type { JsonSchema } from '../../model/model.ts'
import { functions } from '../../rules/functions.ts'
import { kinds } from '../kinds.ts'
import { hover } from './key.ts'
import { shapes } from './shapes.ts'

/** The shape of an expression with its functions, which editors show on hover and offer as completions. */
const expression: JsonSchema = {
  ...shapes['expression'],
  description: `${shapes['expression']?.['description']}\n\n${functions.map(({ name }) => `${name}()`).join(' ')}`,
  defaultSnippets: functions.map(({ name, signatures, help, example }) => ({
    label: `${name}()`,
    description: `${signatures.join('\n')}\n\n${hover(help)}`,
    body: example,
  })),
}

/** The text of every file under `schemas/`, by its path. */
export function schemaFiles(of = kinds): Record<string, string> {
  const files = Object.entries(of).map(([name, { schema }]) => [name, { ...head(name), ...schema }] as const)
  const all = [...files, ['shared', { ...head('shared'), $defs: { ...shapes, expression } }] as const]
  return Object.fromEntries(
    all.map(([name, schema]) => [`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]),
  )
}

const head = (name: string) => ({ $schema: 'http://json-schema.org/draft-07/schema#', $id: `${name}.schema.json` })
