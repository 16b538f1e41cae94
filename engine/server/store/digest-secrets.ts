import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import type { Prepared } from './prepare.ts'
import type { Work } from './work.ts'

/** Replaces changed passwords by their digests. Only the digest is stored. */
export async function digestSecrets(
  work: Work,
  { fields }: Resource,
  rows: readonly Pick<Prepared, 'after' | 'changed'>[],
): Promise<void> {
  for (const { name } of fields.filter(field => typeOf(field).secret))
    for (const { after, changed } of rows) {
      const value = after[name]
      if (changed.has(name) && typeof value === 'string') after[name] = await work.hashPassword(value)
    }
}
