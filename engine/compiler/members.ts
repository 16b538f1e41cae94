import type { Draft } from './draft.ts'
import { at, type Entry, entriesOf } from './tree.ts'

/** A field of a resource as written, refinements included. */
export interface Member {
  readonly draft: Draft
  readonly entry: Entry
}

/** The fields of a resource, those of its mixins first. */
export function membersOf(draft: Draft): ReadonlyMap<string, Member> {
  const found = known.get(draft) ?? new Map<string, Member>()
  if (found.size === 0) for (const entry of entriesOf(at(draft.root, 'fields'))) found.set(entry.key, { draft, entry })
  known.set(draft, found)
  return found
}

// A draft is built and checked, and one that is not changed is compiled again.
const known = new WeakMap<Draft, Map<string, Member>>()
