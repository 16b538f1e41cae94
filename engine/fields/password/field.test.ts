import { expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import { typeOf } from '../index.ts'

it.each([
  [undefined, true],
  ['account', true],
  ['any', false],
])('a weak password with strength %s is refused: %s', (strength, isRefused) => {
  const field = fieldNamed('secret', 'password', { options: { ...(strength && { strength }) } })
  expect(typeOf(field).fault?.('weak', field, sampleModel) !== undefined).toBe(isRefused)
})
