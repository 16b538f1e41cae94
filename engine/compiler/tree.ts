/** A part of a parsed descriptor, with its offsets in the text. */
export type Node = MapNode | ListNode | ScalarNode

/** A map of a YAML file; `start` is the offset in its text. */
export interface MapNode {
  readonly kind: 'map'
  readonly start: number
  readonly entries: readonly Entry[]
}

/** A key of a map with its offset and its value. */
export interface Entry {
  readonly key: string
  readonly keyStart: number
  readonly value: Node
}

/** A list of a YAML file; `start` is the offset in its text. */
export interface ListNode {
  readonly kind: 'list'
  readonly start: number
  readonly items: readonly Node[]
}

/** A single value of a YAML file, from the offset `start` to `end`, exclusive. */
export interface ScalarNode {
  readonly kind: 'scalar'
  readonly start: number
  readonly end: number
  readonly value: string | number | boolean | null
  /** The text of a number that is written otherwise: `01`, `1.10`, `0x1F`. */
  readonly written?: string
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded'
}

/** The value of a map's key. */
export function at(node: Node | undefined, key: string): Node | undefined {
  return entryOf(node, key)?.value
}

/** The entry of a map with the position of its key. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  if (node?.kind !== 'map') return undefined
  for (const entry of node.entries) if (entry.key === key) return entry
  return undefined
}

/** The entries of a map; empty for other nodes. */
export const entriesOf = (node: Node | undefined): readonly Entry[] => (node?.kind === 'map' ? node.entries : [])

/** The items of a list; empty for other nodes. */
export const itemsOf = (node: Node | undefined): readonly Node[] => (node?.kind === 'list' ? node.items : [])

/** The text of a scalar; undefined for other nodes. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

/** A value as its author wrote it. */
export const writtenOf = (node: ScalarNode): string => node.written ?? String(node.value ?? '')

/** The node as plain data. */
export function plain(node: Node): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(plain)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
}

/** The texts of the list of a map's key; none if the map lacks it. */
export const textsAt = (node: Node | undefined, key: string): string[] =>
  itemsOf(at(node, key)).map(item => textOf(item) ?? '')

/** The value of a map's key as plain data. */
export function plainAt(node: Node | undefined, key: string): unknown {
  const found = at(node, key)
  return found && plain(found)
}

/** A text of a map under its own key; nothing if the map lacks it. */
export function textAt<Key extends string>(node: Node | undefined, key: Key): { [Name in Key]?: string } {
  const text = textOf(at(node, key))
  return text === undefined ? {} : ({ [key]: text } as { [Name in Key]: string })
}
