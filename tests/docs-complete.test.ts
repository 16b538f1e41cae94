import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kinds } from '../engine/compiler/kinds.ts'
import { stateSince } from '../engine/model/system-fields.ts'
import { functions } from '../engine/rules/functions.ts'
import { rolePrefix } from '../engine/rules/me.ts'
import { ruleOperations } from '../engine/rules/operations.ts'
import type { Term, ValueSource } from '../engine/rules/term.ts'
import { settingTable } from '../engine/server/settings.ts'
import { wordRows } from './support/words-table.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const guide = readdirSync('docs/guide').map(file => read(join('docs', 'guide', file)))
const documents = [read('README.md'), ...guide].join('\n')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

/** The documented commands of this project that parse options, with their sources. */
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^tsx (\S+\.ts)$/.exec(command)?.[1]
  return file !== undefined && read(file).includes('parseArgs(') ? [{ name, source: read(file) }] : []
})

/** The options that a source passes to `parseArgs`: `'dry-run': { type: 'boolean' }`, or a constant with such a value. */
const optionsIn = (source: string): readonly string[] =>
  [...source.matchAll(/'?([a-z]+(?:-[a-z]+)*)'?: (?:\{ type: '|text\b)/g)].map(([, option = '']) => option)

/** The options of a command in the tables of the guide: those of the import have one of their own. */
function rowsOf(command: string): readonly string[] {
  const own = command === 'import'
  const table = own ? read('docs/guide/import.md') : read('docs/guide/operation.md')
  const rows = [
    ...table.matchAll(own ? /^\| (`--.*?) \|/gm : new RegExp(`^\\| \`${command}\` \\| (\`--.*?) \\|`, 'gm')),
  ]
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`--([a-z-]+)/g)].map(([, option = '']) => option))
}

describe.each(commands)('npm run $name', ({ name, source }) => {
  const options = optionsIn(source)

  it('has one row for each of its options, and no other', () => {
    expect(options.length).toBeGreaterThan(0)
    expect([...rowsOf(name)].sort()).toEqual([...options].sort())
  })

  it('has every option that the documents use with it', () => {
    const used = [...documents.matchAll(new RegExp(`npm run ${name} --([^\n\`]*)`, 'g'))].flatMap(([, line = '']) =>
      [...line.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option),
    )
    expect(used.filter(option => !options.includes(option))).toEqual([])
  })

  it('explains its options in its usage', () => {
    const usage = /const usage = `(.*?)`\n/s.exec(source)?.[1] ?? ''
    expect(options.filter(option => option !== 'help' && !usage.includes(`--${option}`))).toEqual([])
  })
})

