import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../engine/fields/index.ts'
import { roomBudgets } from './support/room-budgets.ts'

/** The rooms that a room may import from, longest name first where one contains another. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'engine/model': [],
  'engine/fields': ['engine/model'],
  'engine/rules': ['engine/model'],
  'engine/record': ['engine/model', 'engine/rules', 'engine/fields'],
  'engine/processes': ['engine/model', 'engine/rules'],
  'engine/compiler': ['engine/model', 'engine/rules', 'engine/fields', 'engine/processes', 'schemas'],
  'engine/client': ['engine/model'],
  'engine/server': [
    'engine/model',
    'engine/rules',
    'engine/compiler',
    'engine/fields',
    'engine/record',
    'engine/processes',
  ],
  'engine/web': ['engine/model', 'engine/rules', 'engine/fields', 'engine/record', 'engine/processes'],
  generated: ['engine/model', 'engine/client'],
  schemas: [],
  // The generator of the demonstration, which the entry point of the server loads where it is wanted.
  'scripts/demo': [
    'engine/compiler',
    'engine/server',
    'engine/model',
    'engine/fields',
    'engine/rules',
    'engine/record',
  ],
  server: [
    'engine/compiler',
    'engine/fields',
    'engine/server',
    'engine/model',
    'engine/rules',
    'generated',
    'scripts/demo',
  ],
  src: ['engine/web', 'engine/fields', 'engine/model', 'generated'],
  scripts: ['engine/compiler', 'engine/server', 'engine/model', 'engine/fields', 'server', 'scripts/demo'],
}
/** Folders of a large room; each imports only those above it, and files of the room itself import all of them. */
const subRooms: Readonly<Record<string, readonly string[]>> = {
  'engine/server': [
    'errors',
    'database',
    'storage',
    'auth',
    'store',
    'live',
    'services',
    'processes',
    'jobs',
    'operator',
    'http',
    'dialects',
  ],
  'engine/web': [
    'look',
    'words',
    'data',
    'frame',
    'components',
    'sign-in',
    'record',
    'history',
    'form',
    'transitions',
    'list',
    'gallery',
    'export',
    'chart',
    'board',
    'api',
    'tree',
    'bulk',
    'detail',
    'operations',
    'descriptors',
    'status',
    'tables',
    'import',
    'list-page',
    'flow',
    'access',
    'shell',
  ],
}
const browserRooms = ['engine/web', 'src']
/** Every library that a room imports. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  'node:': ['engine/server', 'server', 'scripts'],
  react: ['engine/web', 'engine/fields', 'src'],
  'react-dom': ['engine/web', 'engine/fields', 'src'],
  '@mui/material/OutlinedInput': ['engine/web', 'engine/fields', 'src', 'scripts'],
  '@mui/material': ['engine/web', 'engine/fields', 'src'],
  'lucide-react': ['engine/web', 'engine/fields', 'src'],
  '@tiptap/react': ['engine/fields'],
  '@tiptap/starter-kit': ['engine/fields'],
  '@tanstack/react-query': ['engine/web', 'src'],
  'react-admin': ['engine/web', 'src'],
  'ra-core': ['engine/web', 'src'],
  'react-router': ['engine/web', 'src'],
  'hls.js': ['src'],
  uqr: ['engine/web'],
  'mpegts.js': ['src'],
  '@tanstack/react-virtual': ['engine/web'],
  i18next: ['engine/web'],
  '@rjsf/core': ['engine/web'],
  '@rjsf/utils': ['engine/web'],
  '@cfworker/json-schema': ['engine/web'],
  'pinyin-pro': ['engine/web', 'engine/fields', 'engine/server'],
  'bpmn-js': ['engine/web/flow'],
  'bpmn-auto-layout': ['engine/processes'],
  echarts: ['engine/web/chart'],
  '@marcbachmann/cel-js': ['engine/rules'],
  'bpmn-moddle': ['engine/processes'],
  yaml: ['engine/compiler', 'scripts'],
  kysely: ['engine/server/database'],
  pg: ['engine/server'],
  '@electric-sql/pglite': ['engine/server'],
  fastify: ['engine/server', 'server'],
  '@fastify/compress': ['engine/server'],
  '@fastify/cookie': ['engine/server'],
  '@fastify/helmet': ['engine/server'],
  '@fastify/multipart': ['engine/server', 'server/review'],
  '@fastify/static': ['engine/server'],
  pino: ['engine/server', 'server', 'scripts'],
  ajv: ['engine/server'],
  'h264-mp4-encoder': ['server/cameras'],
  mediabunny: ['server/cameras'],
  jose: ['engine/server'],
  otplib: ['engine/server'],
  'openid-client': ['engine/server'],
  '@node-rs/argon2': ['engine/server'],
  chokidar: ['engine/server'],
  'csv-parse': ['engine/server', 'scripts'],
  'prom-client': ['engine/server'],
  s3mini: ['engine/server'],
  'file-type': ['engine/server'],
  pdfmake: ['engine/server'],
  saxes: ['engine/server'],
  yauzl: ['engine/server'],
  yazl: ['engine/server'],
  'json-schema-to-typescript': ['scripts'],
  vite: ['scripts'],
  'react-router-dom': ['scripts'],
  'es-toolkit': ['scripts'],
  'playwright-core': ['scripts'],
  '@sparticuz/chromium': ['scripts'],
}

interface Import {
  readonly from: string
  readonly to: string
}

const room = (file: string) => Object.keys(mayImport).find(name => file.startsWith(`${name}/`))
const isOfBrowser = (file: string) => file.endsWith('.tsx') || file === 'engine/fields/web.ts'
const all = Object.keys(mayImport).flatMap(top => list(top).map(file => join(top, file)))
// A room inside another is listed with both.
const files = [...new Set(all)].filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const specifiers = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(match => String(match[1]))
const imports: Import[] = files.flatMap(from =>
  specifiers(from)
    .filter(to => to.startsWith('.'))
    .map(to => ({ from, to: relative('.', join(dirname(from), to)) })),
)

/** The rooms that may import a library, or a part of it (`@rjsf/core/lib/…`). */
const roomsOf = (name: string) =>
  Object.entries(libraries).find(
    ([library]) => name === library || name.startsWith(library.endsWith(':') ? library : `${library}/`),
  )?.[1]

