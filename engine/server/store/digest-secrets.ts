import { typeOf } from '../../fields/index.ts'
import { textOption } from '../../fields/options.ts'
import type { Field, Resource } from '../../model/model.ts'
import { sealedText } from '../auth/sealed-text.ts'
import type { Prepared } from './prepare.ts'
import type { Work } from './work.ts'

/** Replaces changed passwords by their digests, and those for other systems by their encryption. */
export async function digestSecrets(
  work: Work,
  { fields }: Resource,
  rows: readonly Pick<Prepared, 'after' | 'changed'>[],
): Promise<void> {
  for (const field of fields.filter(field => typeOf(field).secret))
    for (const { after, changed } of rows) {
      const value = after[field.name]
      if (changed.has(field.name) && typeof value === 'string') after[field.name] = await stored(work, field, value)
    }
}

async function stored({ seal, hashPassword }: Work, field: Field, value: string): Promise<string> {
  if (textOption(field, 'strength') !== 'sealed') return hashPassword(value)
  if (!seal) throw new Error(`The secret ${field.name} cannot be encrypted by a command.`)
  return sealedText(seal, value)
}
