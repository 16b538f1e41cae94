import type { Model } from '../model/model.ts'
import { build } from './build.ts'
import { type Draft, draftOf, placeOf } from './draft.ts'
import { type Problem, problem } from './problem.ts'
import type { Source } from './source.ts'
import { workspaceOf } from './workspace.ts'

/** What came of a folder of descriptors. */
export interface Compiled {
  /** Everything wrong with it, warnings included, in the order of files and places. */
  readonly problems: readonly Problem[]
  /** The model, when nothing but warnings was found. */
  readonly model?: Model
  /** What was read, so that the next compilation reads changed files only. */
  readonly drafts: readonly Draft[]
}

/** Compiles descriptors. Nothing is thrown for what an author wrote, and nothing stops at the first problem. */
export function compile(sources: readonly Source[], previous?: Compiled): Compiled {
  const drafts = draftsOf(sources, previous)
  const problems = drafts.flatMap(draft =>
    draft.faults.map(({ offset, detail }) => problem('yaml.syntax', placeOf(draft, offset), { detail })),
  )
  if (problems.some(({ severity }) => severity === 'error')) return { problems, drafts }
  return { problems, model: build(workspaceOf(drafts)), drafts }
}

/** The drafts of the sources that hold; a file of the app hides the engine's file of that name. */
function draftsOf(sources: readonly Source[], previous: Compiled | undefined): Draft[] {
  const known = new Map(previous?.drafts.map(draft => [`${draft.source.origin}:${draft.source.file}`, draft]))
  return sources.flatMap(source => {
    const before = known.get(`${source.origin}:${source.file}`)
    const draft = before?.source.text === source.text ? before : draftOf(source)
    return draft ? [draft] : []
  })
}
