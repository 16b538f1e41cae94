import type { Draft } from './draft.ts'
import { at, type Entry, entriesOf, itemsOf, textOf } from './tree.ts'
import type { Workspace } from './workspace.ts'

/** A field of a resource as written in its own file or in a mixin's. */
export interface Member {
  readonly draft: Draft
  readonly entry: Entry
}

/** The fields of a resource: those of its mixins, then its own, which override fields of the same name. */
export function membersOf(draft: Draft, { mixins }: Workspace): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const name of itemsOf(at(draft.root, 'mixins'))) {
    const mixin = mixins.get(textOf(name) ?? '')
    for (const entry of entriesOf(at(mixin?.root, 'fields')))
      if (mixin && !members.has(entry.key)) members.set(entry.key, { draft: mixin, entry })
  }
  for (const entry of entriesOf(at(draft.root, 'fields'))) members.set(entry.key, { draft, entry })
  return members
}
