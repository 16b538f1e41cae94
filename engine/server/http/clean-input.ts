import type { Bilingual } from '../../model/model.ts'
import { Refusal } from '../errors/refuse.ts'

/** Maximum nesting depth of lists and objects in a body. */
const deepest = 64

/**
 * Refuses values that text columns or other programs cannot process: NUL, lone surrogates, `__proto__`, excessive
 * depth.
 */
export function assureClean(value: unknown, depth = 0): void {
  if (typeof value === 'string') assureCleanText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth >= deepest) throw unclean({ zh: `嵌套超过${deepest}层`, en: `it is nested deeper than ${deepest}` })
  if (Array.isArray(value)) {
    for (const item of value) assureClean(item, depth + 1)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw unclean({ zh: '含有不允许的名称', en: 'it contains a forbidden name' })
    assureCleanText(key)
    assureClean(item, depth + 1)
  }
}

function assureCleanText(text: string): void {
  if (text.includes('\0')) throw unclean({ zh: '含有空字符', en: 'it contains a NUL character' })
  if (loneSurrogate.test(text)) throw unclean({ zh: '含有不完整的字符', en: 'it contains an incomplete character' })
}

// With the u flag a surrogate pair is one character, so only lone surrogates match.
const loneSurrogate = /\p{Surrogate}/u

const unclean = (why: Bilingual) =>
  new Refusal('unclean-input', 400, { zh: `消息不能读取：${why.zh}`, en: `The request cannot be read: ${why.en}` })

/**
 * JSON with texts in place of decimals that a double does not represent: a field of numbers refuses them, where their
 * values would be other numbers than those that were sent. Whole numbers of that size are outside every field's range.
 */
const withExactDecimals = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, part =>
    /^-?\d+\.\d+$/.test(part) && !isExact(part) ? `"${part}"` : part,
  )

function isExact(text: string): boolean {
  const shown = String(Number(text))
  const [whole, decimals = ''] = text.split('.')
  const [shownWhole, shownDecimals = ''] = shown.split('.')
  return shown.includes('e') || (whole === shownWhole && decimals.replace(/0+$/, '') === shownDecimals)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a JSON body; undefined for an empty body. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    const text = utf8.decode(body)
    const value: unknown = JSON.parse(text)
    return /\d[\d.]{15}/.test(text) ? JSON.parse(withExactDecimals(text)) : value
  } catch (cause) {
    throw new Refusal('unreadable-json', 400, {
      zh: '消息不能读取：不是有效的JSON',
      en: `The request cannot be read: ${cause instanceof SyntaxError ? 'it is not valid JSON' : 'it is not valid UTF-8'}`,
    })
  }
}
