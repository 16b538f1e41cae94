import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar,
  type YAMLError,
  type Node as YamlNode,
} from 'yaml'
import { codePoint } from '../rules/odd-space.ts'
import { oddSpacesIn, withoutOddSpaces } from './odd-spaces.ts'
import type { Entry, Node, ScalarNode } from './tree.ts'
import { causeIn, inQuotes } from './yaml-cause.ts'
import type { YamlFault } from './yaml-fault.ts'

interface Read {
  readonly root: Node
  readonly faults: readonly YamlFault[]
}

/** Parses YAML into a tree with offsets. Anchors, aliases and tags are refused, so that nothing multiplies. */
export function readYaml(text: string): Read {
  const spaces = oddSpacesIn(text)
  // What they are taken for depends on where they are, so the other faults may be consequences.
  return spaces.length > 0 ? { root: parsed(withoutOddSpaces(text)).root, faults: spaces } : parsed(text)
}

function parsed(text: string): Read {
  const control = text.search(controls)
  if (control >= 0) return unread({ offset: control, code: 'yaml.control', words: { found: codePoint(text, control) } })
  try {
    const document = parseDocument(text, {
      keepSourceTokens: false,
      prettyErrors: false,
      uniqueKeys: false,
      merge: false,
    })
    const faults = withCause(text, faultsOf(text, document))
    return { root: new Tree(text, faults).nodeOf(document.contents, 0), faults }
  } catch (error) {
    if (error instanceof RangeError) return unread({ offset: 0, code: 'yaml.deep', words: { limit: String(deepest) } })
    throw error
  }
}

/** Maps and lists that contain each other, at most. */
const deepest = 60

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it finds
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What PostgreSQL cannot store: U+0000, and one half of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what it finds
const unstorable = /[\u0000\p{Surrogate}]/u

const unread = (fault: YamlFault): Read => ({ root: nothingAt(0), faults: [fault] })

const nothingAt = (offset: number): ScalarNode => ({
  kind: 'scalar',
  start: offset,
  end: offset,
  value: null,
  style: 'plain',
})

/** What is refused, and the cause of the first syntax fault: the following ones are mostly its consequences. */
function withCause(text: string, faults: readonly YamlFault[]): YamlFault[] {
  const first = faults.filter(({ code }) => code === 'yaml.syntax').sort((one, other) => one.offset - other.offset)[0]
  if (!first) return [...faults]
  const cause = causeIn(text)
  const isBefore = cause && text.slice(first.offset, cause.offset).split('\n').length <= 2
  return [...faults.filter(({ code }) => code !== 'yaml.syntax'), isBefore ? cause : first]
}

/** The library's faults of tags: unknown ones, and known ones of a value of another kind. */
const ofTags: readonly string[] = ['TAG_RESOLVE_FAILED', 'BAD_COLLECTION_TYPE']

function faultsOf(text: string, document: Document.Parsed): YamlFault[] {
  return [...document.errors, ...document.warnings].map(({ code, pos }: YAMLError): YamlFault => {
    const [offset, end] = pos
    return ofTags.includes(code)
      ? { offset, code: 'yaml.alias', words: { name: text.slice(offset, end) } }
      : { offset, code: 'yaml.syntax', words: { fault: code } }
  })
}

/** Converts the library's tree, and records what the language does not accept. */
class Tree {
  private readonly text: string
  private readonly faults: YamlFault[]
  /** Odd keys are consequences of what the parser could not read. */
  private readonly isBroken: boolean
  private readonly hasParentheses: boolean
  private readonly hasEscapes: boolean
  private depth = 0

  constructor(text: string, faults: YamlFault[]) {
    this.hasParentheses = text.includes('(')
    this.hasEscapes = text.includes('\\')
    this.text = text
    this.faults = faults
    this.isBroken = faults.some(({ code }) => code !== 'yaml.alias')
  }

  nodeOf(node: unknown, otherwise: number): Node {
    if (isAlias(node)) this.refuse(node.range?.[0] ?? otherwise, `*${node.source}`)
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return nothingAt(otherwise)
    const { start, end } = span(node, otherwise)
    // Anchor and tag precede the value, and the library's range does not include them.
    if (node.anchor) this.refuse(this.text.lastIndexOf(`&${node.anchor}`, start), `&${node.anchor}`)
    if (node.tag && isOdd(node.tag)) this.refuse(...this.tagBefore(start))
    if (isScalar(node)) {
      const value = scalarOf(node)
      this.assureStorable(value, start)
      const style = styles[node.type ?? ''] ?? 'plain'
      // Few are numbers, and fewer are written otherwise.
      return typeof value === 'number' && node.source !== undefined && node.source !== String(value)
        ? { kind: 'scalar', start, end, value, written: node.source, style }
        : { kind: 'scalar', start, end, value, style }
    }
    if (this.depth === deepest) {
      this.faults.push({ offset: start, code: 'yaml.deep', words: { limit: String(deepest) } })
      return nothingAt(start)
    }
    this.depth++
    const inner: Node = isSeq(node)
      ? { kind: 'list', start, items: this.whole(node.items).map(item => this.nodeOf(item, start)) }
      : { kind: 'map', start, entries: this.entriesOf(this.whole(node.items), start) }
    this.depth--
    return inner
  }

