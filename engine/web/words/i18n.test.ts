import englishMessages from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { createI18n, translated } from './i18n.ts'
import { fetchMessages } from './messages.ts'
import { reactAdminZh } from './react-admin-zh.ts'
import { zh } from './zh.ts'

const texts = (all: object, path = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(all).map(([key, value]) =>
      typeof value === 'string' ? { [`${path}${key}`]: value } : texts(value, `${path}${key}.`),
    ),
  )
const blanks = (text: string) => [...new Set([...text.matchAll(/%\{(\w+)(?::low)?\}/g)].map(match => match[1]))].sort()

describe.each([
  ['our own', texts(en), texts(zh)],
  ['react-admin’s', texts(englishMessages), texts(reactAdminZh)],
])('%s texts', (_whose, english, chinese) => {
  it('are there in both languages', () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort())
  })

  it('are Chinese where Chinese is spoken', () => {
    const foreign = Object.entries(chinese).filter(
      ([key, text]) =>
        !/[一-鿿]/.test(text.replace(/%\{\w+\}/g, '')) &&
        blanks(text).length === 0 &&
        // A language is offered under its own name; some texts are punctuation.
        !['ra.boolean.null', 'shell.language', 'bulk.comma', 'bulk.semicolon'].includes(key),
    )
    expect(foreign).toEqual([])
  })

  it('have no blank in Chinese that no user fills', () => {
    const unfilled = Object.entries(chinese).filter(([key, text]) =>
      blanks(text).some(blank => !blanks(english[key] ?? '').includes(blank)),
    )
    expect(unfilled.map(([key]) => key)).toEqual([])
  })
})

describe('a translation', () => {
  const some = { a: { one: '%{n} row |||| %{n} rows', plain: 'Plain', make: 'New %{what:low}' } }
  it.each([
    ['fills blanks', 'a.one', { n: 3, smart_count: 3 }, '3 rows'],
    ['takes the form for one', 'a.one', { n: 1, smart_count: 1 }, '1 row'],
    [
      'puts a title into the midst of a sentence',
      'a.make',
      { what: 'Rectification notice' },
      'New rectification notice',
    ],
    ['leaves an abbreviation as it is', 'a.make', { what: 'SMS log' }, 'New SMS log'],
    ['falls back to what the caller offers', 'a.none', { _: 'Offered' }, 'Offered'],
    ['shows the name of what is missing', 'a.none', {}, 'a.none'],
    ['never reads what objects inherit', 'a.constructor', {}, 'a.constructor'],
  ])('%s', (_name, key, options, expected) => {
    expect(translated(some, key, options)).toBe(expected)
  })

  it('follows the language and tells who keeps it', async () => {
    const kept: string[] = []
    const both = await Promise.all((['zh', 'en'] as const).map(fetchMessages))
    const [zh, en] = both.map(messages => createI18n(messages, language => kept.push(language)))
    expect([zh?.translate('notice.created'), en?.translate('notice.created')]).toEqual(['新增成功', 'Created'])
    await zh?.changeLocale('en')
    expect([zh?.getLocale(), en?.getLocale(), kept]).toEqual(['zh', 'en', ['en']])
  })
})
