import { transmittedNow } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import type { Work } from './work.ts'

/** The system values of a new record or line: its id, its creator and the time. */
export function newRow({ ctx }: Work, id: string): Row {
  const { userId, deptId } = ctx.actor
  const now = transmittedNow(ctx)
  return {
    id,
    createUser: userId,
    createDept: deptId,
    createTime: now,
    updateUser: userId,
    updateTime: now,
    status: 1,
    version: 1,
  }
}

/** The user and time of a change. */
export const changedNow = ({ ctx }: Work): Row => ({ updateUser: ctx.actor.userId, updateTime: transmittedNow(ctx) })
