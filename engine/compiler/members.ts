import type { Draft } from './draft.ts'
import { at, type Entry, entriesOf } from './tree.ts'

/** A field of a resource as written, refinements included. */
export interface Member {
  readonly draft: Draft
  readonly entry: Entry
}

/** The fields of a resource, those of its mixins first. */
export const membersOf = (draft: Draft): Map<string, Member> =>
  new Map(entriesOf(at(draft.root, 'fields')).map(entry => [entry.key, { draft, entry }]))
