import { isSameRename } from './former-names.ts'
import type { Dictionary, Model, Resource } from './model.ts'
import { stepsOf } from './steps.ts'

/** Former names with their present ones; null for what was removed. Names that are unchanged are absent. */
export type Renames = Readonly<Record<string, string | null>>

/** What became of the names of a Model in a later one. */
export interface NameChanges {
  readonly resources: Renames
  /** By the former name of the resource. */
  readonly parts: Readonly<Record<string, PartChanges>>
  readonly dictionaries: Renames
  /** Keys of entries, by the former code of the dictionary. */
  readonly entries: Readonly<Record<string, Renames>>
}

/** What became of the names of the parts of a resource. */
export interface PartChanges {
  readonly fields: Renames
  readonly steps: Renames
  readonly binds: Renames
}

export const noNameChanges: NameChanges = { resources: {}, parts: {}, dictionaries: {}, entries: {} }
const noPartChanges: PartChanges = { fields: {}, steps: {}, binds: {} }

interface Named {
  readonly name: string
  readonly renamedFrom?: readonly string[]
}

/** What became of the names of a Model in the next one. */
export function nameChanges(before: Model, after: Model): NameChanges {
  const resources = renamesOf(Object.values(before.resources), Object.values(after.resources))
  const parts = Object.values(before.resources).flatMap(resource => {
    const next = after.resources[presentName(resources, resource.name) ?? '']
    const changes = next ? partChanges(resource, next) : noPartChanges
    return isEmpty(changes) ? [] : [[resource.name, changes] as const]
  })
  const dictionaries = renamesOf(dictionariesOf(before), dictionariesOf(after))
  const entries = Object.values(before.dictionaries).flatMap(dictionary => {
    const next = after.dictionaries[presentName(dictionaries, dictionary.code) ?? '']
    // Most changes leave all dictionaries as they are.
    if (!next || next === dictionary) return []
    return ofEntries(dictionary.code, renamesOf(keysOf(dictionary), keysOf(next)))
  })
  return { resources, parts: Object.fromEntries(parts), dictionaries, entries: Object.fromEntries(entries) }
}

const dictionariesOf = ({ dictionaries }: Model): Named[] =>
  Object.values(dictionaries).map(one => ({ ...one, name: one.code }))

const keysOf = ({ entries }: Dictionary): Named[] => entries.map(one => ({ ...one, name: one.key }))

const ofEntries = (code: string, renames: Renames): [string, Renames][] =>
  Object.keys(renames).length === 0 ? [] : [[code, renames]]

/** What became of the names of the parts of one resource. */
export const partChanges = (before: Resource, after: Resource): PartChanges =>
  before === after
    ? noPartChanges
    : {
        fields: renamesOf(before.fields, after.fields),
        steps: renamesOf(stepsOf(before), stepsOf(after)),
        binds: renamesOf(before.binds, after.binds),
      }

function renamesOf(before: readonly Named[], after: readonly Named[]): Renames {
  const [old, next] = [before, after].map(parts => new Map(parts.map(part => [part.name, part])))
  const isKept = (name: string) => {
    const [one, other] = [old?.get(name), next?.get(name)]
    return one !== undefined && other !== undefined && isSameRename(one, other)
  }
  const renames = new Map<string, string | null>()
  for (const { name, renamedFrom = [] } of after) {
    const former = renamedFrom.find(one => old?.has(one) && !isKept(one))
    if (former !== undefined && !isKept(name)) renames.set(former, name)
  }
  const taken = new Set(renames.values())
  for (const { name } of before)
    if (!renames.has(name) && (!next?.has(name) || taken.has(name))) renames.set(name, null)
  return Object.fromEntries(renames)
}

/** The present name of a part; null if it was removed. */
export const presentName = (renames: Renames, former: string): string | null =>
  Object.hasOwn(renames, former) ? (renames[former] ?? null) : former

/** The former name of a present part. */
export const formerName = (renames: Renames, present: string): string =>
  Object.entries(renames).find(([, name]) => name === present)?.[0] ?? present

/** What became of the parts of a resource, by its former name. */
export const partChangesOf = ({ parts }: NameChanges, former: string): PartChanges =>
  Object.hasOwn(parts, former) ? (parts[former] ?? noPartChanges) : noPartChanges

/** What became of the keys of a dictionary, by its former code. */
export const keyChangesOf = ({ entries }: Pick<NameChanges, 'entries'>, former: string): Renames =>
  Object.hasOwn(entries, former) ? (entries[former] ?? {}) : {}

/** The changes of two revisions, one after the other. */
export function composedChanges(first: NameChanges, second: NameChanges): NameChanges {
  const parts = formerNames(first.resources, first.parts, second.parts).flatMap(name => {
    const present = presentName(first.resources, name)
    if (present === null) return []
    const [one, other] = [partChangesOf(first, name), partChangesOf(second, present)]
    const changes = {
      fields: composed(one.fields, other.fields),
      steps: composed(one.steps, other.steps),
      binds: composed(one.binds, other.binds),
    }
    return isEmpty(changes) ? [] : [[name, changes] as const]
  })
  const entries = formerNames(first.dictionaries, first.entries, second.entries).flatMap(code => {
    const present = presentName(first.dictionaries, code)
    return present === null ? [] : ofEntries(code, composed(keyChangesOf(first, code), keyChangesOf(second, present)))
  })
  return {
    resources: composed(first.resources, second.resources),
    parts: Object.fromEntries(parts),
    dictionaries: composed(first.dictionaries, second.dictionaries),
    entries: Object.fromEntries(entries),
  }
}

/** The names before the first of two changes of what either changes. */
const formerNames = (renames: Renames, first: object, second: object): string[] => [
  ...new Set([...Object.keys(first), ...Object.keys(second).map(name => formerName(renames, name))]),
]

function composed(first: Renames, second: Renames): Renames {
  const given = new Set(Object.values(first))
  const later = Object.entries(second).filter(([name]) => !Object.hasOwn(first, name) && !given.has(name))
  const earlier = Object.entries(first).map(([name, now]) => [name, now === null ? null : presentName(second, now)])
  return Object.fromEntries([...earlier, ...later].filter(([name, now]) => name !== now))
}

const isEmpty = ({ fields, steps, binds }: PartChanges): boolean =>
  [fields, steps, binds].every(names => Object.keys(names).length === 0)
