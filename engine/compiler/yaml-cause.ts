import type { YamlFault } from './yaml-fault.ts'

/** Chinese punctuation in place of the characters of YAML. */
const fullWidth: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '、': ',',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '【': '[',
  '】': ']',
  '＃': '#',
  '－': '-',
}

type Cause = Pick<YamlFault, 'code' | 'words'>

/** The full-width character at which a key or a name was meant to end, and its index. */
export function fullWidthIn(text: string): { readonly index: number; readonly words: Cause['words'] } | undefined {
  const index = [...text].findIndex(character => Object.hasOwn(fullWidth, character))
  const found = [...text][index]
  return found === undefined
    ? undefined
    : { index: text.indexOf(found), words: { found, write: fullWidth[found] ?? '' } }
}

/** The index of a colon inside a key without a value, which lacks the space after it. */
export function colonInKey(key: string): number | undefined {
  const colon = /^[A-Za-z]\w*:(?=\S)/.exec(key)?.[0].length
  return colon === undefined ? undefined : colon - 1
}

/** The index of an equals sign in place of the colon of a key. */
export function equalsInKey(key: string): number | undefined {
  const before = /^[A-Za-z]\w*\s*(?==(?!=))/.exec(key)?.[0]
  return before?.length
}

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** A bracket that is open, and the line in which it is. */
interface Open {
  readonly bracket: string
  readonly offset: number
}

/** A block map or list, by the indentation of its lines. */
interface Level {
  readonly indent: number
  /** The key that contains it. */
  readonly under: string
}

interface Line {
  readonly start: number
  readonly text: string
  readonly indent: number
  readonly content: string
}

/** Thrown at the first cause. */
class Found {
  readonly fault: YamlFault
  constructor(fault: YamlFault) {
    this.fault = fault
  }
}

/**
 * The first mistake of an author in a text that is not valid YAML. The parser reports where it could not continue, which
 * is often the following line, and what it expected there.
 */
export function causeIn(text: string): YamlFault | undefined {
  try {
    new Scan(text).run()
    return undefined
  } catch (found) {
    if (found instanceof Found) return found.fault
    throw found
  }
}

class Scan {
  private readonly lines: readonly Line[]
  private readonly levels: Level[] = []
  private readonly open: Open[] = []
  private next = 0
  /** The last line with a key, whether its value follows on deeper lines, and the level that it ended. */
  private last: { line: Line; key: string; isOpen: boolean; isText: boolean; ended?: Level } | undefined
  /** The first line below a key without a value that is not indented, and the key. */
  private outdented: { line: Line; under: string } | undefined

  constructor(text: string) {
    this.lines = linesOf(text)
  }

  run(): void {
    while (this.next < this.lines.length) {
      const line = this.lines[this.next++]
      if (line && line.content !== '' && !line.content.startsWith('#')) this.block(line)
    }
  }

  private found(code: YamlFault['code'], offset: number, words: YamlFault['words'] = {}): never {
    throw new Found({ code, offset, words })
  }

