import { expect, it } from 'vitest'
import { attributesOf, celOf, dueIn, peopleOf, workdaysOf } from './task-people.ts'

it.each([
  ['starter', { 'flowable:assignee': `\${applyUser}` }],
  ['users', { 'flowable:assignee': 'taskUser_7' }],
  ['users', { 'flowable:candidateUsers': 'taskUser_7,taskUser_8' }],
  ['groups', { 'flowable:candidateGroups': 'leader@starter,1123' }],
  ['expression', { 'flowable:assignee': `\${taskUser}` }],
] as const)('reads and writes %s', (kind, attributes) => {
  const choice = peopleOf(attributes, 'applyUser')
  expect(choice.kind).toBe(kind)
  const written = Object.entries(attributesOf(choice, 'applyUser')).filter(([, value]) => value !== undefined)
  expect(Object.fromEntries(written)).toEqual(attributes)
})

it('accepts bare ids of users, and keeps groups beside an expression', () => {
  expect(peopleOf({ 'flowable:candidateUsers': '7, 8' }, '').ids).toEqual(['7', '8'])
  const choice = peopleOf({ 'flowable:assignee': `\${taskUser}`, 'flowable:candidateGroups': 'manager' }, 'applyUser')
  expect('flowable:candidateGroups' in attributesOf(choice, 'applyUser')).toBe(false)
})

it('reads working days of its own form only, and CEL inside braces', () => {
  expect(workdaysOf(dueIn(3))).toBe(3)
  expect(workdaysOf(`\${addWorkdays(endTime, 3)}`)).toBeUndefined()
  expect([celOf(`\${ days > 2 }`), celOf('pass')]).toEqual(['days > 2', 'pass'])
})
