import { wireNow } from './asking.ts'
import type { Row } from './shape.ts'
import type { Work } from './work.ts'

/** What the engine itself says of a new record or line: its id, who made it and when. */
export function newRow({ asking }: Work, id: string): Row {
  const { userId, deptId } = asking.caller
  const now = wireNow(asking)
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
export const changedNow = ({ asking }: Work): Row => ({ updateUser: asking.caller.userId, updateTime: wireNow(asking) })
