import { layerSpan } from './draft.ts'
import type { ProblemCode } from './problem-messages.ts'
import { resourceOver } from './refine.ts'
import type { Entry, MapNode, Node } from './tree.ts'

/** A position where a draft has the wrong shape, and the known word that is near the unknown one. */
export interface ShapeFault {
  readonly offset: number
  readonly code: ProblemCode
  readonly near?: string | undefined
}

/** The tree with the near word in place of each unknown key, field type or choice; undefined if there is none. */
export function withNearWords(root: Node, shapeFaults: readonly ShapeFault[]): Node | undefined {
  const nearOf = (isOf: (code: ProblemCode) => boolean) =>
    new Map(shapeFaults.flatMap(({ offset, code, near }) => (near && isOf(code) ? [[offset, near] as const] : [])))
  const keys = nearOf(code => code === 'key.unknown')
  const values = nearOf(code => code === 'field.type-unknown' || code === 'value.choice')
  return keys.size + values.size > 0 ? corrected(root, keys, values) : undefined
}

type NearWords = ReadonlyMap<number, string>

function corrected(node: Node, keys: NearWords, values: NearWords): Node {
  if (node.kind === 'list') return { ...node, items: node.items.map(item => corrected(item, keys, values)) }
  if (node.kind === 'scalar') {
    const value = typeof node.value === 'string' ? values.get(node.start) : undefined
    return value === undefined ? node : { ...node, value }
  }
  const entries: Entry[] = []
  for (const entry of node.entries) {
    const near = keys.get(entry.keyStart)
    // Of two keys with the same meaning, the unknown one is removed as one without a near word.
    const isTaken = [...node.entries, ...entries].some(one => one.key === near && layerOf(one) === layerOf(entry))
    const key = near === undefined || isTaken ? entry.key : near
    const now = { ...entry, key, value: corrected(entry.value, keys, values) }
    const same = entries.findIndex(one => one.key === key)
    const other = entries[same]
    if (other) entries.splice(same, 1, ...overOther(node, other, now))
    else entries.push(now)
  }
  return { ...node, entries }
}

const layerOf = ({ keyStart }: Entry): number => Math.floor(keyStart / layerSpan)

/** The entry of a file over the entry with the same key of a file that it refines. */
const overOther = (node: MapNode, below: Entry, above: Entry): readonly Entry[] =>
  resourceOver({ ...node, entries: [below] }, { ...node, entries: [above] }).entries

/**
 * The tree without values of the wrong shape and unknown keys, so that the meaning of the rest can be checked: no
 * mistake hides another.
 */
export function withoutShapeFaults(root: Node, shapeFaults: readonly ShapeFault[]): Node {
  const keys = new Set(shapeFaults.filter(({ code }) => aboutKeys.includes(code)).map(({ offset }) => offset))
  const values = new Set(shapeFaults.filter(({ code }) => code.startsWith('value.')).map(({ offset }) => offset))
  return without(root, keys, values)
}

/**
 * The names that are lost with the removed parts, so that the rest seems to refer to nothing: their keys, and the owner
 * of a removed title. Those at the top of a file are also there with a slash.
 */
export function lostNames(root: Node, shapeFaults: readonly ShapeFault[]): ReadonlySet<string> {
  const codesAt = new Map<number, ProblemCode[]>()
  for (const { offset, code } of shapeFaults) codesAt.set(offset, [...(codesAt.get(offset) ?? []), code])
  const isFault = (offset: number, codes: (code: ProblemCode) => boolean) => codesAt.get(offset)?.some(codes) === true
  const lost = new Set<string>()
  const search = (node: Node, owner: string, isLost: boolean): void => {
    if (node.kind === 'list')
      for (const item of node.items) {
        if (isFault(item.start, code => code.startsWith('value.'))) lost.add(`/${owner}`)
        search(item, owner, isLost)
      }
    if (node.kind !== 'map') return
    for (const { key, keyStart, value } of node.entries) {
      const isGone =
        isLost ||
        isFault(keyStart, code => aboutKeys.includes(code)) ||
        isFault(value.start, code => code.startsWith('value.'))
      if (isGone) lost.add(key === 'title' ? owner : key)
      if (isGone && (node === root || owner === 'lifecycle')) lost.add(`/${key}`)
      // The name that others refer to is unknown.
      if (isFault(keyStart, code => code === 'name.form')) lost.add(`/${owner}`)
      search(value, key, isGone)
    }
  }
  search(root, '', false)
  return lost
}

const aboutKeys: readonly ProblemCode[] = [
  'key.unknown',
  'key.indent',
  'yaml.equals',
  'key.outdent',
  'name.form',
  'text.comma',
  'number.comma',
]

function without(node: Node, keys: ReadonlySet<number>, values: ReadonlySet<number>): Node {
  switch (node.kind) {
    case 'scalar':
      return node
    case 'list':
      return {
        ...node,
        items: node.items.filter(item => !values.has(item.start)).map(item => without(item, keys, values)),
      }
    case 'map': {
      const entries = node.entries.filter(({ keyStart, value }) => !keys.has(keyStart) && !values.has(value.start))
      return { ...node, entries: entries.map(entry => ({ ...entry, value: without(entry.value, keys, values) })) }
    }
  }
}
