import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar } from 'yaml'
import type { Entry, Node, ScalarNode } from './tree.ts'

/** A text that is no proper YAML, and where. */
export interface SyntaxFault {
  readonly offset: number
  readonly detail: string
}

/** Reads YAML into a tree that knows its offsets; the first value stands for an empty file. */
export function readYaml(text: string): { root: Node; faults: SyntaxFault[] } {
  const document = parseDocument(text, { lineCounter: new LineCounter(), keepSourceTokens: false, prettyErrors: false })
  const faults = document.errors.map(error => ({ offset: error.pos[0], detail: error.message }))
  return { root: toNode(document.contents), faults }

  function toNode(node: unknown): Node {
    if (isMap(node)) {
      const entries: Entry[] = node.items.map(({ key, value }) => {
        const start = isScalar(key) ? (key.range?.[0] ?? 0) : 0
        return { key: isScalar(key) ? String(key.value) : '', keyStart: start, value: toNode(value) }
      })
      return { kind: 'map', ...span(node), entries }
    }
    if (isSeq(node)) return { kind: 'list', ...span(node), items: node.items.map(toNode) }
    if (isScalar(node)) return { kind: 'scalar', ...span(node), value: scalarOf(node), style: styleOf(node) }
    if (isAlias(node)) faults.push({ offset: node.range?.[0] ?? 0, detail: 'aliases are not part of the language' })
    return { kind: 'scalar', start: 0, end: 0, value: null, style: 'plain' }
  }
}

const span = ({ range }: { range?: readonly number[] | null }) => ({ start: range?.[0] ?? 0, end: range?.[1] ?? 0 })

const scalarOf = ({ value, source }: Scalar): ScalarNode['value'] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : (source ?? String(value))

const styles: Readonly<Record<string, ScalarNode['style']>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}
const styleOf = ({ type }: Scalar): ScalarNode['style'] => styles[type ?? ''] ?? 'plain'
