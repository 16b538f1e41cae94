import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { databasesUnderTest, roundsOf, testZone } from '../../../tests/support/databases.ts'
import { sampleApp } from '../../../tests/support/sample-app.ts'
import { adminPassword, writeApp } from '../../../tests/support/server.ts'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import { print } from '../../compiler/problem.ts'
import { createEngine } from '../engine.ts'
import { readSettings } from '../settings.ts'
import { isOfOperator } from '../start-fault.ts'
import { readSources } from './app-files.ts'

const rounds = process.env['LONG'] ? 2_000 : 60
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function folderOfSample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'any-folder-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(sample)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

type Pick = (count: number) => number
type Damage = (path: string, text: Buffer, pick: Pick) => void

function picks(seed: number): Pick {
  let state = seed
  return count => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * count)
  }
}

const replaced = (path: string, make: () => void) => {
  rmSync(path, { recursive: true, force: true })
  make()
}

const title = 'title: { zh: 甲, en: A }'

/** What can happen to a file. */
const damages: Readonly<Record<string, Damage>> = {
  'binary data': (path, _text, pick) => writeFileSync(path, Buffer.from(Array.from({ length: 500 }, () => pick(256)))),
  'bytes changed': (path, text, pick) => {
    for (let times = 0; times < 5; times++) text[pick(text.length)] = pick(256)
    writeFileSync(path, text)
  },
  'end missing': (path, text, pick) => writeFileSync(path, text.subarray(0, pick(text.length))),
  'part missing': (path, text, pick) => {
    const from = pick(text.length)
    writeFileSync(path, Buffer.concat([text.subarray(0, from), text.subarray(from + pick(40))]))
  },
  'characters of YAML added': (path, text, pick) => {
    const from = pick(text.length)
    const signs = [
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      '#',
      '&a ',
      '*a',
      '!x ',
      '- ',
      '\t',
      '|',
      '>',
      '?',
      '%',
      '@',
      '\r',
    ]
    const wide = ['：', '，', '“', '　', '\u00a0', '\ufeff', '\0', '---\n', '...\n', '<<: ', '=']
    const sign = [...signs, ...wide][pick(signs.length + wide.length)] ?? ''
    writeFileSync(path, Buffer.concat([text.subarray(0, from), Buffer.from(sign), text.subarray(from)]))
  },
  'lines indented': (path, text, pick) => {
    const lines = text.toString().split('\n')
    const at = pick(lines.length)
    lines[at] = ' '.repeat(pick(4)) + (lines[at] ?? '').trimStart()
    writeFileSync(path, lines.join('\n'))
  },
  'lines twice': (path, text, pick) => {
    const lines = text.toString().split('\n')
    const at = pick(lines.length)
    writeFileSync(path, [...lines.slice(0, at + 1), ...lines.slice(at)].join('\n'))
  },
  empty: path => writeFileSync(path, ''),
  'zero bytes': path => writeFileSync(path, Buffer.alloc(300)),
  'a byte order mark': (path, text) => writeFileSync(path, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])),
  'UTF-16': (path, text) => writeFileSync(path, Buffer.from(text.toString(), 'utf16le')),
  'a folder': path => replaced(path, () => mkdirSync(path)),
  'a broken link': path => replaced(path, () => symlinkSync('nowhere', path)),
  'a link to itself': path => replaced(path, () => symlinkSync(path, path)),
  'a link to its folder': path => replaced(path, () => symlinkSync('.', path)),
  'a pipe': path => replaced(path, () => execFileSync('mkfifo', [path])),
  'no file': path => replaced(path, () => undefined),
  'a file of 1.9 MB': path => writeFileSync(path, '- a\n'.repeat(475_000)),
  'a file of 3 MB': path => writeFileSync(path, `a: ${'x'.repeat(3_000_000)}\n`),
  '5,000 keys': path =>
    writeFileSync(path, Array.from({ length: 5_000 }, (_, n) => `key${n}: { ${title} }\n`).join('')),
  '1,700 fields': path =>
    writeFileSync(
      path,
      `${title}\nfields:\n${Array.from({ length: 1_700 }, (_, n) => `  f${n}: { type: text, ${title} }\n`).join('')}`,
    ),
  'deep lists': path => writeFileSync(path, `a: ${'['.repeat(50_000)}`),
  'deep maps': path => writeFileSync(path, `a: ${'{ a: '.repeat(5_000)}${'}'.repeat(5_000)}\n`),
  'deep blocks': path => writeFileSync(path, Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')),
  'an alias bomb': path =>
    writeFileSync(
      path,
      `a: &a [x, x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`).join('\n')}\n`,
    ),
}

it(`reads and compiles ${rounds} damaged folders without an exception`, async () => {
  const pick = picks(20261123)
  const names = Object.keys(damages)
  const files = Object.keys(sample)
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const folder = folderOfSample()
    const done: string[] = []
    // One that became a link, a pipe or a folder cannot be written again.
    const intact = new Set(files)
    // Every kind of damage has its turn.
    for (let times = 0; times < 1 + (round % 2); times++) {
      const name = names[(round + times * pick(names.length)) % names.length] ?? ''
      const file = [...intact][pick(intact.size)] ?? ''
      intact.delete(file)
      const path = join(folder, file)
      done.push(`${file}: ${name}`)
      damages[name]?.(path, textOf(path), pick)
    }
    try {
      const { model, problems } = compile(await readSources(folder))
      if (!model) {
        refused++
        expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
      }
      for (const problem of problems) {
        expect(problem.at.line).toBeGreaterThan(0)
        expect(problem.at.column).toBeGreaterThan(0)
        expect(`${print(problem, 'en')}${print(problem, 'zh')}`).not.toMatch(/undefined|\[object|NaN/)
      }
    } catch (error) {
      throw new Error(`Not compiled after ${done.join(', ')}`, { cause: error })
    }
  }
  expect(refused).toBeGreaterThan(rounds / 2)
}, 600_000)

/** The bytes of a file that an earlier damage has left. */
function textOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.from('a: b\n')
  }
}

/** Instead of a folder of the app. */
const instead = ['a folder', 'a broken link', 'a link to itself', 'a link to its folder', 'a pipe', 'zero bytes']

it.each(instead)(
  'reads and compiles a folder in which %s is in the place of each folder of descriptors',
  async name => {
    const pick = picks(1)
    for (const place of ['resources', 'dictionaries', 'mixins', 'messages']) {
      const folder = folderOfSample()
      const path = join(folder, place)
      rmSync(path, { recursive: true, force: true })
      damages[name]?.(path, Buffer.from(''), pick)
      const { model, problems } = compile(await readSources(folder))
      if (name === 'a link to itself')
        expect(problems.map(problem => print(problem, 'en')).join('\n')).toContain(`${place}/:1:1 file.unreadable`)
      if (!model) expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
      for (const problem of problems) expect(print(problem, 'zh')).not.toMatch(/undefined|\[object|NaN/)
    }
  },
)

const starts = roundsOf(6, 26, 200)
const embedded = databasesUnderTest().find(({ kind }) => kind === 'embedded')

it(`starts with damaged seeds and migrations in ${starts} folders, or names what an operator has to correct`, async () => {
  const files = {
    ...sampleApp,
    'seeds/ward.csv': 'name,people\nA,1\nB,2\n',
    'migrations/0001-note.sql': "create table note (text text); insert into note values ('once')",
    'migrations/0002-note.sql': "insert into note values ('twice')",
  }
  const targets = Object.keys(files).filter(file => /^(seeds|migrations)\//.test(file))
  const pick = picks(20261126)
  const names = Object.keys(damages)
  let refused = 0
  for (let round = 0; round < starts; round++) {
    const folder = writeApp(files)
    folders.push(folder)
    // Both take all their values in turn.
    const [name = '', target = ''] = [names[(round * 7) % names.length], targets[round % targets.length]]
    damages[name]?.(join(folder, target), textOf(join(folder, target)), pick)
    const message = await refusalOfStart(folder, `${target}: ${name}`)
    if (message !== undefined) refused++
    expect(message ?? '').not.toMatch(/undefined|\[object|NaN/)
  }
  expect(refused).toBeGreaterThan(starts / 3)
}, 300_000)

it.each([
  ['seeds', 'zero bytes', 'seeds: it is no folder that can be read (ENOTDIR).'],
  ['seeds', 'a link to itself', undefined],
  ['migrations', 'zero bytes', 'migrations is a file, not a folder: rename it.'],
  ['migrations', 'a link to itself', 'migrations/ cannot be read (ELOOP).'],
])('starts where %s is %s, or names it', async (target, name, message) => {
  const folder = writeApp(sampleApp)
  folders.push(folder)
  damages[name]?.(join(folder, target), Buffer.from(''), picks(1))
  expect(await refusalOfStart(folder, `${target}: ${name}`)).toBe(message)
})

/** Starts a server; returns what an operator has to correct, if it does not start. */
async function refusalOfStart(folder: string, damage: string): Promise<string | undefined> {
  const place = await embedded?.placeHere()
  try {
    const settings = readSettings({ APP_DIR: folder, ADMIN_PASSWORD: adminPassword, LIVE: 'off' })
    const engine = await createEngine({
      settings: { ...settings, dataDir: join(folder, 'data'), zone: testZone },
      log: pino({ level: 'silent' }),
      ...(place?.instance && { instance: place.instance }),
    })
    await engine.close()
    return undefined
  } catch (error) {
    if (!isOfOperator(error)) throw new Error(`Not started after ${damage}`, { cause: error })
    return error.message
  } finally {
    await place?.remove()
  }
}

it('leaves nothing of its own in the folder', async () => {
  const folder = folderOfSample()
  const before = readdirSync(folder, { recursive: true }).sort()
  await readSources(folder)
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
})
