import { isSameRename } from './former-names.ts'
import type { Model, Resource } from './model.ts'
import { stepsOf } from './steps.ts'

/** Former names with their present ones; null for what was removed. Names that are unchanged are absent. */
export type Renames = Readonly<Record<string, string | null>>

/** What became of the names of the parts of a resource. */
export interface PartChanges {
  readonly fields: Renames
  readonly steps: Renames
  readonly binds: Renames
}

const noPartChanges: PartChanges = { fields: {}, steps: {}, binds: {} }

interface Named {
  readonly name: string
  readonly renamedFrom?: readonly string[]
}

/** What became of the names of the resources of a Model in the next one. */
export const resourceChanges = (before: Model, after: Model): Renames =>
  renamesOf(Object.values(before.resources), Object.values(after.resources))

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
