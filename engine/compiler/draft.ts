import type { SourcePosition } from './problem.ts'
import { readYaml, type YamlFault } from './read-yaml.ts'
import type { Source } from './source.ts'
import type { Node } from './tree.ts'

/** The kind of a descriptor file, from its folder and name. */
export type Subject = 'resource' | 'dictionary' | 'mixin' | 'app' | 'words' | 'menus' | 'parameters'

/** A parsed file: its tree and the offsets of its lines. */
export interface Draft {
  readonly source: Source
  readonly subject: Subject | 'misplaced'
  /** The file's own name: an entity, a dictionary's code, a mixin. */
  readonly name: string
  /** The folder of a resource. */
  readonly module: string
  readonly root: Node
  readonly faults: readonly YamlFault[]
  readonly lines: readonly number[]
}

/** Reads a source; undefined for a file that is no descriptor. */
export function draftOf(source: Source): Draft | undefined {
  const what = subjectOf(source.file)
  if (!what) return undefined
  return { source, ...what, ...readYaml(source.text), lines: lineStarts(source.text) }
}

/** The position of an offset of the draft's text, counted from one. */
export function sourcePositionOf({ source, lines }: Draft, offset: number): SourcePosition {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { file: source.file, line: low + 1, column: offset - (lines[low] ?? 0) + 1 }
}

function subjectOf(file: string): Pick<Draft, 'subject' | 'name' | 'module'> | undefined {
  const parts = file.replace(/\.ya?ml$/, '').split('/')
  if (parts.join('/') === file) return undefined
  const [top = '', second = '', third] = parts
  if (parts.length === 1 && isSingle(top)) return { subject: top, name: top, module: '' }
  if (parts.length === 3 && top === 'resources' && third) return { subject: 'resource', name: third, module: second }
  if (parts.length === 2 && top === 'dictionaries') return { subject: 'dictionary', name: second, module: '' }
  if (parts.length === 2 && top === 'mixins') return { subject: 'mixin', name: second, module: '' }
  return ['resources', 'dictionaries', 'mixins'].includes(top)
    ? { subject: 'misplaced', name: parts.at(-1) ?? '', module: '' }
    : undefined
}

const isSingle = (name: string): name is 'app' | 'words' | 'menus' | 'parameters' =>
  ['app', 'words', 'menus', 'parameters'].includes(name)

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
