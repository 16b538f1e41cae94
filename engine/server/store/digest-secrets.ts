import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Row } from '../database/shape.ts'
import type { Work } from './work.ts'

/** Replaces changed passwords by their digests. Only the digest is stored. */
export async function digestSecrets(
  work: Work,
  resource: Resource,
  after: Row,
  changed: ReadonlySet<string>,
): Promise<void> {
  for (const name of changed) {
    const field = fieldOf(resource, name)
    const value = after[name]
    if (field && typeOf(field).secret && typeof value === 'string') after[name] = await work.hashPassword(value)
  }
}
