import { type Compiled, compile } from '../../compiler/compile.ts'
import type { Source } from '../../compiler/source.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { Widening } from '../../model/wider-access.ts'
import type { Loss } from '../storage/apply.ts'
import { isError } from './served-problem.ts'

/** Files of the app that wait together, and the losses that they cause. */
export interface WaitingSet {
  readonly files: ReadonlySet<string>
  readonly losses: readonly Loss[]
}

/** Saved descriptors over those that are applied. */
export interface SavedFiles {
  readonly applied: Descriptors
  readonly saved: Descriptors
}

type Descriptors = Pick<Compiled, 'drafts' | 'model'> & { readonly sources: readonly Source[] }

/** Descriptors in which some files of the app have the texts of others, or do not exist as there. */
export const withFilesOf = (
  sources: readonly Source[],
  others: readonly Source[],
  files: ReadonlySet<string>,
): readonly Source[] => {
  const isOfFiles = ({ origin, file }: Source) => origin === 'app' && files.has(file)
  return [...sources.filter(one => !isOfFiles(one)), ...others.filter(isOfFiles)].sort(inOrder)
}

/** The order in which folders are read: the engine's files before the app's, each by name. */
export const inOrder = (one: Source, other: Source): number =>
  one.origin === other.origin ? (one.file < other.file ? -1 : 1) : one.origin === 'base' ? -1 : 1

/**
 * The sets of files that wait for losses: those that declare them, and those that do not compile without these. A loss
 * of a set that waits already was not caused by its files alone: others are added to it.
 */
export function waitingSets(of: SavedFiles, losses: readonly Loss[], waiting: readonly WaitingSet[]): WaitingSet[] {
  const changed = changedFiles(of.applied.sources, of.saved.sources)
  const held = new Set(waiting.flatMap(({ files }) => [...files]))
  const found = losses.map((loss): WaitingSet => {
    const left = placesOf(of, loss).map(files => files.filter(file => changed.includes(file) && !held.has(file)))
    return { files: closed(of, new Set(left.find(files => files.length > 0) ?? changed), changed), losses: [loss] }
  })
  const sets = merged([...waiting, ...found])
  const all = new Set(sets.flatMap(({ files }) => [...files]))
  const whole = closed(of, all, changed)
  return whole.size === all.size ? sets : [{ files: whole, losses: merged(sets).flatMap(one => one.losses) }]
}

/** The app's files that are saved with another text than the applied one. */
function changedFiles(applied: readonly Source[], saved: readonly Source[]): readonly string[] {
  const textsOf = (sources: readonly Source[]) =>
    new Map(sources.flatMap(({ file, text, origin }) => (origin === 'app' ? [[file, text]] : [])))
  const [before, after] = [textsOf(applied), textsOf(saved)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(file => before.get(file) !== after.get(file))
}

/** The files that may declare a loss, the most probable ones first. */
function placesOf({ applied, saved }: SavedFiles, { loss, rows, widens = [] }: Loss): readonly (readonly string[])[] {
  const widened = new Set(widens.map(({ resource }) => resource))
  const [, table, column] = /^\w+:(\w+)(?:\.(\w+))?/.exec(loss) ?? []
  const resources = [applied, saved].flatMap(({ model }) =>
    Object.values(model?.resources ?? {}).filter(
      // A table of links has the name of its resource and of its field.
      one =>
        one.table === table ||
        table?.startsWith(`${one.table}__`) ||
        one.name === rows?.resource ||
        widened.has(one.name),
    ),
  )
  const dictionaries = resources.flatMap(({ fields }) =>
    fields.flatMap(field => (field.column === column && isDictionary(field) ? String(field.options['of']) : [])),
  )
  const filesOf = (subject: string, names?: readonly string[]) =>
    [...applied.drafts, ...saved.drafts].flatMap(draft =>
      draft.subject === subject && (names?.includes(draft.name) ?? true) ? draft.source.file : [],
    )
  const names = resources.flatMap(({ name, renamedFrom = [] }) => [name, ...renamedFrom])
  const own = [filesOf('dictionary', dictionaries), filesOf('resource', names)]
  const declarers = [...new Set(widens.map(declarerOf))]
  return [
    declarers.flatMap(subject => filesOf(subject, subject === 'resource' ? names : undefined)),
    ...(loss.startsWith('drop:') ? own.reverse() : own),
    names.length > 0 ? filesOf('mixin') : [],
    filesOf('roles'),
    [...filesOf('app'), ...filesOf('parameters')],
  ]
}

/** Where wider access is probably declared. */
const declarerOf = ({ what, resource }: Widening): 'app' | 'roles' | 'resource' =>
  what === 'owner' ? 'app' : what === 'code' || resource === undefined ? 'roles' : 'resource'

/** Files with those that do not compile while these have their applied texts. */
function closed({ applied, saved }: SavedFiles, files: ReadonlySet<string>, changed: readonly string[]): Set<string> {
  const all = new Set(files)
  while (all.size < changed.length) {
    const errors = compile(withFilesOf(saved.sources, applied.sources, all), saved).problems.filter(isError)
    if (errors.length === 0) break
    // A removed file has no errors; those of others name it.
    const isNamed = (file: string) =>
      errors.some(
        ({ at, message }) => at.file === file || message.en.includes(`"${file.replace(/^.*\/|\.yaml$/g, '')}"`),
      )
    const more = changed.filter(file => !all.has(file) && isNamed(file))
    for (const file of more.length > 0 ? more : changed) all.add(file)
  }
  return all
}

/** Sets of which no two have a file or a loss in common. */
function merged(sets: readonly WaitingSet[]): WaitingSet[] {
  const apart: WaitingSet[] = []
  for (const set of sets) {
    const isMet = ({ files, losses }: WaitingSet) =>
      [...files].some(file => set.files.has(file)) ||
      losses.some(({ loss }) => set.losses.some(one => one.loss === loss))
    const met = apart.filter(isMet)
    // A loss that was found with more files concerns all that these cause.
    const losses = [...met, set]
      .flatMap(one => one.losses)
      .filter(({ loss }, n, all) => all.findIndex(other => other.loss === loss) === n)
    apart.push({ files: new Set([...met, set].flatMap(({ files }) => [...files])), losses })
    for (const one of met) apart.splice(apart.indexOf(one), 1)
  }
  return apart
}
