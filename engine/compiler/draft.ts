import type { SourcePosition } from './problem.ts'
import { readYaml } from './read-yaml.ts'
import type { Source, SourceFault } from './source.ts'
import type { Node } from './tree.ts'
import type { YamlFault } from './yaml-fault.ts'

/** A parsed file: its tree and the offsets of its lines. */
export interface Draft {
  readonly source: Source
  /** The name of its kind, or `misplaced`. */
  readonly subject: string
  /** The file's own name: an entity, a dictionary's code, a mixin. */
  readonly name: string
  /** The folder of a resource. */
  readonly module: string
  readonly root: Node
  /** Those of its file or of its YAML. */
  readonly faults: readonly (SourceFault | YamlFault)[]
  readonly lines: readonly number[]
  /** The files that it refines, the first below all others. Their nodes have offsets above `layerSpan`. */
  readonly layers?: readonly Draft[]
}

/** Offsets of the n-th refined file begin at n times this, so that an offset identifies its file. */
export const layerSpan = 2 ** 32

/** The file of an offset, and the offset in its text. */
export function layerAt(draft: Draft, offset: number): { readonly draft: Draft; readonly start: number } {
  const number = Math.floor(offset / layerSpan)
  const layer = draft.layers?.[number - 1]
  return layer ? { draft: layer, start: number * layerSpan } : { draft, start: 0 }
}

/** Where the files of each kind are: `menus.yaml`, `resources/<module>/<name>.yaml`. */
type Locations = Readonly<Record<string, { readonly location: string }>>

/** Reads a source; undefined for a file that is no descriptor. */
export function draftOf(source: Source, kinds: Locations): Draft | undefined {
  const what = subjectOf(source.file, kinds) ?? (source.fault && { subject: 'misplaced', name: '', module: '' })
  if (!what) return undefined
  const { root, faults } = readYaml(source.text)
  const { fault } = source
  return { source, ...what, root, faults: fault ? [fault] : faults, lines: lineStarts(source.text) }
}

/** The position of an offset of the draft's text, counted from one. */
export function sourcePositionOf(draft: Draft, given: number): SourcePosition {
  const layer = layerAt(draft, given)
  const { source, lines } = layer.draft
  const offset = given - layer.start
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { file: source.file, line: low + 1, column: offset - (lines[low] ?? 0) + 1 }
}

function subjectOf(file: string, kinds: Locations): Pick<Draft, 'subject' | 'name' | 'module'> | undefined {
  const path = file.replace(/\.ya?ml(\.txt)?$/i, '')
  const parts = path.split('/')
  if (path === file) return undefined
  for (const [subject, { location }] of Object.entries(kinds)) {
    const places = location.replace('.yaml', '').split('/')
    const isFolder = places.length > 1
    if (places[0] !== parts[0] || (!isFolder && parts.length > 1)) continue
    const name = parts.at(-1) ?? ''
    if (parts.length !== places.length || name === '') return { subject: 'misplaced', name, module: '' }
    return { subject, name, module: places.length > 2 ? (parts.at(-2) ?? '') : '' }
  }
  return undefined
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
