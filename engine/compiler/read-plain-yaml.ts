import type { Entry, MapNode, Node, ScalarNode } from './tree.ts'

/**
 * Parses the part of YAML in which nearly all descriptors are written: block maps and lists, one-line flow maps and
 * lists, plain and quoted scalars of one line, comments. Undefined for anything else, valid or not, which the YAML
 * library then parses, twenty times slower. A test compares the two.
 */
export function readPlainYaml(text: string): Node | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the library handles these
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|^(---|\.\.\.|%)/m.test(text)) return undefined
  try {
    return new PlainYaml(text).document()
  } catch (error) {
    if (error === unusual) return undefined
    throw error
  }
}

/** Thrown where the text is not certainly within this subset. */
const unusual = { name: 'unusual' }

const key = /(?!(?:true|false|null):)[A-Za-z][A-Za-z0-9_.$-]*(?=:(?: |\n|$))/iy
const flowKey = /(?!(?:true|false|null):)[A-Za-z][A-Za-z0-9_.$-]*(?=: )/iy
const blockPlain = /[^\n#:]+(?:(?:(?<! )#|:(?! |\n|$))[^\n#:]*)*/y
const flowPlain = /[^\n#:,[\]{}]+(?:(?:(?<! )#|:(?![ ,[\]{}\n]|$))[^\n#:,[\]{}]*)*/y
const single = /'((?:[^'\n]|'')*)'/y
const double = /"((?:[^"\\\n]|\\["\\/nt])*)"/y
const isWhole = /^-?(0|[1-9][0-9]{0,14})$/
const isDecimal = /^-?[0-9]{1,10}\.[0-9]{1,10}$/
/** Excludes numbers and everything else that YAML does not read as text. */
const isText = /^(?![-+.0-9~]|(?:true|false|null)$)|^\d{4}-\d\d-\d\d$|^-[a-z]|[ \u0100-\uffff]/i
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

class PlainYaml {
  private readonly text: string
  private at = 0
  private depth = 0
  // Of all parts that are not complete: an array that grows by itself reserves room for seventeen.
  private readonly entries: Entry[] = []
  private readonly items: Node[] = []

  constructor(text: string) {
    this.text = text
  }

  document(): Node {
    const indent = this.nextLine()
    if (indent !== 0) throw unusual
    const root = this.block(0)
    if (this.nextLine() >= 0) throw unusual
    return root
  }

  /** Moves to the first character of the next line with content and returns its indent; -1 at the end. */
  private nextLine(): number {
    const { text } = this
    let from = this.at
    for (;;) {
      let here = from
      while (text.charCodeAt(here) === 32) here++
      if (here >= text.length) {
        this.at = here
        return -1
      }
      const code = text.charCodeAt(here)
      if (code !== 10 && code !== 35) {
        this.at = here
        return here - from
      }
      const end = text.indexOf('\n', here)
      from = end < 0 ? text.length : end + 1
      this.at = from
    }
  }

  /** A block map or list that begins here, at this indent. */
  private block(indent: number): Node {
    this.enter()
    const inner = this.isDash() ? this.list(indent) : this.map(indent)
    this.depth--
    return inner
  }

  private enter(): void {
    if (++this.depth > 30) throw unusual
  }

  private isDash(): boolean {
    const next = this.text.charCodeAt(this.at + 1)
    return this.text.charCodeAt(this.at) === 45 && (next === 32 || next === 10)
  }

  private map(indent: number): MapNode {
    const start = this.at
    const first = this.entries.length
    for (;;) {
      const keyStart = this.at
      const name = this.newKey(key, first)
      this.entries.push({ key: name, keyStart, value: this.blockValue(indent) })
      const line = this.at
      const next = this.nextLine()
      if (next > indent) throw unusual
      if (next < indent || this.isDash()) {
        this.at = line
        return { kind: 'map', start, entries: this.entries.splice(first) }
      }
    }
  }

  /** The next key of the map whose entries begin at `first`, which lacks it. */
  private newKey(pattern: RegExp, first: number): string {
    const found = this.match(pattern)
    if (found === undefined) throw unusual
    const name = shared(found)
    for (let at = first; at < this.entries.length; at++) if (this.entries[at]?.key === name) throw unusual
    this.at++
    return name
  }

  private list(indent: number): Node {
    const start = this.at
    const first = this.items.length
    for (;;) {
      if (!this.isDash()) throw unusual
      this.at++
      const from = this.at
      this.blanks()
      const inner = indent + 1 + this.at - from
      if (this.match(key) !== undefined) {
        this.at = from
        this.blanks()
        this.items.push(this.map(inner))
      } else {
        const sign = this.text[this.at]
        if (sign === '-' || sign === '\n' || sign === '#') throw unusual
        this.items.push(this.inline(indent))
      }
      const line = this.at
      const next = this.nextLine()
      if (next > indent) throw unusual
      if (next < indent || !this.isDash()) {
        this.at = line
        return { kind: 'list', start, items: this.items.splice(first) }
      }
    }
  }

  /** The value of a key of a block map: on its line, or on the following lines with a deeper indent. */
  private blockValue(indent: number): Node {
    this.blanks()
    const first = this.text[this.at]
    if (first !== '\n' && first !== '#') return this.inline(indent)
    const next = this.nextLine()
    if (next > indent || (next === indent && this.isDash())) return this.block(next)
    throw unusual
  }

  /** A value that ends on its line. */
  private inline(indent: number): Node {
    const value = this.flow(blockPlain)
    this.blanks()
    const after = this.text[this.at]
    const isComment = after === '#' && this.text[this.at - 1] === ' '
    if (!isComment && after !== '\n' && after !== undefined) throw unusual
    const end = this.text.indexOf('\n', this.at)
    this.at = end < 0 ? this.text.length : end
    const line = this.at
    // A following line with a deeper indent would continue the text.
    if (this.nextLine() > indent) throw unusual
    this.at = line
    return value
  }

  private flow(plain: RegExp): Node {
    switch (this.text[this.at]) {
      case '{':
        return this.flowMap()
      case '[':
        return this.flowList()
      case "'": {
        const start = this.at
        const whole = this.match(single)
        if (whole === undefined) throw unusual
        return { kind: 'scalar', start, end: this.at, value: whole.slice(1, -1).replaceAll("''", "'"), style: 'single' }
      }
      case '"': {
        const start = this.at
        const whole = this.match(double)
        if (whole === undefined) throw unusual
        const value = whole.slice(1, -1).replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign)
        return { kind: 'scalar', start, end: this.at, value, style: 'double' }
      }
      default:
        return this.plain(plain)
    }
  }

  private plain(pattern: RegExp): ScalarNode {
    const start = this.at
    const first = this.text.charAt(start)
    if (',]}#&*!|>%@`?:'.includes(first) || (first === '-' && !/[0-9A-Za-z]/.test(this.text.charAt(start + 1))))
      throw unusual
    const value = this.match(pattern)?.trimEnd()
    if (!value || (pattern === flowPlain && isParenthesisOpen(value))) throw unusual
    this.at = start + value.length
    const read = scalarOf(value)
    // Few are numbers, and fewer are written otherwise.
    if (typeof read === 'number' && String(read) !== value)
      return { kind: 'scalar', start, end: this.at, value: read, written: value, style: 'plain' }
    return { kind: 'scalar', start, end: this.at, value: read, style: 'plain' }
  }

  private flowMap(): MapNode {
    this.enter()
    const start = this.at++
    const first = this.entries.length
    this.blanks()
    while (this.text[this.at] !== '}') {
      const keyStart = this.at
      const name = this.newKey(flowKey, first)
      this.blanks()
      this.entries.push({ key: name, keyStart, value: this.flow(flowPlain) })
      this.separator('}')
    }
    this.at++
    this.depth--
    return { kind: 'map', start, entries: this.entries.splice(first) }
  }

  private flowList(): Node {
    this.enter()
    const start = this.at++
    const first = this.items.length
    this.blanks()
    while (this.text[this.at] !== ']') {
      this.items.push(this.flow(flowPlain))
      this.separator(']')
    }
    this.at++
    this.depth--
    return { kind: 'list', start, items: this.items.splice(first) }
  }

  private separator(end: string): void {
    this.blanks()
    if (this.text[this.at] === ',') {
      this.at++
      this.blanks()
    } else if (this.text[this.at] !== end) throw unusual
  }

  private blanks(): void {
    while (this.text.charCodeAt(this.at) === 32) this.at++
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return undefined
    const start = this.at
    this.at = pattern.lastIndex
    return this.text.slice(start, this.at)
  }
}

/** Whether a text contains a parenthesis without its end, which may follow a comma. */
export const isParenthesisOpen = (text: string): boolean =>
  text.includes('(') && text.split('(').length > text.split(')').length

function scalarOf(text: string): ScalarNode['value'] {
  if (text === 'true') return true
  if (text === 'false') return false
  if (isWhole.test(text) || isDecimal.test(text)) return Number(text)
  if (isText.test(text)) return text.length > longestName ? text : shared(text)
  throw unusual
}

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
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size >= maxNames) names.clear()
  const [one = name] = Object.keys({ [name]: true })
  names.set(one, one)
  return one
}
