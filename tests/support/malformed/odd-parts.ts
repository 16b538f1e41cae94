import type { Field, Resource } from '../../../engine/model/model.ts'
import { apiPath } from '../../../engine/model/names.ts'
import { systemFields } from '../../../engine/model/system-fields.ts'
import { badValue, jsonOf, oddTexts, Raw } from '../bad-values.ts'
import type { Random } from '../random.ts'
import type { Ground } from './attempt.ts'

/** A value as the body of a request. */
export const json = (value: unknown): Buffer => Buffer.from(jsonOf(value))
/** A text as encoded in an address; what cannot be encoded becomes invalid bytes. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd')).replace(/%EF%BF%BD/g, '%ED%A0%80')
/** Pairs as a query string. */
export const queryOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : jsonOf(value))}`)
    .join('&')

/** A resource, of the app more often than of the base. */
export const anyResource = ({ model }: Ground, random: Random): Resource => {
  // Resources of the app twice as often as those of the base.
  const own = Object.values(model.resources).filter(({ module }) => module !== 'blade')
  return random.pick(random.chance(0.7) ? own : Object.values(model.resources))
}
/** The path of a resource's endpoint. */
export const call = (resource: Resource, rest: string): string => `${apiPath(resource)}/${rest}`
/** An id, mostly of an existing row. */
export const knownId = ({ known }: Ground, random: Random, resource: Resource): string => {
  const ids = known[resource.name] ?? []
  return ids.length > 0 && random.chance(0.8) ? random.pick(ids) : String(1 + random.below(1e9))
}
/** A field of a resource, or of another one. */
export const anyField = (resource: Resource, random: Random): Field =>
  random.pick(random.chance(0.9) ? resource.fields : systemFields)
/** A name that no field has. */
export const oddName = (resource: Resource, random: Random): string =>
  random.pick([
    () => random.pick(oddTexts),
    () => `${anyField(resource, random).name}"; drop table ward; --`,
    () => anyField(resource, random).name.toUpperCase(),
    () =>
      random.pick(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'tenantId', 'tenant_id', 'isDeleted']),
    () => `${anyField(resource, random).name}Name`,
    () => 'n'.repeat(random.pick([70, 300])),
  ])()

/** An invalid list of ids. */
export const badIds = (ground: Ground, random: Random, resource: Resource): unknown =>
  random.pick<() => unknown>([
    () => random.pick(oddTexts),
    () => badValue(random),
    () => [knownId(ground, random, resource), badValue(random)],
    () => [[knownId(ground, random, resource)]],
    () => String(1 + random.below(1e9)),
    () => Array.from({ length: 1001 }, (_, n) => String(n + 1)),
    () => `${knownId(ground, random, resource)},`,
    () => 1.5,
    () => new Raw('12345678901234567890'),
  ])()

/** The transitions and actions of a resource. */
export const stepsOf = ({ lifecycle, actions }: Resource) => [...(lifecycle?.transitions ?? []), ...actions]
