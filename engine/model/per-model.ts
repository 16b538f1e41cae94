import type { Field, Model, Resource } from './model.ts'

/**
 * A cache of values by Model and key; entries are dropped with their Model. `most` limits the number of keys, so that
 * keys from requests cannot exhaust the memory.
 */
export function perModel<Value>(most = Number.POSITIVE_INFINITY) {
  const all = new WeakMap<Model, Map<string, Value>>()
  return (model: Model, key: string, make: () => Value): Value => {
    const known = all.get(model) ?? new Map<string, Value>()
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const made = make()
    known.set(key, made)
    all.set(model, known)
    return made
  }
}

/**
 * A cache of what follows from the fields of a resource alone; a dialog's resource has fields of its own, although it
 * has the name of the record's.
 */
export function perFields<Value>(make: (resource: Resource) => Value) {
  const all = new WeakMap<readonly Field[], { readonly value: Value }>()
  return (resource: Resource): Value => {
    const found = all.get(resource.fields)
    if (found) return found.value
    const value = make(resource)
    all.set(resource.fields, { value })
    return value
  }
}