  /** The items of brackets without those that are the rest of a text with a comma between its parentheses. */
  private whole<Item>(items: readonly Item[]): readonly Item[] {
    if (!this.hasParentheses) return items
    const kept: Item[] = []
    for (let index = 0; index < items.length; index++) {
      kept.push(items[index] as Item)
      const item = items[index]
      const first = plainSpan(isPair(item) ? item.value : item)
      if (!first || !isParenthesisOpen(this.text.slice(first.start, first.end))) continue
      for (let last = index + 1; last < items.length; last++) {
        const next = items[last]
        const end = plainSpan(isPair(next) ? next.value === null && next.key : next)?.end
        if (end === undefined) break
        const text = this.text.slice(first.start, end)
        if (isParenthesisOpen(text)) continue
        this.faults.push({ offset: first.start, code: 'yaml.quote-comma', words: { quoted: inQuotes(text) } })
        index = last
        break
      }
    }
    return kept
  }

  private entriesOf(items: readonly { key: unknown; value: unknown }[], start: number): Entry[] {
    const entries: Entry[] = []
    // Most maps are small.
    const seen = items.length > 12 ? new Set<string>() : undefined
    for (const { key: node, value } of items) {
      const range = isScalar(node) ? span(node, start) : { start, end: start }
      const key = isScalar(node) ? shared(String(node.value)) : ''
      if (!isScalar(node) || (node.value === null && !node.source)) {
        if (!this.isBroken)
          this.faults.push({ offset: range.start, code: 'yaml.syntax', words: { fault: 'NON_STRING_KEY' } })
      } else if (seen ? seen.has(key) : entries.some(entry => entry.key === key))
        this.faults.push({ offset: range.start, code: 'yaml.key-twice', words: { name: key } })
      seen?.add(key)
      this.assureStorable(key, range.start)
      entries.push({ key, keyStart: range.start, value: this.nodeOf(value, range.end) })
    }
    return entries
  }

  /** An escape can write a character that no file contains. */
  private assureStorable(value: ScalarNode['value'], offset: number): void {
    const found = this.hasEscapes && typeof value === 'string' ? unstorable.exec(value)?.[0] : undefined
    if (found !== undefined)
      this.faults.push({ offset, code: 'yaml.unstorable', words: { found: codePoint(found, 0) } })
  }

  /** The tag of the node at an offset, and where it begins. */
  private tagBefore(start: number): [offset: number, name: string] {
    const before = this.text.slice(0, this.text.lastIndexOf('!', start))
    const offset = before.search(/[^\s,[\]{}]*$/)
    return [offset, /^[^\s,[\]{}]*/.exec(this.text.slice(offset))?.[0] ?? '']
  }

  private refuse(offset: number, name: string): void {
    this.faults.push({ offset: Math.max(0, offset), code: 'yaml.alias', words: { name } })
  }
}

const span = ({ range }: YamlNode, otherwise: number) => ({
  start: range?.[0] ?? otherwise,
  end: range?.[1] ?? otherwise,
})

/** Where a plain scalar is. */
const plainSpan = (node: unknown) => (isScalar(node) && node.type === 'PLAIN' ? span(node, 0) : undefined)

/** Whether a text contains a parenthesis without its end, which may follow a comma. */
const isParenthesisOpen = (text: string): boolean =>
  text.includes('(') && text.split('(').length > text.split(')').length

/** Texts that are seldom longer are names. */
const longestName = 20
const names = new Map<string, string>()
/** Far more than an app has; those of former edits are let go. */
const maxNames = 50_000

/**
 * The one string of equal names. Most are compared with the words of the language, of which the runtime has one string
 * as well, so that they are compared by address.
 */
function shared(name: string): string {
  if (name.length > longestName) return name
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size >= maxNames) names.clear()
  const [one = name] = Object.keys({ [name]: true })
  names.set(one, one)
  return one
}

const isOdd = (tag: string) => !/^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/.test(tag)

const scalarOf = ({ value, source }: Scalar): ScalarNode['value'] =>
  typeof value === 'string'
    ? shared(value)
    : value === null || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : (source ?? String(value))

const styles: Readonly<Record<string, ScalarNode['style']>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}
