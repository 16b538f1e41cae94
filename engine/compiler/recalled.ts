import type { Model, Resource } from '../model/model.ts'
import type { Draft } from './draft.ts'

type Resources = Model['resources']

/** A result of a compilation, and what it was computed from. */
export interface Recalled<Result> {
  readonly result: Result
  readonly common: string
  /** The resources that were read, by name. */
  readonly read: ReadonlyMap<string, Resource | undefined>
}

/** Computes a result, or returns the former one if `common` and what was read of resources are unchanged. */
export function recalled<Result>(
  former: Recalled<Result> | undefined,
  common: string,
  resources: Resources,
  compute: (resources: Resources) => Result,
): Recalled<Result> {
  const isSame =
    former?.common === common && [...former.read].every(([name, known]) => isSameMeaning(resources[name], known))
  if (isSame) return former
  const read = new Map<string, Resource | undefined>()
  const noting = new Proxy(resources, {
    get(all, name) {
      const found = Reflect.get(all, name)
      if (typeof name === 'string') read.set(name, found)
      return found
    },
  })
  return { result: compute(noting), common, read }
}

/** Whether two resources are equal in what is read of others: all but texts for users. */
const isSameMeaning = (one: Resource | undefined, other: Resource | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && meaningOf(one) === meaningOf(other))

const meanings = new WeakMap<Resource, string>()

function meaningOf(resource: Resource): string {
  const found = meanings.get(resource) ?? JSON.stringify(resource, withoutTexts)
  meanings.set(resource, found)
  return found
}

/** Leaves out texts in both languages. */
export const withoutTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value ? undefined : value

const numbers = new WeakMap<Draft, number>()
let latest = 0

/** A number of a draft, which is never that of another one. */
export function numberOf(draft: Draft): number {
  const number = numbers.get(draft) ?? ++latest
  numbers.set(draft, number)
  return number
}
