import type { Model } from './model.ts'

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