const foldersOf = (room: string) => [
  ...new Set(
    list(room).flatMap(file => (/\.tsx?$/.test(file) && file.includes('/') ? [String(file.split('/')[0])] : [])),
  ),
]

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

/**
 * Files of the server with a timer of their own, and why it is no job: a job runs in one process at a time, and each of
 * these belongs to a process, a connection or a file.
 */
const timers: Readonly<Record<string, string>> = {
  'engine/server/jobs/run-jobs.ts': 'looks for due jobs, and renews the lease of a running one',
  'engine/server/storage/ids.ts': 'renews the worker number of this process, without which a job has no id',
  'engine/server/http/app.ts': 'closes idle connections while this process stops',
  'engine/server/http/slow-connections.ts': 'looks at the progress of the body of one request',
  'engine/server/http/event-stream.ts': 'sends the heartbeat of the streams of this process',
}

describe('rooms', () => {
  it('import only what the table allows', () => {
    const strangers = imports.filter(({ from, to }) => {
      const [here, there] = [room(from), room(to)]
      return here === undefined || (here !== there && (there === undefined || !mayImport[here]?.includes(there)))
    })
    expect(strangers).toEqual([])
  })

  it('have only the folders that the tables list', () => {
    expect(Object.keys(mayImport).filter(name => list(name).length === 0)).toEqual([])
    for (const [room, folders] of Object.entries(subRooms))
      expect(foldersOf(room).toSorted()).toEqual([...folders].toSorted())
  })

  it('import inside a large room only what is above', () => {
    const against = imports.filter(({ from, to }) =>
      Object.entries(subRooms).some(([room, folders]) => {
        if (!from.startsWith(`${room}/`) || !to.startsWith(`${room}/`)) return false
        const [here, there] = [from, to].map(file => folders.indexOf(String(file.slice(room.length + 1).split('/')[0])))
        return here !== -1 && (there === -1 || Number(there) > Number(here))
      }),
    )
    expect(against).toEqual([])
  })

  it('that run in Node import no React component', () => {
    const painted = imports.filter(
      ({ from, to }) => isOfBrowser(to) && !isOfBrowser(from) && !browserRooms.includes(String(room(from))),
    )
    expect(painted).toEqual([])
  })

  it('that run in Node use neither React nor the DOM, themselves or through a file of field types', () => {
    const next = groupByFile(imports)
    const inNode = new Set<string>()
    const visit = (file: string): void => {
      if (inNode.has(file)) return
      inNode.add(file)
      for (const { to } of next.get(file) ?? []) visit(to)
    }
    const ofNode = (file: string) => ![...browserRooms, 'engine/fields'].includes(String(room(file)))
    for (const file of files.filter(ofNode)) visit(file)
    const painting = [...inNode].filter(
      file => specifiers(file).some(name => /^(react|@mui|lucide-react|ra-)/.test(name)) || usesDom(file),
    )
    // Functions that a browser evaluates, and the text of a module.
    expect(painting).toEqual(['scripts/shots.ts', 'scripts/unused-parts.ts'])
    expect(inNode.has('engine/fields/index.ts')).toBe(true)
    expect(usesDom('engine/fields/next-field.ts')).toBe(true)
  })

  it('import a library only where the table allows, and none that it does not list', () => {
    const spread = files.flatMap(file =>
      specifiers(file)
        .filter(name => isLibrary(name) && !roomsOf(name)?.some(place => file.startsWith(`${place}/`)))
        .map(name => `${file} imports ${name}`),
    )
    expect(spread).toEqual([])
    const used = new Set(files.flatMap(specifiers))
    const unused = Object.keys(libraries).filter(
      library => ![...used].some(name => name === library || name.startsWith(library)),
    )
    expect(unused).toEqual([])
  })

  it('leave repeated work to jobs', () => {
    const repeating = files.filter(
      file => /^(engine\/)?server\//.test(file) && readFileSync(file, 'utf8').includes('setInterval'),
    )
    expect(repeating.toSorted()).toEqual(Object.keys(timers).toSorted())
  })

  it('make an actor only in engine/server/auth, and a context only there or at an entry point', () => {
    // An object literal or a copy by spread is no actor and no context for the compiler, as both are classes.
    const makes =
      /new (?:User|Service|System)Actor\(|\b(?:server|operator|elevated)Actor\(|as (?:unknown as )?(?:\w*Actor|RequestContext)\b/
    const others = files.filter(file => !file.startsWith('engine/server/auth/'))
    expect(others.filter(file => makes.test(readFileSync(file, 'utf8')))).toEqual([])
    const sources = others.filter(file => readFileSync(file, 'utf8').includes('createContexts('))
    expect(sources.toSorted()).toEqual(['engine/server/engine.ts', 'engine/server/open-work.ts'])
  })

  it('make the values of a record in one place, for forms, imports, seeds and generated rows', () => {
    const isServer = (file: string) => /^((engine\/)?server|scripts\/demo)\//.test(file)
    const isStore = (file: string) => file.startsWith('engine/server/store/')
    const making = [
      'broken-rules',
      'check-record',
      'compute',
      'filled-record',
      'in-master',
      'kept-values',
      'range-faults',
      'record-defaults',
    ]
    const callers = (names: readonly string[]) =>
      imports
        .filter(({ from, to }) => isServer(from) && !isStore(from) && names.includes(to))
        .map(({ from }) => from)
        .toSorted()
    // Where the columns of computed values are looked up.
    expect(callers(making.map(name => `engine/record/${name}.ts`))).toEqual(['engine/server/database/shape.ts'])
    expect(callers(['engine/server/store/prepare.ts'])).toEqual([
      'scripts/demo/generate-record.ts',
      'scripts/demo/lifecycle-walk.ts',
    ])
    const inserting = files.filter(file => isServer(file) && readFileSync(file, 'utf8').includes('insertSql('))
    expect(inserting.filter(file => !isStore(file))).toEqual([])
  })

  it('call a field type instead of comparing its name', () => {
    // Outside of the field types and of rules, which cannot import them, only these compare a name, none of a field type.
    const others = [
      'engine/compiler/checks/shape.ts: types of JSON Schema',
      'engine/server/storage/difference-of-columns.ts: SQL types',
      'engine/server/storage/tables-of.ts: SQL types',
    ].map(other => other.split(':')[0])
    const names = Object.keys(fieldTypes).join('|')
    const comparesType = new RegExp(
      `\\btype\\)? [=!]== '(?:${names})'|(?:includes|has)\\((?:\\w+\\.)?type\\)|switch \\((?:\\w+\\.)?type\\)|\\[field\\.type\\]`,
    )
    const asking = files.filter(file => !/^(engine\/(fields|rules)|generated)\//.test(file))
    const comparing = asking.filter(file => comparesType.test(withoutDomTypes(readFileSync(file, 'utf8'))))
    expect(comparing.toSorted(), 'use engine/fields/traits.ts or a member of FieldType').toEqual(others)
  })

  it('use a trait of a field type instead of comparing the type of its values', () => {
    // Each is the only one of its kind; the traits of the others are in engine/fields/traits.ts.
    const others = [
      "engine/compiler/checks/serial-parts.ts: field.rule === 'int'",
      "engine/compiler/checks/serial-parts.ts: freeText === 'line'",
      "engine/compiler/defaults.ts: freeText === 'line'",
      "engine/record/expressions.ts: field.rule === 'decimal'",
      'scripts/demo/values.ts: switch (type.timeKind)',
    ]
    const property = '(?:(?:field\\??\\.)?rule|timeKind|freeText|upload)'
    const comparesValues = new RegExp(
      `\\b${property}\\)? [=!]== '\\w+'|(?:includes|has)\\((?:\\w+\\??\\.)+(?:rule|timeKind|freeText|upload)\\b|switch \\((?:\\w+\\??\\.)*${property}\\)`,
      'g',
    )
    const asking = files.filter(file => !/^(engine\/(fields|rules)|generated)\//.test(file))
    const comparing = asking.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(comparesValues)].map(([found]) => `${file}: ${found}`),
    )
    expect(comparing.toSorted(), 'use engine/fields/traits.ts').toEqual(others)
  })

  it('name the resources of accounts in one place of those that decide about rights and rows', () => {
    const deciding = files.filter(file => /^engine\/server\/(auth|store)\//.test(file))
    const names = list('engine/base/resources').flatMap(file => /(\w+)\.yaml$/.exec(file)?.[1] ?? [])
    expect(names).toContain('bladeUser')
    const naming = deciding.filter(file => names.some(name => readFileSync(file, 'utf8').includes(`'${name}'`)))
    expect(naming).toEqual([])
  })

  it('export no name that nothing uses', () => {
    const others = ['bench', 'examples', 'scripts', 'tests'].flatMap(top => list(top).map(file => join(top, file)))
    const using = ['vite.config.ts', ...others.filter(file => !files.includes(file) && /\.(tsx?|js)$/.test(file))]
    const own = files.filter(name => !name.startsWith('generated/')).map(file => readFileSync(file, 'utf8'))
    const uses = new Map<string, number>()
    for (const text of [...own, ...using.map(file => readFileSync(file, 'utf8'))])
      for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) uses.set(name, (uses.get(name) ?? 0) + 1)
    const exported = /^export (?:async |abstract )?(?:const|type|interface|class|function\*?) (\w+)/gm
    const names = own.flatMap(text => [...text.matchAll(exported)].map(([, name = '']) => name))
    expect(names.filter(name => uses.get(name) === 1)).toEqual([])
    expect(names.length).toBeGreaterThan(1000)
  })

  it('export no name from two files: types, functions, components and constants', () => {
    const exported = /^export (?:async |abstract )?(?:const|type|interface|class|function\*?) (\w+)/gm
    const places = new Map<string, Set<string>>()
    for (const file of files.filter(name => !name.startsWith('generated/')))
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(exported))
        places.set(name, (places.get(name) ?? new Set()).add(file))
    expect([...places].filter(([, found]) => found.size > 1)).toEqual([])
    expect(places.size).toBeGreaterThan(3000)
  })

  it('have no import cycles between files', () => {
    const next = groupByFile(imports)
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
      if (done.has(file) || path.includes(file)) return
      for (const { to } of next.get(file) ?? []) walk(to, [...path, file])
      done.add(file)
    }
    for (const file of files) walk(file, [])
    expect(cycles).toEqual([])
  })

  it('have no two folders that import each other, except a folder and one inside it', () => {
    const pairs = imports
      .map(({ from, to }) => [dirname(from), dirname(to)] as const)
      .filter(
        ([here, there]) => here !== there && !`${there}/`.startsWith(`${here}/`) && !`${here}/`.startsWith(`${there}/`),
      )
    const known = new Set(pairs.map(pair => pair.join(' > ')))
    expect([...known].filter(pair => known.has(pair.split(' > ').reverse().join(' > ')))).toEqual([])
    expect(known.size).toBeGreaterThan(100)
  })

  it('read every parameter of the engine', () => {
    const keys = [...readFileSync('engine/base/parameters.yaml', 'utf8').matchAll(/^([a-z][\w.]*):/gm)].map(
      ([, key]) => key,
    )
    const unread = keys.filter(key => !files.some(file => readFileSync(file, 'utf8').includes(`'${key}'`)))
    expect([keys.length > 0, unread]).toEqual([true, []])
  })

  it('have no more lines than their budget: delete as much as you add, or give the reason for more in a decision', () => {
    const found: Record<string, number> = {}
    for (const file of ['engine', 'server', 'src', 'scripts', 'bench', 'tests'].flatMap(top =>
      list(top).map(name => join(top, name)),
    )) {
      if (!/\.(tsx?|css)$/.test(file)) continue
      const name = /^tests\/|\.test\.tsx?$/.test(file) ? 'tests' : budgetRoom(file)
      found[name] = (found[name] ?? 0) + readFileSync(file, 'utf8').split('\n').length - 1
    }
    const over = Object.entries(found).filter(([name, lines]) => lines > (roomBudgets[name] ?? 0))
    expect(over.map(([name, lines]) => `${name}: ${lines} lines of ${roomBudgets[name] ?? 0}`)).toEqual([])
    expect(Object.keys(roomBudgets).filter(name => found[name] === undefined)).toEqual([])
  })

  it('contain no product words in the engine', () => {
    const words = /canteen|school|kitchen|enterprise|food|食堂|企业|学校/i
    const engine = files.filter(file => file.startsWith('engine/'))
    const product = engine.filter(file => words.test(readFileSync(file, 'utf8')))
    expect(product).toEqual([])
  })
})

