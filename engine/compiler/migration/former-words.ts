import { at, type Entry, entriesOf, entryOf, itemsOf, type ListNode, type MapNode, type Node, textOf } from '../tree.ts'

/** A key of version 1 in its place, with the key of version 2. */
export interface FormerKey {
  readonly map: MapNode
  readonly entry: Entry
  readonly to: string
}

/** What a resource or a mixin contains of version 1. */
export interface FormerWords {
  readonly keys: readonly FormerKey[]
  /** Values that change: names of columns, by their offsets. */
  readonly columns: readonly (Node & { readonly kind: 'scalar' })[]
  /** `ask` with neither a map nor a list. */
  readonly unclear: readonly Entry[]
  /** Endpoints of steps by GET or DELETE, which version 2 does not have. */
  readonly reading: readonly Entry[]
}

type Words = Readonly<Record<string, string>>

const ofResource: Words = { use: 'mixins', order: 'sort', was: 'renamedFrom' }
const ofField: Words = { was: 'renamedFrom' }
const ofRule: Words = { that: 'rule', say: 'message', holds: 'valid', fails: 'invalid' }
const ofLifecycle: Words = { start: 'initial', end: 'final', moves: 'transitions' }
const ofAccess: Words = { may: 'allow', rows: 'where' }
const ofStep: Words = { run: 'handler', wire: 'http' }
const ofTransition: Words = { ...ofStep, next: 'to' }

/** The former and the present name of the column with the remaining time. */
export const timeColumn = { from: 'timeLeft', to: 'timeRemaining' } as const

/** Finds the words of version 1 where they have their meaning: a field may have any of these names. */
export function formerWordsOf(root: Node): FormerWords {
  const [keys, unclear, reading]: [FormerKey[], Entry[], Entry[]] = [[], [], []]
  const rename = (node: Node | undefined, words: Words) => {
    if (node?.kind !== 'map') return
    for (const entry of node.entries)
      if (Object.hasOwn(words, entry.key)) keys.push({ map: node, entry, to: String(words[entry.key]) })
  }
  const fields = (node: Node | undefined) => {
    for (const { value } of entriesOf(node)) {
      rename(value, ofField)
      // In version 2, `sort` of a field is an order.
      if (isBoolean(at(value, 'sort'))) rename(value, { sort: 'index' })
    }
  }
  const step = (node: Node, words: Words) => {
    rename(node, words)
    const ask = entryOf(node, 'ask')
    if (ask && ask.value.kind !== 'scalar') rename(node, { ask: ask.value.kind === 'map' ? 'input' : 'edit' })
    else if (ask) unclear.push(ask)
    const http = entryOf(node, 'wire')
    if (http && /^(GET|DELETE)\b/.test(textOf(http.value) ?? '')) reading.push(http)
    for (const key of ['ask', 'input']) fields(at(node, key))
  }
  rename(root, ofResource)
  fields(at(root, 'fields'))
  for (const rule of itemsOf(at(root, 'rules'))) rename(rule, ofRule)
  const lifecycle = at(root, 'lifecycle')
  rename(lifecycle, ofLifecycle)
  for (const { value } of stepsIn(lifecycle)) step(value, ofTransition)
  for (const { value } of entriesOf(at(root, 'actions'))) step(value, ofStep)
  for (const rule of itemsOf(at(root, 'access'))) rename(rule, ofAccess)
  return { keys, columns: columnsOf(root), unclear, reading }
}

/** The transitions of a lifecycle of either version. */
export const stepsIn = (lifecycle: Node | undefined): readonly Entry[] => [
  ...entriesOf(at(lifecycle, 'moves')),
  ...entriesOf(at(lifecycle, 'transitions')),
]

const isBoolean = (node: Node | undefined): boolean => node?.kind === 'scalar' && typeof node.value === 'boolean'

function columnsOf(root: Node): FormerWords['columns'] {
  // A field may have the name that the column had.
  if (at(at(root, 'fields'), timeColumn.from)) return []
  const columns = at(at(root, 'list'), 'columns') as ListNode | undefined
  return itemsOf(columns).flatMap(node => (node.kind === 'scalar' && textOf(node) === timeColumn.from ? [node] : []))
}

/** Keys of steps that version 1 had; an action with another key was written in version 2. */
const keysOfAction = new Set(['title', 'if', 'ask', 'run', 'needs', 'wire'])

/** Actions of version 1 whose handler had their own name. */
export const actionsWithoutHandler = (root: Node): readonly { readonly name: string; readonly map: MapNode }[] =>
  entriesOf(at(root, 'actions')).flatMap(({ key: name, value: map }) => {
    const isFormer = map.kind === 'map' && map.entries.every(({ key }) => keysOfAction.has(key) && key !== 'run')
    return isFormer ? [{ name, map }] : []
  })

const keysOfVersion2 = {
  resource: ['mixins', 'sort', 'renamedFrom', 'queries', 'bind'],
  field: ['renamedFrom', 'index', 'editableBy', 'personal', 'onDelete', 'pick'],
  rule: ['rule', 'message', 'valid', 'invalid'],
  lifecycle: ['initial', 'final', 'transitions', 'due', 'opens'],
  access: ['allow', 'where', 'mask'],
  step: 'to message rules input edit handler outside http after auto on returns creates updates sends'.split(' '),
}

/** Whether a file contains a word that only version 2 has. */
export function hasVersion2Words(root: Node): boolean {
  const has = (node: Node | undefined, keys: readonly string[]) => keys.some(key => at(node, key) !== undefined)
  const lifecycle = at(root, 'lifecycle')
  const some = (entries: readonly Entry[], keys: readonly string[]) => entries.some(({ value }) => has(value, keys))
  return (
    has(root, keysOfVersion2.resource) ||
    has(lifecycle, keysOfVersion2.lifecycle) ||
    some(entriesOf(at(root, 'fields')), keysOfVersion2.field) ||
    some([...stepsIn(lifecycle), ...entriesOf(at(root, 'actions'))], keysOfVersion2.step) ||
    itemsOf(at(root, 'rules')).some(node => has(node, keysOfVersion2.rule)) ||
    itemsOf(at(root, 'access')).some(node => has(node, keysOfVersion2.access))
  )
}
