import { wireNow } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import type { Work } from './work.ts'

/** What the engine itself says of a new record or line: its id, who made it and when. */
export function newRow({ ctx }: Work, id: string): Row {
  const { userId, deptId } = ctx.caller
  const now = wireNow(ctx)
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

/** Who changes a record now, and when. */
export const changedNow = ({ ctx }: Work): Row => ({ updateUser: ctx.caller.userId, updateTime: wireNow(ctx) })
