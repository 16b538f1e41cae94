import type { Model } from '../../model/model.ts'

/**
 * Remembers what was made for a Model under a key, for as long as that Model lives. With a limit, keys that
 * callers can make up do not fill the memory.
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
