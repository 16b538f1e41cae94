import { typeOf } from '../../../fields/index.ts'
import { textOption } from '../../../fields/options.ts'
import type { Field, Resource } from '../../../model/model.ts'
import type { Prepared } from '../prepare.ts'
import type { Work } from '../work.ts'
import type { Aspect } from './aspect.ts'

/** Replaces changed passwords by their digests. Only the digest is stored; of those that the server sends to other systems, the encrypted text. */
export async function digestSecrets(
  work: Work,
  { fields }: Resource,
  rows: readonly Pick<Prepared, 'after' | 'changed'>[],
): Promise<void> {
  for (const field of fields.filter(one => typeOf(one).secret))
    for (const { after, changed } of rows) {
      const { [field.name]: value } = after
      if (changed.has(field.name) && typeof value === 'string') after[field.name] = await stored(work, field, value)
    }
}

function stored({ hashPassword, encrypt }: Work, field: Field, value: string): Promise<string> | string {
  if (textOption(field, 'strength') !== 'readable') return hashPassword(value)
  if (!encrypt) throw new Error(`A command wrote the secret of "${field.name}", whose key only a server has.`)
  return encrypt(value)
}

export const secrets: Aspect = {
  before: ({ work, resource }, changes) => digestSecrets(work, resource, changes),
}