it('documents each environment variable that the code reads', () => {
  const sources = ['engine', 'server', 'scripts'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.test)\.(ts|js)$/.test(file))
      .map(file => read(join(folder, file))),
  )
  const used = sources.flatMap(source =>
    [...source.matchAll(/\benv(?:ironment)?(?:\.|\[')([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name),
  )
  expect(used.length).toBeGreaterThan(5)
  expect([...new Set(used)].filter(name => !new RegExp(`\`${name}\\b`).test(documents)).sort()).toEqual([])
})

it('documents no setting that does not exist', () => {
  const rows = [...documents.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect([...new Set(rows)].sort()).toEqual(settingTable.map(({ name }) => name).sort())
})

it('shows every picture that the script makes, and has no other', () => {
  const made = [...read('scripts/shots.ts').matchAll(/\bpicture\(\w+, '([a-z-]+)'\)/g)].map(([, name]) => `${name}.png`)
  const pages = [
    'README.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map(file => join('docs', file)),
  ]
  const shown = pages
    .filter(file => file.endsWith('.md'))
    .flatMap(file =>
      [...read(file).matchAll(/(?:\(|src=")([^\s)"]*shots\/[^\s)"]+)/g)].map(([, to = '']) => join(dirname(file), to)),
    )
  expect(made.length).toBeGreaterThan(3)
  expect(readdirSync('docs/shots').sort()).toEqual(made.toSorted())
  expect([...new Set(shown)].sort()).toEqual(made.map(name => join('docs/shots', name)).sort())
})

it('documents every kind of loss that a change can have, and no other', () => {
  const sources = readdirSync('engine/server', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => read(join('engine/server', file)))
  const losses = sources.flatMap(source => [...source.matchAll(/name: `([a-z]+):\$\{/g)].map(([, kind = '']) => kind))
  const table = /^\| loss \|.*?\n\n/ms.exec(read('docs/guide/changes.md'))?.[0] ?? ''
  const documented = [...table.matchAll(/`([a-z]+):/g)].map(([, kind = '']) => kind)
  expect([...new Set(documented)].sort()).toEqual([...new Set(losses)].sort())
})

it('has one row for each rule of semantics, with tests that exist, of which one names the number', () => {
  const rows = [...read('docs/semantics.md').matchAll(/^\| (C?\d+) \| .* \| ([^|]*) \|$/gm)]
  const numbers = rows.map(([, number = '']) => number)
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([])
  expect(numbers.length).toBeGreaterThan(40)
  const unnamed = rows.filter(([, number = '', tests = '']) => {
    const name = new RegExp(`semantics ([C\\d]+, |semantics )*${number}\\b`, 'i')
    return ![...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => read(file)).some(source => name.test(source))
  })
  expect(unnamed.map(([, number]) => number)).toEqual([])
})

describe('docs/words.md', () => {
  /** Whether the code of a file, without comments, has the word as a key, a property, a call or a quoted text. */
  const hasWord = (file: string, word: string) => {
    const key = `[.'"\`]${word}\\b|\\b${word}(?=\\??['"\`:(])|(?<=[{,]\\s*)${word}(?=\\s*[,}=])`
    return existsSync(file) && new RegExp(key).test(read(file).replace(comments, ''))
  }
  const comments = /^\s*\/\*\*?.*?\*\/|(?<=^|\s)\/\/ .*?$|^\s*# .*?$/gms

  it('has one row for each key of the other kinds of files, with the file where it takes effect and a test', () => {
    const keys = Object.entries(kinds).flatMap(
      ([
        kind,
        {
          sections: [first, ...rest],
        },
      ]) => {
        if (kind === 'resource' || kind === 'mixin' || !first) return []
        const own = Object.keys(first[1])
        const inner = rest.flatMap(([heading, keys]) => {
          const outer = own.find(key => new RegExp(`\\b${key}\\b`).test(heading))
          return Object.keys(keys).map(key => `${outer}.${key}`)
        })
        return [...own, ...inner].map(key => `${kind} ${key}`)
      },
    )
    const move = ['move', 'move.from', 'move.to', 'move.fields', 'move.by'].map(key => `migrations ${key}`)
    const rows = wordRows('Other files')
    expect(rows.map(([kind, key]) => `${kind} ${key}`).sort()).toEqual([...keys, ...move].sort())
    const wrong = rows.filter(([, key = '', file = '', test = '']) => {
      const word = key.slice(key.lastIndexOf('.') + 1)
      return file === 'not built' ? test !== '—' : !hasWord(file, word) || !hasWord(test, word)
    })
    expect(wrong).toEqual([])
  })

  it('has one row for each function of expressions', () => {
    const rows = wordRows('Functions')
    expect(rows.map(([name]) => name).sort()).toEqual(functions.map(({ name }) => name).sort())
    const tested = (test: string, name: string) =>
      hasWord(test, name) || (test === 'tests/rules-agree.test.ts' && hasWord('tests/support/random-rules.ts', name))
    const wrong = rows.filter(([name = '', file = '', test = '']) => !hasWord(file, name) || !tested(test, name))
    expect(wrong).toEqual([])
  })

  it('has one row for each notation of expressions', () => {
    const operators = ruleOperations.map(({ name }) => name).filter(name => !/\w/.test(name))
    const all = [...Object.values(notations), `me.${rolePrefix}`, stateSince.name, ...operators]
    const rows = wordRows('Notation')
    expect(rows.map(([notation]) => notation).sort()).toEqual([...new Set(all)].sort())
    const parts = new Map<string, string>(Object.entries(notations).map(([part, notation]) => [notation, part]))
    const wrong = rows.filter(([notation = '', file = '', test = '']) => {
      const text = parts.get(notation) ?? notation.replace('me.', '')
      const written = notation.split(' ')[0] ?? ''
      return !read(file).includes(text) || (notation !== notations.step && !read(test).includes(written))
    })
    expect(wrong).toEqual([])
  })
})

/** How the parts of an expression are written that are no constants, fields, operators or functions. */
const notations = {
  step: 'productId.unitPrice',
  it: 'it.',
  input: 'input.',
  me: 'me.',
  coalesce: '??',
  and: '&&',
  or: '||',
  choose: '? :',
  isNull: '== null',
  in: 'in',
  list: '[ ]',
} as const satisfies Record<
  | Exclude<Term['kind'], 'constant' | 'field' | 'apply' | 'label' | 'below' | 'count' | 'aggregate'>
  | Exclude<ValueSource, 'record' | 'line'>,
  string
>
