import type { Model } from '../../model/model.ts'
import type { ServedProblem } from './served-problem.ts'

/** The current Model. A request reads it once. */
export interface ModelHolder {
  current(): Model
  /** Problems of the descriptors on disk, and changes of tables that wait for confirmation. */
  problems(): readonly ServedProblem[]
  /** Calls the listener after every change of either; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

/** A holder whose Model can be replaced. */
export interface ModelSlot extends ModelHolder {
  isFilled(): boolean
  put(model: Model, problems: readonly ServedProblem[]): void
  /** Keeps the served Model, because the current descriptors are invalid. */
  keep(problems: readonly ServedProblem[]): void
}

export function createModelSlot(): ModelSlot {
  let model: Model | undefined
  let problems: readonly ServedProblem[] = []
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    current() {
      if (!model) throw new Error('The Model was asked for before there was one.')
      return model
    },
    problems: () => problems,
    isFilled: () => model !== undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(next, found) {
      model = next
      problems = found
      notify()
    },
    keep(found) {
      problems = found
      notify()
    },
  }
}
