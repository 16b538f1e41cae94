import { expressionIn } from '../../processes/definition.ts'

/** Who a task is for, as the panel of its properties offers it. */
export interface TaskPeopleChoice {
  readonly kind: 'starter' | 'users' | 'groups' | 'expression'
  /** Ids of users, or aliases of roles and ids of departments and positions. */
  readonly ids: readonly string[]
  /** Roles count only within the starter's departments. */
  readonly isOfStarter: boolean
  readonly expression: string
}

/** The attributes of a user task that name its people. */
export interface PeopleAttributes {
  readonly 'flowable:assignee': string | undefined
  readonly 'flowable:candidateUsers': string | undefined
  readonly 'flowable:candidateGroups': string | undefined
}

const userPrefix = 'taskUser_'
const scoped = '@starter'
const listed = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** What the attributes of a task mean; those that mix several ways are an expression, whose other parts stay. */
export function peopleOf(attributes: Partial<PeopleAttributes>, initiator: string): TaskPeopleChoice {
  const assignee = attributes['flowable:assignee'] ?? ''
  const users = listed(attributes['flowable:candidateUsers'])
  const groups = listed(attributes['flowable:candidateGroups'])
  const none = { ids: [], isOfStarter: false, expression: '' }
  if (initiator !== '' && assignee.replace(/\s/g, '') === `\${${initiator}}`) return { ...none, kind: 'starter' }
  if (assignee.includes('${')) return { ...none, kind: 'expression', expression: assignee }
  const named = [...listed(assignee), ...users]
  if (named.length > 0) return { ...none, kind: 'users', ids: named.map(id => id.replace(userPrefix, '')) }
  return {
    ...none,
    kind: 'groups',
    ids: groups.map(group => group.replace(scoped, '')),
    isOfStarter: groups.some(group => group.endsWith(scoped)),
  }
}

/** The attributes of a choice. Beside an expression, groups stay: they claim the task if it names no user. */
export function attributesOf(choice: TaskPeopleChoice, initiator: string): Partial<PeopleAttributes> {
  const { kind, ids, isOfStarter, expression } = choice
  const none = { 'flowable:assignee': undefined, 'flowable:candidateUsers': undefined }
  switch (kind) {
    case 'starter':
      return { ...none, 'flowable:assignee': `\${${initiator}}`, 'flowable:candidateGroups': undefined }
    case 'expression':
      return { ...none, 'flowable:assignee': expression || undefined }
    case 'users':
      return {
        'flowable:assignee': ids.length === 1 ? `${userPrefix}${ids[0]}` : undefined,
        'flowable:candidateUsers': ids.length > 1 ? ids.map(id => `${userPrefix}${id}`).join(',') : undefined,
        'flowable:candidateGroups': undefined,
      }
    case 'groups': {
      // A department or a position has a numeric id; only roles are limited.
      const groups = ids.map(id => (isOfStarter && !/^\d+$/.test(id) ? id + scoped : id))
      return { ...none, 'flowable:candidateGroups': groups.join(',') || undefined }
    }
  }
}

const workdays = /^\$\{\s*addWorkdays\(\s*today\(\)\s*,\s*(\d+)\s*\)\s*\}$/

/** The working days of a due date; undefined if it is another expression. */
export const workdaysOf = (due: string): number | undefined => {
  const days = workdays.exec(due)?.[1]
  return days === undefined ? undefined : Number(days)
}

export const dueIn = (days: number): string => `\${addWorkdays(today(), ${days})}`

/** The text inside `${ }`, or the text itself. */
export const celOf = (text: string): string => expressionIn(text) ?? text
