import { kinds } from '../kinds.ts'
import { shapes } from './shapes.ts'

/** The text of every file under `schemas/`, by its path. */
export function schemaFiles(of = kinds): Record<string, string> {
  const files = Object.entries(of).map(([name, { schema }]) => [name, { ...head(name), ...schema }] as const)
  const all = [...files, ['shared', { ...head('shared'), $defs: shapes }] as const]
  return Object.fromEntries(
    all.map(([name, schema]) => [`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]),
  )
}

const head = (name: string) => ({ $schema: 'http://json-schema.org/draft-07/schema#', $id: `${name}.schema.json` })