  private block(line: Line): void {
    const tab = /^ *\t/.exec(line.text)
    if (tab && line.start + line.indent > 0) this.found('yaml.tab', line.start + tab[0].length - 1)
    let indent = line.indent
    let content = line.content
    if (/^-(?: |$)/.test(content)) this.listItem(line)
    for (let dash = /^-(?: +|$)/.exec(content); dash; dash = /^-(?: +|$)/.exec(content)) {
      this.enter(line, indent, '-')
      indent += dash[0].length
      content = content.slice(dash[0].length)
    }
    if (content === '') return
    if (/^-(?:[{["']|[A-Za-z]\w*:(?: |$))/.test(content)) this.found('yaml.dash-space', line.start + indent)
    if (line.content === content) this.noDash(line)
    const key = newKey(content)
    const equals = key === undefined ? undefined : equalsInKey(key)
    if (equals !== undefined) this.found('yaml.equals', line.start + indent + equals)
    if (key !== undefined) {
      const ended = this.enter(line, indent, key)
      const from = line.indent + line.content.length - content.length + content.indexOf(':', key.length) + 1
      const value = line.text.slice(from)
      const isOpen = /^\s*(#.*)?$/.test(value)
      if (isOpen) this.outdented = undefined
      else if (this.last?.isOpen && this.last.line.indent === indent && line.content === content)
        this.outdented = { line, under: this.last.key }
      this.last = { line, key, isOpen, isText: /^\s*[^\s'"{[|>#]/.test(value), ...(ended && { ended }) }
      if (/^\s*[|>][-+0-9]*\s*(#.*)?$/.test(value)) this.skipText(indent)
      else if (!isOpen) this.value(line, line.start + from)
      return
    }
    this.wideColon(line, indent, content)
    if (this.isFirstEntry(indent)) this.noSpace(line, indent, content)
    if (line.content === content && this.isEntry(indent)) this.notKey(line, indent, content)
    if (/^[|>]/.test(content)) this.skipText(line.indent)
    else if (line.content !== content || /^['"{[]/.test(content))
      this.value(line, line.start + line.indent + line.content.length - content.length)
  }

  /** An item of a list where the line before it, at the same indentation, is a key with a value. */
  private listItem({ start, indent }: Line): void {
    const before = this.lines.slice(0, this.next - 1).filter(({ content }) => content !== '' && content[0] !== '#')
    const index = before.findLastIndex(line => line.indent <= indent && !/^-(?: |$)/.test(line.content))
    const [above, below] = before.slice(index)
    if (above?.indent === indent && /^[{["']/.test(above.content) && newKey(above.content) === undefined)
      this.found('yaml.dash', above.start + indent, { expected: String(indent + 2) })
    const key = above?.indent === indent ? newKey(above.content) : undefined
    if (index < 0 || !above || key === undefined) return
    const hasValue = !/:\s*(#.*)?$/.test(above.content) || (below && below.indent > indent)
    if (hasValue) this.found('yaml.syntax', start + indent, { fault: 'LIST_ITEM' })
  }

  /** A line without a dash where the items of a list begin. */
  private noDash({ start, indent }: Line): void {
    const level = this.levels.findLast(one => one.indent <= indent)
    if (level?.indent === indent && level.under === '-')
      this.found('yaml.dash', start + indent, { expected: String(indent + 2) })
  }

  /** Whether a line is in a block map, so that it must begin with a key. */
  private isEntry(indent: number): boolean {
    return this.levels.length === 0 || this.levels.some(level => level.indent === indent && level.under !== '-')
  }

  private wideColon(line: Line, indent: number, content: string): void {
    const before = /^[\w.$-]+\s*(?=：)/.exec(content)?.[0].length
    if (before !== undefined) this.found('yaml.full-width', line.start + indent + before, { found: '：', write: ':' })
  }

  /** A line that must be an entry of a map and is none. */
  private notKey(line: Line, indent: number, content: string): void {
    const start = line.start + indent
    const dash = /^[－—–]/.exec(content)
    if (dash) this.found('yaml.full-width', start, { found: dash[0], write: '-' })
    this.noSpace(line, indent, content)
    const equals = /^[A-Za-z]\w*\s*=/.exec(content)
    if (equals) this.found('yaml.equals', start + equals[0].length - 1)
    const bare = /^[A-Za-z]\w*(?=[\s;；]|$)/.exec(content)?.[0]
    if (bare !== undefined) this.found('yaml.colon', start + bare.length, { name: bare })
  }

  /** Whether a line is the first one below a key. */
  private isFirstEntry(indent: number): boolean {
    return this.last?.isOpen === true && indent > this.last.line.indent
  }

  private noSpace(line: Line, indent: number, content: string): void {
    const colon = colonInKey(content)
    if (colon !== undefined && !content.startsWith('://', colon))
      this.found('yaml.colon-space', line.start + indent + colon, { name: content.slice(0, colon) })
  }

  /** Enters the level of a line; returns the level that the line ended. */
  private enter(line: Line, indent: number, key: string): Level | undefined {
    const top = this.levels.at(-1)
    if (!top) {
      this.levels.push({ indent, under: key === '-' ? '-' : '' })
      return undefined
    }
    if (indent > top.indent) {
      if (this.last && !this.last.isOpen && line.indent === indent && key !== '-') this.deeper(line, indent, top)
      this.levels.push({ indent, under: key === '-' ? '-' : (this.last?.key ?? '') })
      return undefined
    }
    let ended: Level | undefined
    while ((this.levels.at(-1)?.indent ?? -1) > indent) ended = this.levels.pop()
    if (this.levels.at(-1)?.indent !== indent && ended) this.wrong(line, indent, ended)
    return ended
  }

  /** A line that is deeper than the one before, which has a value already. */
  private deeper(line: Line, indent: number, top: Level): void {
    const { last, outdented } = this
    if (outdented && outdented.line.indent < indent)
      this.wrong(outdented.line, outdented.line.indent, { indent, under: outdented.under })
    // The line before was not indented as its neighbours are.
    if (last?.ended?.indent === indent) this.wrong(last.line, last.line.indent, last.ended)
    if (!last?.isText || newKey(line.content) !== undefined) this.wrong(line, indent, top)
  }

  private wrong(line: Line, indent: number, { indent: expected, under }: Level): never {
    return this.found('yaml.indent', line.start + line.indent, {
      found: String(indent),
      expected: String(expected),
      ...(under !== '' && under !== '-' && { under }),
    })
  }

  private skipText(indent: number): void {
    while (this.next < this.lines.length) {
      const line = this.lines[this.next]
      if (line && line.content !== '' && line.indent <= indent) return
      this.next++
    }
  }

  /** A value that begins on a line, and continues on others inside brackets. */
  private value(first: Line, from: number): void {
    let line = first
    let last = first
    let at = from - line.start
    for (;;) {
      at = this.flow(line, at)
      if (this.open.length === 0) return
      const following = this.lines[this.next]
      const isEntry = following && following.indent <= first.indent && newKey(following.content) !== undefined
      if (!following || isEntry) this.unclosed(last)
      this.next++
      line = following
      if (line.content !== '') last = line
      at = 0
    }
  }

  /** Reads a line inside or outside of brackets, to its end. */
  private flow(line: Line, from: number): number {
    const { text, start } = line
    let isStart = true
    let plain = -1
    /** Where the last bracket opened, and where the one that closed last did. */
    let [opened, closed] = [-1, -1]
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? ''
      const isInside = this.open.length > 0
      if (character === ' ') continue
      if (character === '#' && (at === 0 || text[at - 1] === ' ')) {
        break
      }
      if (isStart && (character === '"' || character === "'")) {
        at = this.quoted(line, at)
        isStart = false
        continue
      }
      if (isStart && (character === '｛' || character === '［' || character === '【'))
        this.found('yaml.full-width', start + at, { found: character, write: fullWidth[character] ?? '' })
      if (character === '{' && isInside && !isStart && plain >= 0)
        this.found('yaml.quote-braces', start + textFrom(text, plain), { found: '{' })
      if (character === '[' && isInside && !isStart && text[plain - 1] === ':')
        this.found('yaml.quote-braces', start + textFrom(text, plain), { found: '[' })
      if (closing[character] && (isStart || isInside)) {
        closed = -1
        opened = at
        this.open.push({ bracket: character, offset: start + at })
        isStart = true
        plain = -1
      } else if ((character === '}' || character === ']') && (isInside || plain < 0)) {
        this.close(line, at, character)
        closed = opened
        if (closed >= 0) this.textOfBrackets(line, closed, at)
        isStart = false
        plain = -1
      } else if (isInside && character === ',') {
        isStart = true
        plain = -1
      } else if (character === ':' && (text[at + 1] === ' ' || at + 1 === text.length)) {
        if (!isInside) this.colonInText(line, from, at)
        else if (!isStart) {
          this.entry(line, plain, at)
          plain = at + 1
        }
        isStart = true
      } else {
        if (isInside && plain < 0 && !isStart) {
          // Before another entry, the comma is missing; otherwise the brackets are part of a text.
          const isText = closed >= 0 && text[closed] === '{' && !/^[^,}\]]*:\s/.test(text.slice(at))
          if (isText) this.found('yaml.quote-braces', start + closed, { found: '{' })
          this.found('yaml.comma', start + at)
        }
        isStart = false
        if (plain < 0) plain = at
      }
    }
    return text.length
  }

  /** A text that begins with brackets, which were read as its whole value. */
  private textOfBrackets({ text, start }: Line, from: number, end: number): void {
    const isValue = /(?::|^\s*-)\s+$/.test(text.slice(0, from))
    const rest = text.slice(end + 1)
    const isInside = this.open.length > 0
    if (!isValue || !/^\s*[^\s,:#}\]]/.test(rest) || /^[^,}\]]*:(?:\s|$)/.test(rest)) return
    // The braces of a serial number have an example.
    if (isInside && text[from] === '{') return
    this.found('yaml.quote-start', start + from, { found: text[from] ?? '' })
  }

  /** A colon inside brackets, after a key. Before it, a comma may be missing. */
  private entry(line: Line, from: number, at: number): void {
    if (from < 0) return
    const before = line.text.slice(from, at)
    const separator = line.text[from - 1] === ':' || before.startsWith(' ')
    if (!separator) return
    const wide = fullWidthIn(before)
    if (wide && '，、'.includes(wide.words['found'] ?? ''))
      this.found('yaml.full-width', line.start + from + wide.index, wide.words)
    const word = /\s(?=[A-Za-z]\w*$)/.exec(before)
    if (word && before.trim().includes(' ')) this.found('yaml.comma', line.start + from + word.index)
    this.found('yaml.colon-in-text', line.start + at)
  }

  private colonInText(line: Line, from: number, at: number): void {
    const value = line.text.slice(from, at).trim()
    const wide = /^[“”‘’｛［]/.exec(value)
    if (wide) {
      const offset = line.start + line.text.indexOf(value, from)
      this.found('yaml.full-width', offset, { found: wide[0], write: fullWidth[wide[0]] ?? '' })
    }
    this.found('yaml.colon-in-text', line.start + at)
  }

  /** Returns the index of the closing quote; a text of several lines ends on a later one. */
  private quoted(line: Line, at: number): number {
    const quote = line.text[at] ?? ''
    const end = endOfQuote(line.text, at)
    if (end < 0) {
      if (!this.endsLater(line, quote)) this.found('yaml.quote-open', line.start + at, { found: quote })
      return line.text.length
    }
    const after = line.text.slice(end + 1).trimStart()
    if (this.open.length > 0 && /^[A-Za-z]\w*:\s/.test(after)) this.found('yaml.comma', line.start + end + 1)
    if (after !== '' && !/^[,:}\]#]/.test(after))
      this.found('yaml.quote-inside', line.start + end, { found: quote, write: quote === '"' ? '\\"' : "''" })
    return end
  }

  /** Whether a quoted text ends on one of the following deeper lines, which are skipped. */
  private endsLater({ indent }: Line, quote: string): boolean {
    for (let next = this.next; next < this.lines.length; next++) {
      const line = this.lines[next]
      if (line === undefined || (line.content !== '' && (line.indent <= indent || newKey(line.content) !== undefined)))
        return false
      if (!line.content.includes(quote)) continue
      this.next = next + 1
      return true
    }
    return false
  }

  private close(line: Line, at: number, found: string): void {
    const last = this.open.pop()
    if (!last) this.found('yaml.bracket-extra', line.start + at, { found })
    const expected = closing[last.bracket] ?? ''
    if (expected !== found) this.found('yaml.bracket-open', line.start + at, { found: last.bracket, write: expected })
  }

  /** Brackets that are open where the next entry begins. */
  private unclosed({ start, text }: Line): never {
    const { bracket = '' } = this.open.at(-1) ?? {}
    const write = closing[bracket] ?? ''
    const comment = /(?:^| )#(?=(.*)$)/.exec(text)
    if (comment?.[1]?.includes(write)) {
      const at = comment.index + comment[0].length - 1
      this.found('yaml.comment', start + at, { write })
    }
    const end = (comment ? text.slice(0, comment.index) : text).trimEnd().length
    return this.found('yaml.bracket-open', start + end, { found: bracket, write })
  }
}

/** A text in quotes. */
export const inQuotes = (text: string): string =>
  text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text)

/** Where the text begins that follows a key or a comma. */
const textFrom = (text: string, from: number): number => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

function endOfQuote(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++
    else if (text[at] === quote && quote === "'" && text[at + 1] === "'") at++
    else if (text[at] === quote) return at
  }
  return -1
}

/** The key with which a line begins. */
const newKey = (content: string): string | undefined =>
  /^("[^"]*"|'[^']*'|[^\s"'{}[\]#&*!|>%@`:：＝=][^:：]*?)(?=\s*:(?:\s|$))/.exec(content)?.[0]

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const one of text.split('\n')) {
    const line = one.replace(/\r$/, '')
    const indent = /^ */.exec(line)?.[0].length ?? 0
    lines.push({ start, text: line, indent, content: line.slice(indent).trimEnd() })
    start += one.length + 1
  }
  return lines
}
