import { expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import { typeOf } from '../index.ts'
import { passwordFault } from './policy.ts'

it.each([
  [undefined, true],
  ['account', true],
  ['any', false],
])('a weak password with strength %s is refused: %s', (strength, isRefused) => {
  const field = fieldNamed('secret', 'password', { options: { ...(strength && { strength }) } })
  expect(typeOf(field).fault?.('weak', field, sampleModel) !== undefined).toBe(isRefused)
})

it.each([
  'P@ssw0rd',
  'P@55w0rd!',
  'Pa$$w0rd1',
  'Pass@word1',
  'Admin@123',
  'Admin-2026',

  'Abc@1234',
  'Aa@123456',
  '1qaz@WSX',
  'Qwe123!@#',
])('the common password %s is refused', password => expect(passwordFault(password)?.code).toBe('password.common'))

it.each(['Harbour-2026', 'Right-2026', 'Kx7-mq2!Lw', 'Passage@12', 'Admiral#26'])('%s is accepted', password =>
  expect(passwordFault(password)).toBeUndefined(),
)
