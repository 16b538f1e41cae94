import { descriptorFolders, kindsOfFiles, kindsOfFolders, type Subject } from './kinds.ts'
import type { SourcePosition } from './problem.ts'
import { readYaml, type YamlFault } from './read-yaml.ts'
import type { Source } from './source.ts'
import type { Node } from './tree.ts'

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
  const [top = '', ...rest] = parts
  const single = kindsOfFiles.find(kind => kind === top)
  if (single && rest.length === 0) return { subject: single, name: top, module: '' }
  const folder = descriptorFolders.find(name => name === top)
  if (!folder) return undefined
  const [module = '', name = ''] = folder === 'resources' ? rest : ['', ...rest]
  const isValidPath = name !== '' && rest.length === (folder === 'resources' ? 2 : 1)
  return isValidPath
    ? { subject: kindsOfFolders[folder], name, module }
    : { subject: 'misplaced', name: parts.at(-1) ?? '', module: '' }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
