import { scalarOffsets } from '../scalar-offsets.ts'
import type { Node, ScalarNode } from '../tree.ts'
import type { Edit } from './edit.ts'

const expressionKeys = new Set(['that', 'rule', 'if', 'when', 'where', 'rows', 'compute'])
/** Maps of names to expressions. */
const expressionMaps = new Set(['set', 'allowIf'])

/** A comparison with an empty text, which version 2 writes as one with null: an empty text is stored as missing. */
const comparison = /(?<=[=!]=\s*)(''|"")|(''|"")(?=\s*[=!]=)/g

/** The edits that replace comparisons with an empty text in the expressions of a resource or a mixin. */
export const emptyTexts = (text: string, root: Node): Edit[] =>
  expressionsIn(root, false).flatMap(node => {
    const offsets = scalarOffsets(node, text)
    return [...String(node.value).matchAll(comparison)].map(({ index, 0: literal }) => {
      const start = offsets[index] ?? node.start
      const last = offsets[index + literal.length - 1] ?? start
      return { start, end: offsets[index + literal.length] ?? last + 1, text: 'null' }
    })
  })

function expressionsIn(node: Node, isExpression: boolean): ScalarNode[] {
  if (node.kind === 'scalar') return isExpression && typeof node.value === 'string' ? [node] : []
  if (node.kind === 'list') return node.items.flatMap(item => expressionsIn(item, false))
  return node.entries.flatMap(({ key, value }) =>
    value.kind === 'map' && expressionMaps.has(key)
      ? value.entries.flatMap(entry => expressionsIn(entry.value, true))
      : expressionsIn(value, expressionKeys.has(key)),
  )
}
