import type { JsonSchema } from '../../model/model.ts'
import type { Subject } from '../kinds.ts'
import { fieldShapes } from './field.ts'
import { mapOf, objectOf, shared } from './key.ts'
import { resourceKeys } from './resource.ts'
import { sharedShapes } from './shared.ts'
import { appKeys, dictionaryKeys, menuGroupKeys, mixinKeys, pageKeys, parameterKeys } from './small.ts'

const menuKey = { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$' }
const parameterKey = { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9._-]*$' }

/** JSON Schema of each kind of file, used by editors and by the compiler. */
export const schemas: Readonly<Record<Subject, JsonSchema>> = {
  resource: objectOf(resourceKeys),
  dictionary: objectOf(dictionaryKeys),
  mixin: objectOf(mixinKeys),
  app: objectOf(appKeys),
  titles: mapOf(shared('bilingual')),
  menus: mapOf(objectOf(menuGroupKeys), menuKey),
  pages: mapOf(objectOf(pageKeys)),
  parameters: mapOf(objectOf(parameterKeys), parameterKey),
}

/** The shapes that the schemas refer to, by name. */
export const shapes: Readonly<Record<string, JsonSchema>> = { ...sharedShapes, ...fieldShapes() }

/** The text of every file under `schemas/`, by its path. */
export function schemaFiles(): Record<string, string> {
  const files = Object.entries(schemas).map(([subject, schema]) => [subject, { ...head(subject), ...schema }] as const)
  const all = [...files, ['shared', { ...head('shared'), $defs: shapes }] as const]
  return Object.fromEntries(
    all.map(([name, schema]) => [`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]),
  )
}

const head = (name: string) => ({ $schema: 'http://json-schema.org/draft-07/schema#', $id: `${name}.schema.json` })
