import type { Report } from './check-context.ts'
import { type Draft, sourcePositionOf } from './draft.ts'
import { type Problem, problem } from './problem.ts'
import type { MessageParameters, ProblemCode } from './problem-messages.ts'
import { at, entriesOf, type Node, textOf } from './tree.ts'
import { fullWidthIn } from './yaml-cause.ts'

/** The problems that the checks of a compilation report. */
export interface CollectedProblems {
  readonly report: Report
  /** Adds names that a fault of shape removed. */
  lose(names: Iterable<string>): void
  /** Whether it is open what fields there are or of which type they are. */
  isUnclear(): boolean
  /** The problems that are no consequences of others. */
  causes(): Problem[]
}

/** Collects problems of some drafts; one of an unknown name is replaced by what caused it. */
export function collectProblems(drafts: readonly Draft[]): CollectedProblems {
  const problems = new Map<string, Reported>()
  let isUnclear = false
  const lost = new Set<string>()
  /** Fields that refer to no resource, and the names that they have instead. */
  const unknown = new Set<string>()
  let namesByTitle: ReadonlyMap<string, readonly string[]> | undefined
  const titled = (title: string) => {
    namesByTitle ??= namesWithTitles(drafts)
    return namesByTitle.get(title) ?? []
  }
  const report: Report = (draft, offset, code, words) => {
    if (code === 'resource.unknown' && words?.['field'] !== undefined) {
      for (const name of [words['field'], words['name'] ?? '', 'it']) unknown.add(name)
      lost.add(words['field'])
    }
    // What `it` is inside its lines is unknown.
    if (code === 'effect.list') unknown.add('it')
    const wide =
      /unknown$|choice$/.test(code) && words?.['write'] === undefined ? fullWidthIn(words?.['name'] ?? '') : undefined
    if (wide) return report(draft, offset + wide.index, 'yaml.full-width', wide.words)
    const { name = '', known = '', near } = (/unknown$/.test(code) && words) || {}
    const names = known.split(', ')
    const comma = words?.['write'] === undefined ? missingComma(name, names) : undefined
    if (comma !== undefined) return report(draft, offset + comma, 'yaml.comma')
    const meant = known !== '' && near === undefined ? titled(name).find(one => names.includes(one)) : undefined
    if (meant !== undefined) return report(draft, offset, code, { ...words, near: meant })
    isUnclear ||= hidesMeaning(code, words)
    const found = problem(code, sourcePositionOf(draft, offset), words)
    const { file, line, column } = found.at
    // A mixin's field is checked in every resource that uses it, and reported once.
    problems.set(`${file}:${line}:${column}:${code}:${found.message.en}`, { found, words })
  }
  return {
    report,
    lose(names) {
      for (const name of names) lost.add(name)
    },
    isUnclear: () => isUnclear || lost.has('of') || containers.some(name => lost.has(`/${name}`)),
    causes: () =>
      withoutConsequences([...problems.values()].flatMap(one => (isOfLost(one, lost, unknown) ? [] : [one.found]))),
  }
}

/** A problem with the words of its message. */
interface Reported {
  readonly found: Problem
  readonly words: MessageParameters | undefined
}

/** Whether a problem is that of a name that a fault of shape removed, or of a reference to no resource. */
function isOfLost(
  { found: { code }, words = {} }: Reported,
  lost: ReadonlySet<string>,
  unknown: ReadonlySet<string>,
): boolean {
  return (
    (aboutNames.includes(code) && lost.has(words['name'] ?? '')) ||
    (code === 'children.unfit' && lost.has('/partOf')) ||
    (lost.has('handler') && (code === 'action.returns' || (code === 'key.missing' && words['name'] === 'handler'))) ||
    (lost.has('stored') && ['query.measure', 'unique.where'].includes(code)) ||
    (lost.has('each') && code === 'rule.name-not-here') ||
    (code === 'query.group' && (lost.has('group') || lost.has('measure'))) ||
    (code === 'page.screen-or-link' && (lost.has('screen') || lost.has('link'))) ||
    (code === 'board.joined' && lost.size > 0) ||
    (['board.search', 'board.each'].includes(code) && (lost.has('/search') || lost.has(words['name'] ?? ''))) ||
    (['board.each', 'field.unknown'].includes(code) && lost.has('/tree')) ||
    (code === 'parameter.unfit' && lost.has('type')) ||
    (code === 'parameter.value-or-values' && (lost.has('value') || lost.has('values'))) ||
    (aboutReferences.includes(code) &&
      Object.values(words).some(word => unknown.has(word) || unknown.has(word.replace(/\..*/, ''))))
  )
}

