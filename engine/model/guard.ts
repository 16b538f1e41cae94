import type { Resource } from './model.ts'

type Guarded = Pick<Resource, 'guard'>

/** Whether changes of the rows pass a guard, before any statement writes them. */
export const isGuarded = ({ guard }: Guarded): boolean => guard !== undefined

/** Whether the rows grant rights: the guard is that against privilege escalation. */
export const grantsRights = ({ guard }: Guarded): boolean => guard === 'authority'

/** Whether the rows are those of the descriptors, of which some properties may be edited. */
export const isDescribed = ({ guard }: Guarded): boolean => guard === 'descriptors'
