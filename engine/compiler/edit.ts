import type { MapNode, Node } from './tree.ts'

/** A replacement in a text; where `start` equals `end`, an insertion. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text after all edits. They do not overlap; an insertion precedes a replacement at the same offset. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  const parts: string[] = []
  let from = 0
  for (const edit of inOrder) {
    parts.push(text.slice(from, edit.start), edit.text)
    from = edit.end
  }
  return [...parts, text.slice(from)].join('')
}

/** Inserts an entry as the first of a map, in the layout of the map. */
export function firstEntry(text: string, { start, entries }: MapNode, entry: string): Edit {
  if (text[start] === '{') {
    const isSpaced = /\s/.test(text[start + 1] ?? '')
    const [before, after] = [isSpaced ? ' ' : '', isSpaced ? '' : ' ']
    const inserted = entries.length > 0 ? `${before}${entry},${after}` : isSpaced ? ` ${entry}` : ` ${entry} `
    return { start: start + 1, end: start + 1, text: inserted }
  }
  const { indent, at } = lineOf(text, entries[0]?.keyStart ?? start)
  return { start: at, end: at, text: `${entry}${lineBreakAt(text, at)}${indent}` }
}

/** Makes an item the first of a list, in its layout; a single name becomes a list. */
export function firstItem(text: string, node: Node, item: string): Edit[] {
  if (node.kind === 'scalar')
    return [
      { start: node.start, end: node.start, text: `[${item}, ` },
      { start: node.end, end: node.end, text: ']' },
    ]
  const { start } = node
  if (text[start] === '[') return [{ start: start + 1, end: start + 1, text: `${item}, ` }]
  const { indent, at } = lineOf(text, start)
  return [{ start: at, end: at, text: `- ${item}${lineBreakAt(text, at)}${indent}` }]
}

/** The indent of the line with this offset, and the offset of its first character. */
function lineOf(text: string, offset: number): { readonly indent: string; readonly at: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const indent = /^\ufeff?( *)/.exec(text.slice(start, offset))
  return { indent: indent?.[1] ?? '', at: start + (indent?.[0].length ?? 0) }
}

function lineBreakAt(text: string, offset: number): string {
  const lineEnd = text.indexOf('\n', offset)
  const isWindows = lineEnd < 0 ? text.includes('\r\n') : text[lineEnd - 1] === '\r'
  return isWindows ? '\r\n' : '\n'
}

/** A name as a plain YAML scalar, quoted where it would be read as something else. */
export const scalarText = (name: string): string =>
  /^(?!(?:true|false|null)$)[A-Za-z][A-Za-z0-9_]*$/i.test(name) ? name : JSON.stringify(name)
