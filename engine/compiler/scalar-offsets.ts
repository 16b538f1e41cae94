import type { ScalarNode } from './tree.ts'

/** The offset in the source text of each character of a scalar's value, and of the end after the last. */
export function scalarOffsets({ value, start, end, style }: ScalarNode, text: string): number[] {
  const characters = String(value)
  const offsets: number[] = []
  let at = firstOf(style, start, text)
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    const isSpace = /[ \n\t]/.test(character)
    // Folding turns a line break and its indentation into one space, so blanks in the text are skipped as needed.
    if (!isSpace) while (at < end && /[ \t\r\n]/.test(text[at] ?? '')) at++
    if (style === 'double') at = afterFolds(text, at)
    offsets[index] = at
    if (style === 'double' && text[at] === '\\') {
      const length = escapeLengths[text[at + 1] ?? ''] ?? 2
      at += length
      if (length === 10 && (characters.codePointAt(index) ?? 0) > 0xffff) offsets[++index] = at - length
    } else if (style === 'single' && character === "'") at += 2
    else if (!isSpace || text[at] === character) at++
  }
  offsets[characters.length] = at
  return offsets
}

const escapeLengths: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 }

function firstOf(style: ScalarNode['style'], start: number, text: string): number {
  switch (style) {
    case 'plain':
      return start
    case 'single':
    case 'double':
      return start + 1
    case 'literal':
    case 'folded':
      return text.indexOf('\n', start) + 1
  }
}

/** Skips line breaks that a backslash removes from a double-quoted text. */
function afterFolds(text: string, from: number): number {
  let at = from
  while (text[at] === '\\' && /[\r\n]/.test(text[at + 1] ?? '')) {
    at += text[at + 1] === '\r' && text[at + 2] === '\n' ? 3 : 2
    while (/[ \t]/.test(text[at] ?? '')) at++
  }
  return at
}
