import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { refusedTwins, shownOnly } from './support/refused-twins.ts'
import { wordRows } from './support/words-table.ts'

/** The words that are built: those of descriptors by their key, and those of other files and functions with the kind. */
const words = [
  ...wordRows().flatMap(([key, , test]) => (test === '—' ? [] : [key])),
  ...wordRows('Other files').map(([kind, key]) => `${kind} ${key}`),
  ...wordRows('Notation').map(([notation]) => `notation ${notation}`),
  ...wordRows('Functions').map(([name]) => `function ${name}`),
]

/** The last parts of words that only describe: what is shown, how, or in which order. */
const describing: ReadonlySet<string> = new Set([
  ...[
    'title',
    'titles',
    'help',
    'name',
    'mark',
    'slogan',
    'note',
    'remark',
    'cite',
    'icon',
    'aliases',
    'unit',
    'currency',
  ],
  ...['colour', 'colours', 'primary', 'signIn', 'menu', 'under', 'order', 'top', 'tab', 'frame', 'screen', 'link'],
  ...['display', 'state', 'sort', 'list', 'form', 'fields', 'columns', 'search', 'returns', 'final', 'path', 'due'],
  ...['keep', 'keepLocation', 'preview', 'expires'],
])

it('names one refused twin of each word, or that it only decides what is shown', () => {
  const named = [...refusedTwins.flatMap(twin => twin.words), ...shownOnly]
  expect(named.toSorted()).toEqual(words.toSorted())
})

it('permits no refused twin for describing words only', () => {
  expect(shownOnly.filter(word => !describing.has(word.slice(word.search(/[^. ]+$/))))).toEqual([])
})

it('names tests that exist and run on both databases', () => {
  const missing = refusedTwins.filter(({ file, test }) => {
    const text = readFileSync(file, 'utf8')
    const isThere = text.split(`'${test}'`).length === 2
    return !isThere || !/describe\.each\(databases(UnderTest|Walked)\(/.test(text)
  })
  expect(missing).toEqual([])
})

it('names tests with a table in which a row names each of the words', () => {
  const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const named = (text: string, word: string) => {
    // A notation is in the expression of a row, its parts in order; other words are in the name of a row.
    const notation = /^notation (.*)$/.exec(word)?.[1]
    if (notation !== undefined)
      return new RegExp(`['"][^\\n]* ?${notation.split(' ').map(escaped).join('[^\\n]+')}`).test(text)
    const name = escaped(word.replace(/^function /, ''))
    const [type = '', option] = word.split('.')
    const ofTypes = new RegExp(`\\(\\s*\`\\$\\{type\\}\\.${option}\``).test(text) && text.includes(`'${type}'`)
    return ofTypes || new RegExp(`(words?: |[([]\\s*)'([^'\\n]* )?${name}[',: ]`).test(text)
  }
  const missing = refusedTwins
    .filter(({ test, everyRow }) => everyRow === undefined && /\$\w|%s/.test(test))
    .flatMap(({ file, words }) => {
      const text = readFileSync(file, 'utf8')
      return words.filter(word => !named(text, word)).map(word => `${file}: ${word}`)
    })
  expect(missing).toEqual([])
})

it('names tests that refuse something, unless they leave it out', () => {
  const refusing = /\b[45]\d\d\b|refused|errors|problems|not\.to|false|toBe\(0\)|toEqual\(\[\]\)/
  const accepting = refusedTwins.filter(({ file, test, leavesOut = false }) => {
    const text = readFileSync(file, 'utf8')
    const start = text.indexOf(`'${test}'`)
    const end = text.slice(start).search(/\n {2,4}\}\)|\n\}\)|\n {2}\)\n/)
    return !leavesOut && !refusing.test(text.slice(start, start + end))
  })
  expect(accepting.map(({ file, test }) => `${file}: ${test}`)).toEqual([])
})
