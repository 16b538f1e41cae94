import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { languageVersion } from '../../compiler/kinds/app.ts'
import { engineTables } from './engine-tables.ts'
import { engineVersion } from './engine-version.ts'

it('semantics 44: is raised with every change of the engine tables and of the language', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify([languageVersion, engineTables]))
    .digest('hex')
  // Both are changed together.
  expect([engineVersion, digest.slice(0, 16)]).toEqual([1, '210a8a0d47fdfcc6'])
})
