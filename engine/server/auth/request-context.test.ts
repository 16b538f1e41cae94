import { expect, it } from 'vitest'
import { testZone } from '../../../tests/support/databases.ts'
import { actor, contextOf } from '../../../tests/support/store.ts'
import { emptyModel } from '../../model/empty-model.ts'
import { createContexts } from './request-context.ts'

const user = actor({ userId: '5', sourceType: 'ent', roleIds: ['1'], ownerIds: ['2'], deptId: '3' })
const contexts = createContexts({ current: () => emptyModel, clock: () => new Date(), zone: testZone })

it.each([
  ['a user', contextOf(user, emptyModel), { id: '5', sourceType: 'ent', roleIds: ['1'], ownerIds: ['2'], deptId: '3' }],
  [
    'a command with the account of a user',
    contexts.command(user, 'import-command', 'en'),
    { id: '5', sourceType: 'service', roleIds: [], ownerIds: [], deptId: '3' },
  ],
  [
    'the server in the request of a user',
    contextOf(user, emptyModel).asSystem('step-effect'),
    { id: null, sourceType: 'system', roleIds: [], ownerIds: [], deptId: '3' },
  ],
  [
    'the server without a request',
    contexts.system('000000', 'descriptors', 'test'),
    { id: null, sourceType: 'system', roleIds: [], ownerIds: [], deptId: null },
  ],
])('semantics 8: in expressions, me. of %s has one tenant, and lists for users only', (_who, { me }, expected) => {
  expect(me).toEqual({ tenantId: '000000', regionId: null, ...expected })
})
