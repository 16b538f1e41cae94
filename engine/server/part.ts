import type { LanguagePart } from '../compiler/extend.ts'
import type { Reasons } from './auth/reasons.ts'
import type { Dialect } from './http/dialect.ts'
import type { ProductCall } from './http/product-calls.ts'
import type { Jobs } from './jobs/job.ts'
import type { Topics } from './services/events/topics.ts'
import type { Ports } from './services/ports.ts'
import type { Effects, EngineHandlers, Handlers } from './store/action.ts'

/** A capability that descriptors cannot express, of a product or of the engine: one folder, one part. */
export interface Part extends LanguagePart {
  /** Names the part in messages to developers. */
  readonly name: string
  /** Handlers of transitions and actions, by resource and name. */
  readonly handlers?: Handlers
  /** Effects that steps name under `runs`. */
  readonly effects?: Effects
  /** Topics of the event stream. */
  readonly topics?: Topics
  /** Scheduled jobs, by name. */
  readonly jobs?: Jobs
  /** Reasons that handlers give to `asSystem`, by code. */
  readonly reasons?: Reasons
  /** The resource without which its endpoints do not exist: a program may serve another application, too. */
  readonly needs?: string
  /** Endpoints that no descriptor can express. */
  readonly calls?: readonly ProductCall[]
  /** Adapters of services outside the server. */
  readonly ports?: Ports
  /** Further protocols over the store, in addition to `blade` and `v1`. */
  readonly dialects?: readonly Dialect[]
}

/** All parts as one. */
export type MergedParts = Required<Omit<Part, 'name' | 'needs' | keyof LanguagePart>>

const mergedByName = ['jobs', 'reasons', 'ports', 'effects', 'topics'] as const

/** Merges parts. Throws where two of them have something of the same name, such as a handler of the engine and a product. */
export function mergedParts(parts: readonly (Part & { readonly ownHandlers?: EngineHandlers })[]): MergedParts {
  const owners = new Map<string, string>()
  const claim = (part: Part, what: string, name: string) => {
    const owner = owners.get(`${what} ${name}`)
    if (owner !== undefined) throw new Error(`The parts ${owner} and ${part.name} both have the ${what} "${name}".`)
    owners.set(`${what} ${name}`, part.name)
  }
  const handlers: Record<string, Handlers[string]> = {}
  for (const part of parts) {
    for (const all of [part.handlers, part.ownHandlers])
      for (const [resource, own] of Object.entries(all ?? {}))
        for (const name of Object.keys(own)) claim(part, 'handler', `${resource}.${name}`)
    for (const [resource, own] of Object.entries(part.handlers ?? {}))
      handlers[resource] = { ...handlers[resource], ...own }
    for (const kind of mergedByName)
      for (const name of Object.keys(part[kind] ?? {})) claim(part, kind.slice(0, -1), name)
    for (const { method, path } of part.calls ?? []) claim(part, 'call', `${method} ${path}`)
  }
  return {
    handlers,
    ...(Object.fromEntries(
      mergedByName.map(kind => [kind, Object.assign({}, ...parts.map(part => part[kind]))]),
    ) as Required<Pick<Part, (typeof mergedByName)[number]>>),
    calls: parts.flatMap(({ calls = [], needs }) => calls.map(call => ({ ...call, ...(needs && { needs }) }))),
    dialects: parts.flatMap(({ dialects }) => dialects ?? []),
  }
}