/** The folder of a large room, another room, or the room of all else. */
const budgetRoom = (file: string): string =>
  /^engine\/(?:server|web)\/[^/]+(?=\/)|^engine\/[^/]+(?=\/)|^scripts\/demo(?=\/)|^[^/]+/.exec(file)?.[0] ?? file

const installed = Object.keys(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
/** Whether an import names a library, rather than a quoted text behind the word "from". */
const isLibrary = (name: string): boolean =>
  name.startsWith('node:') || installed.includes(`node_modules/${/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]}`)

/** Whether a file reads a global of the browser that it does not declare. */
function usesDom(file: string): boolean {
  const source = readFileSync(file, 'utf8')
  return ['document', 'window', 'localStorage', 'sessionStorage', 'navigator'].some(
    name =>
      new RegExp(`(?<![.\\w'"])${name}\\??\\.\\w`).test(source) &&
      !new RegExp(`(?:const|let) [^=\\n]*\\b${name}\\b|[({,] *${name}\\b *[,:})=]`).test(source),
  )
}

/** Without the types of DOM elements, which are compared like those of fields. */
const withoutDomTypes = (source: string): string => source.replaceAll('(target.type)', '')

function groupByFile(all: readonly Import[]): Map<string, Import[]> {
  const groups = new Map<string, Import[]>()
  for (const one of all) groups.set(one.from, [...(groups.get(one.from) ?? []), one])
  return groups
}
