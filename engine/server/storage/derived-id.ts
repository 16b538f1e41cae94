import { createHash } from 'node:crypto'

/** A stable id derived from a code, so that grants by id survive other changes. */
export function idOfCode(code: string): string {
  const digest = createHash('sha256').update(code).digest().readBigUInt64BE() >> 1n
  return String(digest || 1n)
}
