import type { Model } from '../model/model.ts'
import { build } from './build.ts'
import type { Report, ResourceView } from './check-context.ts'
import { checkFiles } from './checks/files.ts'
import { checkShape } from './checks/shape.ts'
import { type CollectedProblems, collectProblems } from './collected-problems.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Kinds } from './kind.ts'
import { kinds } from './kinds.ts'
import { membersOf } from './members.ts'
import type { Problem } from './problem.ts'
import { type MessageParameters, type ProblemCode, warnings } from './problem-messages.ts'
import { refined, refiningKinds } from './refine.ts'
import { lostNames, type ShapeFault, withNearWords, withoutShapeFaults } from './shape-faults.ts'
import { isImageFile, isSameSource, type Source } from './source.ts'
import type { Node } from './tree.ts'
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

/** Compiles descriptors. It throws nothing for an author's mistake and does not stop at the first problem. */
export function compile(
  sources: readonly Source[],
  previous?: Pick<Compiled, 'drafts' | 'model'>,
  known = kinds,
): Compiled {
  const drafts = draftsOf(sources, previous, known)
  const whole = refined(drafts)
  const collected = collectProblems(whole)
  const { report } = collected
  checkFiles(workspaceOf(whole), known, report)
  const workspace = workspaceOf(
    whole.map(draft => shaped(draft, known, collected)),
    sources.filter(({ file }) => isImageFile(file)),
  )
  const model = build(workspace, known, previous?.model)
  const views = viewsOf(workspace, model)
  const byName = new Map(views.map(view => [view.resource.name, view]))
  const scene = { workspace, model, views, viewOf: (name: string) => byName.get(name), report }
  const ofShape = new Set(collected.causes())
  // Without the contents of a file, most problems of others would be consequences.
  if (!drafts.some(isLost) && !collected.isUnclear()) for (const kind of Object.values(known)) kind.check?.(scene)
  const found = collected.causes()
  // The fields of an unknown mixin are unknown, so most other problems would be consequences.
  const isWithoutFields = found.some(({ code }) => code === 'mixin.unknown')
  const all = (isWithoutFields ? found.filter(one => one.code === 'mixin.unknown' || ofShape.has(one)) : found).sort(
    byPosition,
  )
  return { problems: all, ...(all.every(({ severity }) => severity !== 'error') && { model }), drafts }
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
    if (isImageFile(source.file)) return []
    const before = parsed.get(`${source.origin}:${source.file}`)
    const draft = before && isSameSource(before.source, source) ? before : draftOf(source, known)
    return draft && (refiningKinds.has(draft.subject) || !isHidden(source)) ? [draft] : []
  })
}

/** Whether the contents of a file could not be read completely. */
const isLost = ({ faults }: Draft): boolean =>
  faults.some(({ code }) => !warnings.includes(code) && !['yaml.alias', 'yaml.key-twice'].includes(code))

/** The draft without values of the wrong shape. */
function shaped(draft: Draft, known: Kinds, { report, lose }: CollectedProblems): Draft {
  if (draft.faults.length > 0) return draft
  const last = lastShaped.get(draft)
  const found = last?.known === known ? last : { known, ...shapeOf(draft, known) }
  lastShaped.set(draft, found)
  for (const fault of found.reports) report(...fault)
  lose(found.lost)
  return found.draft
}

interface Shaped {
  readonly draft: Draft
  readonly reports: readonly Parameters<Report>[]
  readonly lost: ReadonlySet<string>
}

/** A draft is not changed once it is parsed. */
const lastShaped = new WeakMap<Draft, Shaped & { readonly known: Kinds }>()

/** The faults of a draft, and the draft for the checks of meaning: with near words for unknown ones, without the rest. */
function shapeOf(draft: Draft, known: Kinds): Shaped {
  const reports = shapeReports(draft, known)
  if (reports.length === 0) return { reports, draft, lost: new Set() }
  const near = withNearWords(draft.root, reports.map(faultOf))
  if (!near) return { reports, ...withoutFaults(draft, draft.root, reports) }
  const further = shapeReports({ ...draft, root: near }, known)
  const isMissing = (offset: number, words?: MessageParameters) =>
    further.some(
      ([, at, code, other]) => aboutMissing.includes(code) && at === offset && other?.['name'] === words?.['name'],
    )
  return {
    reports: reports.filter(([, offset, code, words]) => !aboutMissing.includes(code) || isMissing(offset, words)),
    ...withoutFaults(draft, near, further),
  }
}

const aboutMissing: readonly ProblemCode[] = ['key.missing', 'text.language-missing']

function withoutFaults(draft: Draft, root: Node, reports: Shaped['reports']): Pick<Shaped, 'draft' | 'lost'> {
  const faults = reports.map(faultOf)
  return { draft: { ...draft, root: withoutShapeFaults(root, faults) }, lost: lostNames(root, faults) }
}

function shapeReports(draft: Draft, known: Kinds): Shaped['reports'] {
  const reports: Parameters<Report>[] = []
  checkShape(draft, known, (...fault) => reports.push(fault))
  return reports
}

const faultOf = ([, offset, code, words]: Parameters<Report>): ShapeFault => ({ offset, code, near: words?.['near'] })

/** The resources whose meaning can be checked: those without YAML faults in their file and mixins. */
function viewsOf(workspace: Workspace, { resources }: Model): ResourceView[] {
  return [...workspace.resources].flatMap(([name, draft]) => {
    const resource = resources[name]
    const members = membersOf(draft)
    const isProper = [draft, ...(draft.layers ?? [])].every(one => one.faults.length === 0)
    return resource && isProper ? [{ draft, resource, members }] : []
  })
}

const byPosition = ({ at: a }: Problem, { at: b }: Problem) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column
