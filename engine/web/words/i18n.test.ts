import { describe, expect, it } from 'vitest'
import { screenTexts } from '../../../tests/support/screen-texts.ts'
import { createI18n } from './i18n.ts'
import { fetchMessages } from './messages.ts'
import { reactAdminTexts } from './react-admin-texts.ts'

const texts = (all: object, path = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(all).map(([key, value]) =>
      typeof value === 'string' ? { [`${path}${key}`]: value } : texts(value, `${path}${key}.`),
    ),
  )
const blanks = (text: string) => [...new Set([...text.matchAll(/%\{(\w+)(?::low)?\}/g)].map(match => match[1]))].sort()
/** The plural forms of each text by the name without their ending. */
const forms = (all: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> => {
  const names = Object.keys(all).map(key => key.replace(/_(one|other)$/, ''))
  const keys = (name: string) => [name, `${name}_one`, `${name}_other`].filter(key => key in all)
  return Object.fromEntries(names.map(name => [name, keys(name)]))
}

describe.each([
  ['our own', screenTexts('en'), screenTexts('zh')],
  ['react-admin’s', texts(reactAdminTexts.en), texts(reactAdminTexts.zh)],
])('%s texts', (_whose, english, chinese) => {
  it('exist in both languages', () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(forms(english)).sort())
  })

  it('have both plural forms in English or none', () => {
    const incomplete = Object.entries(forms(english)).filter(
      ([name, keys]) => keys.length !== (name in english ? 1 : 2),
    )
    expect(incomplete).toEqual([])
  })

  it('are in Chinese characters in Chinese', () => {
    const foreign = Object.entries(chinese).filter(
      ([key, text]) =>
        !/[一-鿿]/.test(text.replace(/%\{\w+\}/g, '')) &&
        blanks(text).length === 0 &&
        // A language is offered under its own name; some texts are punctuation.
        !['shell.language', 'bulk.comma', 'bulk.semicolon', 'descriptors.separator'].includes(key),
    )
    expect(foreign).toEqual([])
  })

  it('have no parameter in Chinese that the English text lacks', () => {
    const unfilled = Object.entries(chinese).filter(([key, text]) =>
      blanks(text).some(blank => !forms(english)[key]?.some(form => blanks(english[form] ?? '').includes(blank))),
    )
    expect(unfilled.map(([key]) => key)).toEqual([])
  })
})

describe('a translation', () => {
  const some = {
    a: {
      n_one: '%{n} row',
      n_other: '%{n} rows',
      plain: 'Plain',
      make: 'New %{what:low}',
      count: '%{count} of %{context}',
    },
  }
  const { translate } = createI18n({ language: 'en', texts: some }, () => undefined)
  it.each([
    ['uses the plural form', 'a.n', { n: '1,300', smart_count: 1300 }, '1,300 rows'],
    ['uses the singular form', 'a.n', { n: 1, smart_count: 1 }, '1 row'],
    ['inserts a title into a sentence', 'a.make', { what: 'Rectification notice' }, 'New rectification notice'],
    ['leaves an abbreviation unchanged', 'a.make', { what: 'SMS log' }, 'New SMS log'],
    ['inserts parameters with the names of options', 'a.count', { count: '3', context: 'x' }, '3 of x'],
    ['inserts a value literally', 'a.make', { what: '$t(a.plain) %{n} <b>$&' }, 'New $t(a.plain) %{n} <b>$&'],
    ['leaves a parameter without a value', 'a.count', { count: '3' }, '3 of %{context}'],
    ['returns the default of the caller', 'a.none', { _: 'Offered' }, 'Offered'],
    ['returns the key of a missing text', 'a.none', {}, 'a.none'],
    [
      'returns a sentence unchanged',
      'Error: no file. Try $t(a.plain) again: now',
      {},
      'Error: no file. Try $t(a.plain) again: now',
    ],
    ['reads no inherited properties', 'a.constructor', {}, 'a.constructor'],
  ])('%s', (_name, key, options, expected) => {
    expect(translate(key, options)).toBe(expected)
  })

  it('follows the language, and passes it to the callback that stores it', async () => {
    const kept: string[] = []
    const both = await Promise.all((['zh', 'en'] as const).map(fetchMessages))
    const [zh, en] = both.map(messages => createI18n(messages, language => kept.push(language)))
    expect([zh?.translate('notice.created'), en?.translate('notice.created')]).toEqual(['新增成功', 'Created'])
    await zh?.changeLocale('en')
    expect([zh?.getLocale(), en?.getLocale(), kept]).toEqual(['zh', 'en', ['en']])
  })
})
