import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingTable } from '../engine/server/settings.ts'

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

describe.each(commands)('npm run $name', ({ name, source }) => {
  const options = optionsIn(source).filter(option => option !== 'help')

  it('has options, and documents each of them', () => {
    expect(options.length).toBeGreaterThan(0)
    expect(options.filter(option => !documents.includes(`--${option}`))).toEqual([])
  })

  it('has every option that the documents use with it', () => {
    const used = [...documents.matchAll(new RegExp(`npm run ${name} --([^\\n\`]*)`, 'g'))].flatMap(([, line = '']) =>
      [...line.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option),
    )
    expect(used.filter(option => !options.includes(option))).toEqual([])
  })
})

it('documents no setting that does not exist', () => {
  const rows = [...documents.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect([...new Set(rows)].sort()).toEqual(settingTable.map(({ name }) => name).sort())
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
