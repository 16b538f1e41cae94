import type { Option } from '../../fields/field-web.ts'

type Values = Readonly<Record<string, unknown>>

/** A record that is being created in order to be chosen. */
export interface Creation {
  readonly key: number
  readonly resource: string
  readonly presets: Values
  /** Ends it: with the new record, or with none. */
  end(made?: Option): void
}

/** Records that are created from within another form, as a stack. */
export interface NestedCreation {
  make(resource: string, presets: Values): Promise<Option | undefined>
  now(): readonly Creation[]
  watch(listener: () => void): () => void
}

/** An empty stack of new records. */
export function createNestedCreation(): NestedCreation {
  let all: readonly Creation[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const put = (next: readonly Creation[]) => {
    all = next
    for (const listener of listeners) listener()
  }
  return {
    make: (resource, presets) =>
      new Promise(resolve => {
        const key = count++
        const end = (made?: Option) => {
          put(all.filter(one => one.key !== key))
          resolve(made)
        }
        put([...all, { key, resource, presets, end }])
      }),
    now: () => all,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
