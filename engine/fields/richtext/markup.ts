/** An element of formatted text. */
interface MarkupElement {
  readonly tag: string
  /** The address of a link. */
  readonly href?: string
  /** The first number of a numbered list that does not begin with 1. */
  readonly start?: string
  readonly children: readonly MarkupNode[]
}

/** An element or a text. */
export type MarkupNode = MarkupElement | string

const text = '#text'
const blocks = ['p', 'h2', 'h3', 'ul', 'ol', 'blockquote']
const phrases = ['strong', 'em', 'u', 's', 'a', 'br', text]

/** The elements that an element may contain; `''` is the text itself. */
const contents: Readonly<Record<string, readonly string[]>> = {
  '': blocks,
  blockquote: blocks,
  ul: ['li'],
  ol: ['li'],
  li: [...blocks, ...phrases],
  ...Object.fromEntries(['p', 'h2', 'h3', 'strong', 'em', 'u', 's', 'a'].map(tag => [tag, phrases])),
}

/** The names of all elements, for messages. */
export const markupTags = [...blocks, 'li', ...phrases.filter(tag => tag !== text)]

const deepest = 30
const unknownCharacter = /&(?!(?:amp|lt|gt|quot|nbsp|#\d{1,6});)/
const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*(\/?)>|[^<]+|</gi

/** Whether a link may have the address: of a website or of a mailbox. */
export const isLinkAddress = (address: string): boolean => /^(https?:\/\/|mailto:)[^\s"<>]+$/i.test(address)

/**
 * Reads HTML of the elements above. Anything else is not removed but found: the tag, attribute or text that does not
 * belong there, as it is written.
 */
export function readMarkup(html: string): { readonly nodes: readonly MarkupNode[] } | { readonly found: string } {
  const open: { tag: string; children: MarkupNode[] }[] = [{ tag: '', children: [] }]
  for (const match of html.matchAll(token)) {
    const [written, end, name, attributes = ''] = match
    const parent = open.at(-1) as (typeof open)[number]
    const allowed = contents[parent.tag] ?? []
    if (name === undefined) {
      if (written === '<') return { found: excerpt(html.slice(match.index)) }
      if (unknownCharacter.test(written)) return { found: excerpt(written) }
      if (allowed.includes(text)) parent.children.push(decoded(written))
      else if (written.trim() !== '') return { found: excerpt(written) }
      continue
    }
    const tag = name.toLowerCase()
    if (end) {
      if (parent.tag !== tag || open.length === 1) return { found: written }
      open.pop()
      continue
    }
    const known = knownAttributes(tag, attributes)
    if (!allowed.includes(tag) || !known || open.length > deepest) return { found: excerpt(written) }
    const element = { tag, ...known, children: [] }
    parent.children.push(element)
    if (tag !== 'br') open.push(element)
  }
  const [root, unclosed] = open
  return unclosed ? { found: `<${unclosed.tag}>` } : { nodes: root?.children ?? [] }
}

const excerpt = (written: string): string => (written.length > 40 ? `${written.slice(0, 40)}…` : written)

/** The attributes of an element; undefined if there is another one or a link without a valid address. */
function knownAttributes(tag: string, written: string): Pick<MarkupElement, 'href' | 'start'> | undefined {
  const [one, more] = [...written.matchAll(/([a-z-]+)="([^"]*)"/gi)]
  const [, name = '', value = ''] = one ?? []
  if (more) return undefined
  if (tag === 'a') return name === 'href' && isLinkAddress(decoded(value)) ? { href: decoded(value) } : undefined
  if (tag === 'ol' && name === 'start') return /^\d{1,4}$/.test(value) ? { start: value } : undefined
  return name === '' ? {} : undefined
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const decoded = (written: string): string =>
  written.replace(/&(?:#(\d+)|([a-z]+));/g, (whole, code?: string, name = '') =>
    code === undefined ? (characters[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
const encoded = (plain: string): string => plain.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The HTML of nodes in the one form in which it is stored. */
export const writeMarkup = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return encoded(node)
      const { tag, href, start, children } = node
      const link = href === undefined ? '' : ` href="${encoded(href).replace(/"/g, '&quot;')}"`
      const from = start === undefined ? '' : ` start="${start}"`
      return tag === 'br' ? '<br>' : `<${tag}${link}${from}>${writeMarkup(children)}</${tag}>`
    })
    .join('')

/** The text without elements: each paragraph, heading and item is a line. */
const plainText = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return node
      if (node.tag === 'br') return '\n'
      const inside = plainText(node.children)
      return blocks.includes(node.tag) || node.tag === 'li' ? `${inside.replace(/\n$/, '')}\n` : inside
    })
    .join('')

/** The text of stored HTML; other texts are returned unchanged. */
export function textOfMarkup(html: string): string {
  const read = readMarkup(html)
  return 'found' in read ? html : plainText(read.nodes).replace(/\n+$/, '')
}

/** A plain text as paragraphs, one for each line. */
export const markupOf = (plain: string): string =>
  plain
    .split(/\r?\n/)
    .map(line => `<p>${encoded(line)}</p>`)
    .join('')
