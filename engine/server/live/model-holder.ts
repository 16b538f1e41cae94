import type { Model } from '../../model/model.ts'
import type { ServedProblem } from './served-problem.ts'

/** The Model of the moment. Who answers a request takes it once. */
export interface ModelHolder {
  current(): Model
  /** What is wrong with the descriptors as they lie on disk, and what of them waits. */
  problems(): readonly ServedProblem[]
  /** Calls back after every change of either; what it returns ends that. */
  onChange(listener: () => void): () => void
}

/** A holder with the hand that fills it. */
export interface ModelSlot extends ModelHolder {
  isFilled(): boolean
  put(model: Model, problems: readonly ServedProblem[]): void
  /** The Model stays, since what is written now is no good. */
  keep(problems: readonly ServedProblem[]): void
}

export function createModelSlot(): ModelSlot {
  let model: Model | undefined
  let problems: readonly ServedProblem[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
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
      tell()
    },
    keep(found) {
      problems = found
      tell()
    },
  }
}
