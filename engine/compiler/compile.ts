import type { Model } from '../model/model.ts'
import { build } from './build.ts'
import { checkMeaning } from './check.ts'
import { checkFiles } from './checks/files.ts'
import { checkShape } from './checks/shape.ts'
import { type Draft, draftOf, placeOf } from './draft.ts'
import { membersOf } from './members.ts'
import { type Problem, problem } from './problem.ts'
import type { Report, View } from './scene.ts'
import type { Source } from './source.ts'
import { type Workspace, workspaceOf } from './workspace.ts'

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
  const problems = new Map<string, Problem>()
  const report: Report = (draft, offset, code, words) => {
    const found = problem(code, placeOf(draft, offset), words)
    const { file, line, column } = found.at
    // A mixin's field is looked at in every resource that takes it in, and is wrong once.
    problems.set(`${file}:${line}:${column}:${code}:${found.message.en}`, found)
  }
  const workspace = workspaceOf(drafts)
  checkFiles(workspace, report)
  const bent = new Set(drafts.filter(draft => draft.faults.length > 0))
  for (const draft of drafts)
    if (draft.faults.length === 0)
      checkShape(draft, (...found) => {
        bent.add(draft)
        report(...found)
      })
  const model = build(workspace)
  const views = viewsOf(workspace, model).filter(view => !partsOf(view).some(draft => bent.has(draft)))
  checkMeaning({ workspace, model, views, report })
  const all = [...problems.values()].sort(byPlace)
  return all.some(({ severity }) => severity === 'error') ? { problems: all, drafts } : { problems: all, model, drafts }
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

function viewsOf(workspace: Workspace, { resources }: Model): View[] {
  return [...workspace.resources].flatMap(([name, draft]) => {
    const resource = resources[name]
    return resource ? [{ draft, resource, members: membersOf(draft, workspace) }] : []
  })
}

/** The files of which a resource is made. */
const partsOf = ({ draft, members }: View): Draft[] => [draft, ...[...members.values()].map(member => member.draft)]

const byPlace = ({ at: a }: Problem, { at: b }: Problem) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column
