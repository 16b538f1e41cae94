import type { Compiled } from './compile.ts'
import type { Draft } from './draft.ts'
import { applyEdits, firstEntry, firstItem, scalarText } from './migration/edit.ts'
import type { Source } from './source.ts'
import { at, type MapNode } from './tree.ts'

/** A rename that is not declared: of a field, or, without one, of the resource. */
export interface UndeclaredRename {
  /** The resource by its new name. */
  readonly resource: string
  /** The field by its new name. */
  readonly field?: string
  readonly from: string
}

/**
 * The file of a resource, a field or the mixin of a field with `renamedFrom` as its first key, or with the name as the
 * newest of those that it has; comments and layout are kept. Undefined where several mixins have the field.
 */
export function withRename(
  { drafts }: Pick<Compiled, 'drafts'>,
  { resource, field, from }: UndeclaredRename,
): Source | undefined {
  const own = drafts.filter(
    ({ subject, name, source }) => subject === 'resource' && name === resource && isOfApp(source),
  )
  const inMixins = drafts.filter(({ subject, source }) => subject === 'mixin' && isOfApp(source))
  const placesIn = (among: readonly Draft[]) => among.flatMap(draft => placeIn(draft, field) ?? [])
  const [place, other] = field === undefined || placesIn(own).length > 0 ? placesIn(own) : placesIn(inMixins)
  if (!place || other) return undefined
  const { source } = place.draft
  const [name, former] = [scalarText(from), at(place.map, 'renamedFrom')]
  const edits = former
    ? firstItem(source.text, former, name)
    : [firstEntry(source.text, place.map, `renamedFrom: ${name}`)]
  return { ...source, text: applyEdits(source.text, edits) }
}

interface Place {
  readonly draft: Draft
  readonly map: MapNode
}

function placeIn(draft: Draft, field: string | undefined): Place | undefined {
  const node = field === undefined ? draft.root : at(at(draft.root, 'fields'), field)
  return node?.kind === 'map' ? { draft, map: node } : undefined
}

const isOfApp = ({ origin }: Source) => origin === 'app'
