import { type Draft, layerSpan } from './draft.ts'
import { at, type Entry, entriesOf, itemsOf, type MapNode, type Node, textOf } from './tree.ts'

/** The kinds of files that refine the engine's file of the same name instead of replacing it. */
export const refiningKinds: ReadonlySet<string> = new Set(['resource', 'dictionary'])

/**
 * The drafts with resources and dictionaries as they are in effect: resources over their mixins, and the app's over the
 * engine's of the same file. Everything is refined key by key, rules and unique sets are appended, and the rules of
 * access replace those of their role. The entries of a dictionary are those of the engine, in their order, before those
 * that the app adds.
 */
export function refined(drafts: readonly Draft[]): Draft[] {
  const mixins = new Map(drafts.flatMap(draft => (draft.subject === 'mixin' ? [[draft.name, draft] as const] : [])))
  const mixinsOf = ({ root }: Draft) =>
    itemsOf(at(root, 'mixins')).flatMap(name => mixins.get(textOf(name) ?? '') ?? [])
  const refining = drafts.filter(draft => refiningKinds.has(draft.subject))
  const base = new Map(
    refining.flatMap(draft => (draft.source.origin === 'base' ? [[draft.source.file, draft] as const] : [])),
  )
  const own = new Set(refining.filter(({ source }) => source.origin === 'app').map(({ source }) => source.file))
  return drafts.flatMap(draft => {
    const { origin, file } = draft.source
    if (!refiningKinds.has(draft.subject)) return [draft]
    if (origin === 'base') return own.has(file) ? [] : [over(draft, mixinsOf(draft))]
    const below = base.get(file)
    return [over(draft, [...(below ? [...mixinsOf(below), below] : []), ...mixinsOf(draft)])]
  })
}

const lastRefined = new WeakMap<Draft, Draft>()

/** The same object while neither the draft nor its layers change: what is derived from it is cached by it. */
function over(draft: Draft, layers: readonly Draft[]): Draft {
  if (layers.length === 0) return draft
  const last = lastRefined.get(draft)
  const isSame =
    last?.layers?.length === layers.length && layers.every((layer, index) => layer === last.layers?.[index])
  const refined = last && isSame ? last : merged(draft, layers)
  lastRefined.set(draft, refined)
  return refined
}

function merged(draft: Draft, layers: readonly Draft[]): Draft {
  const roots = [...layers.map((layer, index) => shifted(layer, index + 1)), draft.root]
  const root = roots.reduce((below, above) =>
    below.kind === 'map' && above.kind === 'map' ? resourceOver(below, above) : above,
  )
  // Problems of the whole are reported in the file itself.
  return { ...draft, root: { ...root, start: draft.root.start }, layers }
}

const cache = new WeakMap<Draft, Map<number, Node>>()

function shifted(layer: Draft, number: number): Node {
  const known = cache.get(layer) ?? new Map<number, Node>()
  cache.set(layer, known)
  const root = known.get(number) ?? moved(layer.root, number * layerSpan)
  known.set(number, root)
  return root
}

function moved(node: Node, by: number): Node {
  const start = node.start + by
  if (node.kind === 'scalar') return { ...node, start, end: node.end + by }
  if (node.kind === 'list') return { ...node, start, items: node.items.map(item => moved(item, by)) }
  const entries = node.entries.map(({ key, keyStart, value }) => ({
    key,
    keyStart: keyStart + by,
    value: moved(value, by),
  }))
  return { ...node, start, entries }
}

/** The entries of a resource over those of a file that it refines. */
export function resourceOver(below: MapNode, above: MapNode): MapNode {
  return mapOver(below, above, (key, one, other) => {
    if (one.kind !== 'list' || other.kind !== 'list') return nodeOver(one, other)
    if (key === 'rules' || key === 'unique' || key === 'mixins')
      return { ...other, items: [...one.items, ...other.items] }
    if (key !== 'access') return other
    const roles = new Set(other.items.map(roleOf))
    return { ...other, items: [...one.items.filter(rule => !roles.has(roleOf(rule))), ...other.items] }
  })
}

/** The role of an entry of `access`. */
export const roleOf = (rule: Node): string => textOf(at(rule, 'role')) ?? ''

const nodeOver = (below: Node, above: Node): Node =>
  below.kind === 'map' && above.kind === 'map'
    ? mapOver(below, above, (_key, one, other) => nodeOver(one, other))
    : above

function mapOver(below: MapNode, above: MapNode, valueOver: (key: string, one: Node, other: Node) => Node): MapNode {
  const known = new Set(below.entries.map(entry => entry.key))
  const refinedEntries = below.entries.map((entry): Entry => {
    const other = entriesOf(above).find(({ key }) => key === entry.key)
    return other ? { ...other, value: valueOver(entry.key, entry.value, other.value) } : entry
  })
  return { ...above, entries: [...refinedEntries, ...above.entries.filter(({ key }) => !known.has(key))] }
}
