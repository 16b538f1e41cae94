import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingTable } from '../engine/server/settings.ts'
import { accessLoss, lossKinds } from '../engine/server/storage/change.ts'

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
  const table = /^\| loss \|.*?\n\n/ms.exec(read('docs/guide/changes.md'))?.[0] ?? ''
  const documented = [...table.matchAll(/^\| `([a-z]+)/gm)].map(([, kind = '']) => kind)
  expect(documented.toSorted()).toEqual([...lossKinds, accessLoss].sort())
})

it('has one row for each rule of semantics, with files of tests that exist', () => {
  const rows = [...read('docs/semantics.md').matchAll(/^\| (C?\d+) \| .* \| ([^|]*) \|$/gm)]
  const numbers = rows.map(([, number = '']) => number)
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([])
  const named = rows.flatMap(([, , tests = '']) => [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file))
  expect(named.filter(file => !existsSync(file))).toEqual([])
})
