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
  /** The Model of the descriptors, without the edits of rows. */
  described(): Model
  put(model: Model, described: Model, problems: readonly ServedProblem[]): void
  /** Keeps the served Model, because the current descriptors are invalid. */
  keep(problems: readonly ServedProblem[]): void
}

export function createModelSlot(): ModelSlot {
  let model: Model | undefined
  let described: Model | undefined
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
    described() {
      if (!described) throw new Error('The Model was asked for before there was one.')
      return described
    },
    problems: () => problems,
    isFilled: () => model !== undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(next, nextDescribed, found) {
      model = next
      described = nextDescribed
      problems = found
      notify()
    },
    keep(found) {
      problems = found
      notify()
    },
  }
}
