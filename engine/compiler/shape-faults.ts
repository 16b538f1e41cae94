import type { ProblemCode } from './problem-messages.ts'
import type { Node } from './tree.ts'

/** A position where a draft has the wrong shape. */
export interface ShapeFault {
  readonly offset: number
  readonly code: ProblemCode
}

/**
 * The tree without values of the wrong shape and unknown keys, so that the meaning of the rest can be checked: no
 * mistake hides another.
 */
export function withoutShapeFaults(root: Node, shapeFaults: readonly ShapeFault[]): Node {
  const keys = new Set(shapeFaults.filter(({ code }) => aboutKeys.includes(code)).map(({ offset }) => offset))
  const values = new Set(shapeFaults.filter(({ code }) => code.startsWith('value.')).map(({ offset }) => offset))
  return without(root, keys, values)
}

const aboutKeys: readonly ProblemCode[] = ['key.unknown', 'key.indent', 'key.outdent', 'name.form', 'text.comma']

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
