import { idOf } from './ids.ts'
import type { Model, Resource } from './model.ts'
import { codesOf } from './names.ts'
import { stepsOf } from './steps.ts'

/** The permission codes of a Model as grants contain them: with the ids of their resources and steps. */
interface CodeIds {
  /** What grants contain, by the code; codes that are equal to it are absent. */
  readonly stored: ReadonlyMap<string, string>
  /** The reverse. */
  readonly present: ReadonlyMap<string, string>
}

/** The codes that differ from what grants contain. */
export function codeIds({ resources }: Pick<Model, 'resources'>): CodeIds {
  const known = all.get(resources)
  if (known) return known
  const pairs = Object.values(resources).flatMap(differing)
  const made = { stored: new Map(pairs), present: new Map(pairs.map(([code, stored]) => [stored, code])) }
  all.set(resources, made)
  return made
}

const all = new WeakMap<Model['resources'], CodeIds>()

function differing(resource: Resource): [code: string, stored: string][] {
  const { code, codeId = code, binds } = resource
  const parts = [...stepsOf(resource), ...binds].filter(({ id }) => id !== undefined)
  if (codeId === code && parts.length === 0) return []
  return codesOf(resource).flatMap((one): [string, string][] => {
    if (!one.startsWith(`${code}_`)) return []
    const name = one.slice(code.length + 1)
    const part = parts.find(of => of.name === name)
    const stored = `${codeId}_${part ? idOf(part) : name}`
    return stored === one ? [] : [[one, stored]]
  })
}

/** A permission code as grants contain it. */
export const storedCode = (model: Pick<Model, 'resources'>, code: string): string =>
  codeIds(model).stored.get(code) ?? code

/** The permission code that a grant contains; undefined if it is that of a removed step or resource. */
export function presentCode(model: Pick<Model, 'resources'>, stored: string): string | undefined {
  const ids = codeIds(model)
  return ids.present.get(stored) ?? (ids.stored.has(stored) ? undefined : stored)
}
