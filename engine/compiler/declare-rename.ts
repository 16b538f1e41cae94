import type { Compiled } from './compile.ts'
import type { Draft } from './draft.ts'
import { applyEdits, firstEntry, firstItem, scalarText } from './edit.ts'
import type { Source } from './source.ts'
import { at, type MapNode, type Node } from './tree.ts'

/** A rename that is not declared. */
export type UndeclaredRename = RenamedPart | RenamedEntry

/** Of a field, or, without one, of the resource. */
interface RenamedPart {
  /** The resource by its new name. */
  readonly resource: string
  /** The field by its new name. */
  readonly field?: string
  readonly from: string
}

/** Of the key of an entry, or, without one, of the dictionary. */
interface RenamedEntry {
  /** The dictionary by its new code. */
  readonly dictionary: string
  /** The name of the entry with the new key. */
  readonly entry?: string
  /** The former key, or the former code. */
  readonly from: string
}

/**
 * The file of a resource, a field, the mixin of a field, a dictionary or an entry with `renamedFrom` as its first key, or with the name
 * as the newest of those that it has; comments and layout are kept. Undefined where several mixins have the field.
 */
export function withRename({ drafts }: Pick<Compiled, 'drafts'>, rename: UndeclaredRename): Source | undefined {
  const ofApp = drafts.filter(({ source }) => source.origin === 'app')
  const [place, other] = 'dictionary' in rename ? placesOfEntry(ofApp, rename) : placesOfPart(ofApp, rename)
  if (!place || other) return undefined
  const { source } = place.draft
  const [name, former] = [scalarText(rename.from), at(place.map, 'renamedFrom')]
  const edits = former
    ? firstItem(source.text, former, name)
    : [firstEntry(source.text, place.map, `renamedFrom: ${name}`)]
  return { ...source, text: applyEdits(source.text, edits) }
}

interface Place {
  readonly draft: Draft
  readonly map: MapNode
}

function placesOfPart(drafts: readonly Draft[], { resource, field }: RenamedPart): readonly Place[] {
  const own = drafts.filter(({ subject, name }) => subject === 'resource' && name === resource)
  if (field === undefined) return placesIn(own, [])
  const path = ['fields', field]
  const places = placesIn(own, path)
  return places.length > 0
    ? places
    : placesIn(
        drafts.filter(({ subject }) => subject === 'mixin'),
        path,
      )
}

const placesOfEntry = (drafts: readonly Draft[], { dictionary, entry }: RenamedEntry): readonly Place[] =>
  placesIn(
    drafts.filter(({ subject, name }) => subject === 'dictionary' && name === dictionary),
    entry === undefined ? [] : ['entries', entry],
  )

/** The maps at a path in the files. */
const placesIn = (drafts: readonly Draft[], path: readonly string[]): Place[] =>
  drafts.flatMap(draft => {
    const node = path.reduce<Node | undefined>(at, draft.root)
    return node?.kind === 'map' ? [{ draft, map: node }] : []
  })
