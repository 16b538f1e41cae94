import type { Model } from '../model/model.ts'
import { build } from './build.ts'
import type { Report, ResourceView } from './check-context.ts'
import { checkSources } from './checks/fields.ts'
import { checkFiles } from './checks/files.ts'
import { processProblems } from './checks/processes.ts'
import { checkShape } from './checks/shape.ts'
import { collectProblems } from './collected-problems.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Kinds } from './kind.ts'
import { kinds } from './kinds.ts'
import { membersOf } from './members.ts'
import type { Problem } from './problem.ts'
import { refined, refiningKinds } from './refine.ts'
import { isImageFile, isProcessFile, isSameSource, type Source } from './source.ts'
import { type Workspace, workspaceOf } from './workspace.ts'

/** The result of compiling a folder of descriptors. */
export interface Compiled {
  /** All problems, warnings included, in the order of files and positions. */
  readonly problems: readonly Problem[]
  /** The model, where all problems are warnings. */
  readonly model?: Model
  /** The parsed files, so that the next compilation parses only changed ones. */
  readonly drafts: readonly Draft[]
}

/**
 * Compiles descriptors. It throws nothing for an author's mistake and does not stop at the first problem: all files are read
 * and their shapes checked; where these are right, all meanings are.
 */
export function compile(
  sources: readonly Source[],
  previous?: Pick<Compiled, 'drafts' | 'model'>,
  known = kinds,
): Compiled {
  const drafts = draftsOf(sources, previous, known)
  const whole = refined(drafts)
  const collected = collectProblems(whole)
  const { report } = collected
  const workspace = workspaceOf(whole, sources)
  checkFiles(workspace, known, report)
  for (const draft of whole) for (const fault of shapeFaults(draft, known)) report(...fault)
  if (!collected.hasErrors()) checkSources(workspace, report)
  // The meaning of a file depends on others, so that problems of it would be consequences of those of shapes.
  const model = collected.hasErrors() ? undefined : build(workspace, known, previous?.model)
  if (model) {
    const views = viewsOf(workspace, model)
    const byName = new Map(views.map(view => [view.resource.name, view]))
    const scene = { workspace, model, views, viewOf: (name: string) => byName.get(name), report }
    for (const kind of Object.values(known)) kind.check?.(scene)
  }
  processProblems(workspace, model).forEach(collected.add)
  const problems = collected.causes().sort(byPosition)
  return { problems, ...(model && !collected.hasErrors() && { model }), drafts }
}

/**
 * The drafts of the effective sources. An app's file in a folder hides the engine's of the same name, unless it is a
 * resource or a dictionary, which refines it; others are added.
 */
function draftsOf(sources: readonly Source[], previous: Pick<Compiled, 'drafts'> | undefined, known: Kinds): Draft[] {
  const parsed = new Map(previous?.drafts.map(draft => [`${draft.source.origin}:${draft.source.file}`, draft]))
  const apps = new Set(sources.filter(({ origin }) => origin === 'app').map(({ file }) => file))
  const isHidden = ({ file, origin }: Source) => origin === 'base' && file.includes('/') && apps.has(file)
  return sources.flatMap(source => {
    if (isImageFile(source.file) || (isProcessFile(source.file) && !source.fault)) return []
    const before = parsed.get(`${source.origin}:${source.file}`)
    const draft = before && isSameSource(before.source, source) ? before : draftOf(source, known)
    return draft && (refiningKinds.has(draft.subject) || !isHidden(source)) ? [draft] : []
  })
}

/** The faults of the shape of a draft, which is not changed once it is parsed. */
function shapeFaults(draft: Draft, known: Kinds): readonly Parameters<Report>[] {
  if (draft.faults.length > 0) return []
  const last = lastFaults.get(draft)
  if (last?.known === known) return last.reports
  const reports: Parameters<Report>[] = []
  checkShape(draft, known, (...fault) => reports.push(fault))
  lastFaults.set(draft, { known, reports })
  return reports
}

const lastFaults = new WeakMap<Draft, { readonly known: Kinds; readonly reports: readonly Parameters<Report>[] }>()

const viewsOf = (workspace: Workspace, { resources }: Model): ResourceView[] =>
  [...workspace.resources].flatMap(([name, draft]) => {
    const resource = resources[name]
    return resource ? [{ draft, resource, members: membersOf(draft) }] : []
  })

const byPosition = ({ at: a }: Problem, { at: b }: Problem) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column