/** The index of the space between two known names that were read as one. */
function missingComma(name: string, known: readonly string[]): number | undefined {
  const names = name.split(' ')
  return names.length > 1 && names.every(one => known.includes(one)) ? name.indexOf(' ') : undefined
}

/** The names of everything that has a title, by the title in each language. */
function namesWithTitles(drafts: readonly Draft[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (name: string, title: Node | undefined) => {
    for (const { value } of entriesOf(title)) {
      const text = textOf(value)
      if (text !== undefined) found.set(text, [...(found.get(text) ?? []), name])
    }
  }
  const search = (node: Node, name: string, isTitle: boolean): void => {
    add(name, isTitle ? node : at(node, 'title'))
    for (const { key, value } of entriesOf(node)) search(value, key, isTitle)
  }
  for (const { root, name, subject } of drafts) search(root, name, subject === 'titles')
  return found
}

/** Whether a problem leaves open what fields there are or of which type they are. */
const hidesMeaning = (code: ProblemCode, words: MessageParameters = {}): boolean =>
  code === 'resource.name-twice' ||
  code === 'file.empty' ||
  // A file that is no map.
  (code === 'value.type' && words['whole'] !== undefined) ||
  code === 'key.indent' ||
  (code === 'key.outdent' && containers.includes(words['name'] ?? '')) ||
  (code === 'key.missing' && ['entries', 'of', 'transitions'].includes(words['name'] ?? '')) ||
  (code === 'field.type-unknown' && words['near'] === undefined) ||
  // A list of what is to be named, or of names where one is expected.
  (code === 'value.type' && words['found'] === 'array') ||
  (code === 'key.unknown' && words['near'] === 'mixins')

/** The keys whose values contain what others refer to. */
const containers: readonly string[] = [
  'fields',
  'mixins',
  'entries',
  'lifecycle',
  'transitions',
  'actions',
  'owner',
  'to',
]

/** The problems of names that a fault of shape may have removed. */
const aboutNames: readonly ProblemCode[] = [
  'field.unknown',
  'against.unfit',
  'rule.name-unknown',
  'rule.entry-unknown',
  'dictionary.entry-unknown',
  'allow.unknown',
  'role.unknown',
  'menu.unknown',
  'sends.group',
  'title.missing',
  'parameter.value-or-values',
]

/** The problems of fields that refer to no resource. */
const aboutReferences: readonly ProblemCode[] = [
  'message.path',
  'related.by-unfit',
  'owner.unfit',
  'effect.copy',
  'effect.record',
  'effect.lines',
  'rule.reference-other',
  'rule.name-not-here',
  'sends.message',
  'sends.none',
]

/** The problems without those that are consequences of others. */
function withoutConsequences(problems: readonly Problem[]): Problem[] {
  const isFaulty = (file: string) =>
    problems.some(({ at, code, severity }) => at.file === file && severity === 'error' && code !== noFields)
  return withoutUnused(problems.filter(({ at, code }) => code !== noFields || !isFaulty(at.file)))
}

const noFields: ProblemCode = 'resource.fields-missing'

/**
 * The problems without those that something is not used, or that a role lacks a right, while there is any other error:
 * its cause may be that error, and an author who removed the unused part would lose it.
 */
function withoutUnused(problems: readonly Problem[]): Problem[] {
  const others = problems.filter(({ code }) => !aboutUse.includes(code))
  return others.some(({ severity }) => severity === 'error') ? others : [...problems]
}

const aboutUse: readonly ProblemCode[] = [
  'dictionary.unused',
  'partOf.unlisted',
  'state.unreachable',
  'state.dead-end',
  'access.no-rows',
  'value.source-hidden',
]
