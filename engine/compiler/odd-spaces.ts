import { codePoint, isInvisible, oddSpace } from '../rules/odd-space.ts'
import type { YamlFault } from './yaml-fault.ts'

const everyOddSpace = new RegExp(oddSpace, 'g')
const oddOrBlank = `(?: |${oddSpace.source})`

/** The first character of each line that looks like a space or like nothing, where a key, a name or a number is. */
export function oddSpacesIn(text: string): YamlFault[] {
  if (!oddSpace.test(text)) return []
  const found: YamlFault[] = []
  let start = 0
  /** The indentation of the key of a block text, whose lines are not searched. */
  let block = -1
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]/)
    if (indent >= 0 && indent <= block) block = -1
    if (block < 0) {
      // A byte order mark begins a file.
      const at = oddSpaceIn(start === 0 && line[0] === '\ufeff' ? ` ${line.slice(1)}` : line)
      if (at !== undefined) found.push({ offset: start + at, code: 'yaml.space', words: wordsOf(line, at) })
      if (/:\s+[|>][-+0-9]*\s*(#.*)?$/.test(line)) block = indent
    }
    start += line.length + 1
  }
  return found
}

/** The text with spaces in place of these characters, at the same offsets. */
export const withoutOddSpaces = (text: string): string => text.replaceAll(everyOddSpace, ' ')

function wordsOf(line: string, at: number): YamlFault['words'] {
  const found = line[at] ?? ''
  const [before = '', after = ''] = [line[at - 1], line[at + 1]]
  const isInName = /\w/.test(before) && /\w/.test(after)
  return { found: codePoint(found), ...((isInvisible(found) || isInName) && { remove: 'true' }) }
}

/** A part of a line between brackets and commas, or a comment. */
const part = /(?:^|\s)#.*$|"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[{}[\],]|(?:(?!\s#)[^{}[\],"'])+|["']/g

/** The index of such a character in a line, outside of quoted texts, comments and texts for readers. */
function oddSpaceIn(line: string): number | undefined {
  if (!oddSpace.test(line)) return undefined
  let end = ''
  for (const { 0: text, index } of line.matchAll(part)) {
    if (/^\s?#/.test(text)) return undefined
    const at = /^["'{}[\],]/.test(text) ? -1 : oddIn(text, end, line.slice(index + text.length))
    if (at >= 0) return index + at
    end = text
  }
  return undefined
}

/** The index of such a character in a part; -1 where it is a part of a text. */
function oddIn(text: string, before: string, after: string): number {
  const first = text.search(oddSpace)
  if (first < 0) return -1
  const key = new RegExp(`^(?:${oddOrBlank}*-)?${oddOrBlank}*([^:：]*?):(?=${oddOrBlank}|$)`).exec(text)
  if (!key) return isName(text) && (before !== '' || /^\s*-/.test(text) || after !== '') ? first : -1
  if (first <= key[0].length) return first
  const value = text.slice(key[0].length)
  const isForReaders = ['zh', 'en'].includes(key[1] ?? '')
  return !isForReaders && isName(value) ? first : -1
}

/** Whether a text has no character beyond those of names and numbers. */
const isName = (text: string): boolean => /^[\x20-\x7e]*$/.test(text.replaceAll(everyOddSpace, ''))
