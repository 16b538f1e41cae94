import type { Report } from './check-context.ts'
import { type Draft, sourcePositionOf } from './draft.ts'
import { type Problem, problem } from './problem.ts'
import { at, entriesOf, type Node, textOf } from './tree.ts'
import { fullWidthIn } from './yaml-cause.ts'

/** The problems that the checks of a compilation report. */
export interface CollectedProblems {
  readonly report: Report
  /** Adds a problem of a file without a draft. */
  readonly add: (problem: Problem) => void
  hasErrors(): boolean
  /** The problems that are no consequences of others. */
  causes(): Problem[]
}

/** Collects problems of some drafts; one of an unknown name is replaced by what caused it. */
export function collectProblems(drafts: readonly Draft[]): CollectedProblems {
  const problems = new Map<string, Problem>()
  let namesByTitle: ReadonlyMap<string, readonly string[]> | undefined
  const titled = (title: string) => {
    namesByTitle ??= namesWithTitles(drafts)
    return namesByTitle.get(title) ?? []
  }
  const add = (found: Problem) => {
    const { file, line, column } = found.at
    // A mixin's field is checked in every resource that uses it, and reported once.
    problems.set(`${file}:${line}:${column}:${found.code}:${found.message.en}`, found)
  }
  const report: Report = (draft, offset, code, words) => {
    const wide = /unknown$|choice$/.test(code) ? fullWidthIn(words?.['name'] ?? '') : undefined
    if (wide) return report(draft, offset + wide.index, 'yaml.full-width', wide.words)
    const { name = '', known = '', near } = (/unknown$/.test(code) && words) || {}
    const names = known.split(', ')
    const comma = missingComma(name, names)
    if (comma !== undefined) return report(draft, offset + comma, 'yaml.comma')
    const meant = known !== '' && near === undefined ? titled(name).find(one => names.includes(one)) : undefined
    if (meant !== undefined) return report(draft, offset, code, { ...words, near: meant })
    add(problem(code, sourcePositionOf(draft, offset), words))
  }
  return {
    report,
    add,
    hasErrors: () => [...problems.values()].some(({ severity }) => severity === 'error'),
    causes: () => withoutConsequences([...problems.values()]),
  }
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

/**
 * The problems without consequences: while a resource is unknown, what reads it through another file; while there is any
 * error, that something is not used or that a role lacks a right, since an author who removed the unused part would lose it.
 */
function withoutConsequences(problems: readonly Problem[]): Problem[] {
  const isUnknown = problems.some(({ code }) => code === 'resource.unknown')
  const causes = problems.filter(({ code }) => !(isUnknown && aboutOthers.includes(code)))
  const others = causes.filter(({ code }) => !aboutUse.includes(code))
  return others.some(({ severity }) => severity === 'error') ? others : causes
}

const aboutOthers: readonly Problem['code'][] = ['owner.unfit', 'owner.by-unfit', 'sends.message', 'sends.none']

const aboutUse: readonly Problem['code'][] = [
  'dictionary.unused',
  'partOf.unlisted',
  'state.unreachable',
  'state.dead-end',
  'access.no-rows',
  'value.source-hidden',
]
