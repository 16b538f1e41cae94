import type { Resource } from '../../model/model.ts'

type Values = Readonly<Record<string, unknown>>

/** The record with a new value, without the outdated name of the previous one. */
export function withValue(resource: Resource, record: Values, name: string, value: unknown): Values {
  return withoutStaleNames(resource, record, { ...record, [name]: value })
}

/** The current record, without the outdated names of its changed references. */
export function withoutStaleNames({ fields }: Resource, before: Values, now: Values): Values {
  const declared = new Set(fields.map(({ name }) => name))
  const stale = fields
    .filter(({ name }) => now[name] !== before[name] && !declared.has(`${name}Name`))
    .map(({ name }) => `${name}Name`)
  if (!stale.some(name => name in now)) return now
  return Object.fromEntries(Object.entries(now).filter(([name]) => !stale.includes(name)))
}
