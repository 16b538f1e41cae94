import { type Fragment, sql, word } from '../database/fragment.ts'

/**
 * Whether an entry of the history that a deletion or restoration caused, by their aliases, is an effect of a step that
 * was reverted with it. Other entries are what the deletion or restoration took along.
 */
export const isRevertedEffect = (entry: string, cause: string): Fragment =>
  word(`(${entry}.reason is not distinct from 'step-effect' and ${cause}.reason is distinct from 'step-effect')`)

/** Whether an entry is an effect of the step, the automatic step or the undo that caused it. */
export const isEffect = (entry: string, cause: string): Fragment =>
  sql`(${word(cause)}.operation not in ('remove', 'restore') or ${isRevertedEffect(entry, cause)})`
