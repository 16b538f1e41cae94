import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Compiled, compile } from '../engine/compiler/compile.ts'
import { describableTypes, fieldKeys, typeKeys } from '../engine/compiler/language/field.ts'
import type { Keys } from '../engine/compiler/language/key.ts'
import type { Problem } from '../engine/compiler/problem.ts'
import { readYaml } from '../engine/compiler/read-yaml.ts'
import { at, entryOf, itemsOf, type Node } from '../engine/compiler/tree.ts'
import type { AnyFieldType } from '../engine/fields/field-type.ts'
import { isThorough } from './support/databases.ts'
import { effects, unbuilt, unread } from './support/key-effects.ts'
import { fieldUses, files, kinds, type Plain, type Section, sections, typeUses } from './support/key-uses.ts'
import { wordRows } from './support/words-table.ts'

const file = 'resources/a/thing.yaml'
/** A resource with a field of each type, which only copied fields need. */
const poolFile = 'resources/a/pool.yaml'
type Path = readonly (string | number)[]

function compiled(kind: string, where: string, thing: Plain, previous?: Compiled) {
  const text = yamlOf(thing)
  const others = Object.entries({ [file]: kinds[kind], ...files(kind) }).filter(
    ([name]) => name !== where && (name !== poolFile || text.includes('poolId')),
  )
  const texts = others.map(([name, value]) => [name, yamlOf(value as Plain)] as const)
  const sources = [...texts, [where, text] as const, ['mark.svg', '<svg/>'] as const].map(([name, text]) => ({
    file: name,
    text,
    origin: 'app' as const,
  }))
  return { ...compile(sources, previous), where, root: readYaml(text).root, text }
}

/** A descriptor with one line for each of its keys. */
const yamlOf = (descriptor: Plain): string =>
  Object.entries(descriptor)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${flowOf(value)}\n`)
    .join('')

function flowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, one]) => `${key}: ${flowOf(one)}`).join(', ')} }`
}

/** A copy of plain data with a value at a path. */
function withValue(data: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(data)) return data.with(Number(first), withValue(data[Number(first)], rest, value))
  const map = (data ?? {}) as Plain
  return { ...map, [first]: withValue(map[String(first)], rest, value) }
}

const nodeAt = (root: Node, path: Path): Node | undefined =>
  path.reduce<Node | undefined>(
    (found, part) => (typeof part === 'number' ? itemsOf(found)[part] : at(found, part)),
    root,
  )

/** A path at which two Models differ, and the probe in which it is. */
interface Difference {
  readonly path: string
  readonly probe: string | undefined
}

/** Where two values differ. Indexes of lists, and names that the author chooses, are not part of the paths. */
function differences(one: unknown, other: unknown, path = '', probe?: string): Difference[] {
  if (one === other) return []
  const isMap = (value: unknown): value is Plain => typeof value === 'object' && value !== null
  if (!isMap(one) || !isMap(other) || Array.isArray(one) !== Array.isArray(other)) return [{ path, probe }]
  // A name that is added or removed moves the names after it.
  const changed = isNames(one) && isNames(other) ? onlyInOne(one, other) : []
  if (changed.length > 0) return changed.map(name => ({ path: `${path}[]`, probe: probe ?? probeNamed(name) }))
  const step = (key: string) => {
    if (Array.isArray(one)) return `${path}[]`
    return /^resources$|\.(with|set|lines)$/.test(path) ? `${path}.*` : path === '' ? key : `${path}.${key}`
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].flatMap(key => differences(one[key], other[key], step(key), probe ?? probeNamed(one['name'])))
}

const probeNamed = (name: unknown): string | undefined => /^probe\d+$/.exec(String(name))?.[0]

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

const onlyInOne = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter(name => !other.includes(name)),
  ...other.filter(name => !one.includes(name)),
]

/** Where the Models of two compilations differ, apart from their revisions. */
const differencesOf = (first: Compiled, second: Compiled): Difference[] =>
  differences({ ...first.model, revision: '' }, { ...second.model, revision: '' })

/**
 * What a key does: `refused` with a problem at it, at the map that contains it, or that names it; otherwise the paths
 * at which the Model differs, or the problems that it removes.
 */
type Outcome = { readonly refused: string } | { readonly paths: readonly string[] } | { readonly fault: string }

const bases = new Map<string, ReturnType<typeof compiled>>()

function outcomeOf(kind: string, { path, base, uses, file: where = file }: Section, key: string): Outcome {
  const before = { ...(where === file ? kinds[kind] : (files(kind)[where] as Plain)), ...base }
  const whole = [...path, key]
  const merged =
    path.length === 0 && key === 'fields' ? { ...(before['fields'] as Plain), ...(uses[key] as Plain) } : uses[key]
  const known = JSON.stringify([kind, where, before])
  const first = bases.get(known) ?? compiled(kind, where, before)
  bases.set(known, first)
  const faults = first.problems.map(print)
  // The section itself is refused on this kind, so no key of it can be used.
  if (path.length > 0 && first.problems.some(one => isAt(one, first, path.slice(0, 1))) && kind !== 'plain')
    return { refused: faults[0] ?? '' }
  const second = compiled(kind, where, withValue(before, whole, merged) as Plain, first)
  const errors = second.problems.filter(({ severity }) => severity === 'error')
  const found = errors.find(one => isAt(one, second, whole))
  if (found) return { refused: print(found) }
  const others = errors.map(print).filter(one => !faults.includes(one))
  if (others.length > 0) return { fault: others.join('\n') }
  if (faults.length > 0) return second.problems.length === 0 ? { paths: ['problems'] } : { fault: faults.join('\n') }
  return { paths: pathsOf(differencesOf(first, second)) }
}

const pathsOf = (found: readonly Difference[]): string[] => [...new Set(found.map(({ path }) => path))]

/** A key in a section, on a kind of resource. */
interface Case {
  readonly section: Section
  readonly key: string
  readonly kind: string
}

/**
 * What each of several keys does, each in a probe of its own next to the others, where the sections differ only in their
 * probes. Undefined where a problem or a difference does not belong to one probe.
 */
function outcomesTogether(cases: readonly Case[]): readonly Outcome[] | undefined {
  const [{ kind, section: first } = { kind: '', section: undefined }] = cases
  if (!first) return []
  const path = first.path.slice(0, -1)
  const probes = cases.map(({ section, key }, index) => {
    const base = valueAt(section.base, section.path) as Plain
    return { name: `probe${index}`, base, used: { ...base, [key]: section.uses[key] } }
  })
  const others = Object.assign({}, ...cases.map(({ section }) => valueAt(section.base, path)), { probe: undefined })
  const compiledWith = (probeOf: (probe: (typeof probes)[number]) => Plain, previous?: Compiled) => {
    const around = { ...others, ...Object.fromEntries(probes.map(probe => [probe.name, probeOf(probe)])) }
    return compiled(kind, file, withValue({ ...kinds[kind], ...first.base }, path, around) as Plain, previous)
  }
  const before = compiledWith(({ base }) => base)
  if (before.problems.length > 0) return undefined
  const all = compiledWith(({ used }) => used, before)
  const refused = new Map<string, string>()
  for (const found of all.problems) {
    if (found.severity !== 'error') continue
    const owner = probes.find(({ name }) => {
      const node = nodeAt(all.root, [...path, name])
      return found.at.file === file && node && isBetween(offsetOf(found, all.text), node.start, endOf(node))
    })
    if (!owner) return undefined
    refused.set(owner.name, print(found))
  }
  const rest = refused.size === 0 ? all : compiledWith(({ name, base, used }) => (refused.has(name) ? base : used), all)
  const found = differencesOf(before, rest)
  if (!rest.model || found.some(({ probe }) => !probe)) return undefined
  return probes.map(({ name }) => {
    const problem = refused.get(name)
    return problem === undefined
      ? { paths: pathsOf(found.filter(({ probe }) => probe === name)) }
      : { refused: problem }
  })
}

const isBetween = (offset: number, from: number, to: number): boolean => from <= offset && offset <= to

function offsetOf({ at: { line, column } }: Problem, text: string): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, part) => (found as Plain | undefined)?.[part], data)

const print = ({ code, at: { file: where, line, column }, message }: Problem) =>
  `${where}:${line}:${column} ${code} ${message.en}`

function isAt(
  problem: Problem,
  { where, root, text }: { readonly where: string; readonly root: Node; readonly text: string },
  path: Path,
): boolean {
  const { code, message } = problem
  if (problem.at.file !== where) return false
  const key = path.at(-1)
  const above = nodeAt(root, path.slice(0, -1))
  const entry = typeof key === 'string' ? entryOf(above, key) : undefined
  const offset = offsetOf(problem, text)
  if (entry && isBetween(offset, entry.keyStart, endOf(entry.value))) return true
  const names = code.startsWith(`${key}.`) || new RegExp(`\\b${key}\\b`).test(message.en)
  // A problem of the combination is reported at the map, or at a key next to this one.
  return above !== undefined && above.start <= offset && (names || (path.length > 1 && offset <= endOf(above)))
}

/** The offset after the last scalar of a node. */
function endOf(node: Node): number {
  if (node.kind === 'scalar') return node.end
  const last = node.kind === 'list' ? node.items.at(-1) : node.entries.at(-1)?.value
  return last ? endOf(last) : node.start
}

/** What each key does on each kind. */
function walk(all: readonly Section[], on: (section: Section) => readonly string[]) {
  return all.flatMap(section =>
    Object.keys(section.keys).flatMap(key =>
      on(section).map(kind => ({ section, key, kind, name: `${section.name}.${key} on ${kind}` })),
    ),
  )
}

const ownKeys = (kind: string) =>
  Object.keys(kinds[kind] ?? {}).filter(key => !Object.hasOwn(kinds['plain'] ?? {}, key))

/** All in a thorough run, otherwise those on which together each key has an effect. */
const kindsTried = isThorough ? Object.keys(kinds) : ['plain', 'lines', 'shared']

/** The keys of other files do not depend on the kind of a resource. */
const kindsOf = ({ file, except = [] }: Section) =>
  file === undefined ? kindsTried.filter(kind => !except.includes(kind)) : ['plain']

const examplesOf = ({ options }: AnyFieldType): Plain =>
  Object.fromEntries(Object.entries(options).map(([name, { example }]) => [name, example]))

/** Whether values of the type can be computed. */
const isComputed = (type: string) => !['children', 'related', 'password', 'json', 'serial'].includes(type)

/** Types of which an expression cannot be taken for a constant. */
const readsRecord = ['integer', 'decimal', 'money', 'date', 'datetime']

const pool = { type: 'reference', of: 'pool' }

const probeOf = (type: string): Plain => ({ type, title: { zh: '丙', en: 'C' }, ...typeUses[type]?.base })

/** The fields of each type on a kind of resource. */
const fieldSectionsOf = (kind: string) =>
  [...describableTypes].flatMap(([type, described]) => sectionsOfField(kind, type, described))

function sectionsOfField(kind: string, type: string, described: AnyFieldType): Section[] {
  const baseOf = (more: Plain = {}) => ({
    fields: { ...(kinds[kind]?.['fields'] as Plain), probe: { ...probeOf(type), ...more } },
  })
  const { type: _type, stored, copy, ...common } = fieldKeys
  const path = ['fields', 'probe']
  const uses = fieldUses(type)
  const own = { ...examplesOf(described), ...typeUses[type]?.uses }
  const { needs = {} } = typeUses[type] ?? {}
  const keys = typeKeys(described)
  const alone = Object.fromEntries(Object.entries(keys).filter(([key]) => !Object.hasOwn(needs, key)))
  return [
    { name: type, keys: common, path, base: baseOf(), uses },
    { name: type, keys: { copy } as Keys, path, base: withValue(baseOf(), ['fields', 'poolId'], pool) as Plain, uses },
    {
      name: type,
      keys: { stored } as Keys,
      path,
      base: baseOf(isComputed(type) ? { compute: uses['compute'] } : {}),
      uses,
    },
    { name: type, keys: alone, path, base: baseOf(), uses: own },
    ...Object.entries(needs).map(([key, more]) => ({
      ...{ name: type, keys: { [key]: keys[key] } as Keys, path, base: baseOf(more), uses: own },
    })),
    // A default that reads the record.
    ...(readsRecord.includes(type)
      ? [
          {
            name: type,
            keys: { default: fieldKeys.default } as Keys,
            path,
            base: baseOf(),
            uses: { default: uses['compute'] },
          },
        ]
      : []),
    ...(Object.hasOwn(described.options, 'many')
      ? [
          {
            name: `${type} of many`,
            keys: typeKeys(described),
            path,
            base: baseOf({ many: true }),
            uses: { ...own, many: false },
          },
        ]
      : []),
  ]
}

const fieldCases = kindsTried.flatMap(kind => walk(fieldSectionsOf(kind), () => [kind]))

/** Where inputs and results are declared, with the descriptor around one. */
const inputPlaces: readonly (readonly [name: string, path: readonly string[], around: (probe: Plain) => Plain])[] = [
  [
    'input of a step',
    ['actions', 'poke', 'input'],
    input => ({ actions: { poke: { title: { zh: '乙', en: 'B' }, set: { note: 'name' }, input } } }),
  ],
  [
    'result of a step',
    ['actions', 'poke', 'returns'],
    returns => ({ actions: { poke: { title: { zh: '乙', en: 'B' }, handler: 'poke', returns } } }),
  ],
  [
    'input of a query',
    ['queries', 'some', 'input'],
    // Its handler gets all inputs.
    input => ({
      queries: { some: { handler: 'read', returns: { sum: { type: 'text', title: { zh: '乙', en: 'B' } } }, input } },
    }),
  ],
  [
    'result of a query',
    ['queries', 'some', 'returns'],
    returns => ({ queries: { some: { handler: 'read', returns } } }),
  ],
]

/** Types that an input or a result cannot have. */
const inputTypes = [...describableTypes].filter(([type]) => !['related', 'serial'].includes(type))

/** The keys of all fields and those of the type, in each place. */
const inputSections = inputPlaces.flatMap(([name, path, around]) =>
  inputTypes.flatMap(([type, described]): Section[] => {
    const { type: _type, ...common } = fieldKeys
    const { base = {}, needs = {}, uses = {} } = typeUses[type] ?? {}
    const own = { ...fieldUses(type), ...examplesOf(described), ...uses }
    const keys = { ...common, ...typeKeys(described) }
    return Object.entries(keys).map(([key, one]) => ({
      ...{ name: `${type} as ${name}`, keys: { [key]: one }, path: [...path, 'probe'] },
      ...{ base: around({ probe: { ...probeOf(type), ...base, ...needs[key] } }), uses: own },
    }))
  }),
)

const ofFields = new Set(fieldCases.map(({ section }) => section))
const ofInputs = new Set(inputSections)

/** The keys of one type in one place and kind of resource, which are tried together. */
const groupOf = ({ section, kind }: Case): string => `${section.name.replace(/ of many$/, '')} on ${kind}`

/** Keys that a section has in common with others, and that are refused in it. */
const refusedEverywhere: Readonly<Record<string, readonly string[]>> = {
  // Wrong examples are refused; right ones have no other effect.
  rule: ['valid', 'invalid'],
  'action on the collection': ['after', 'sends', 'auto', 'edit', 'set', 'updates', 'creates', 'primary'],
  'timed transition': ['input', 'edit', 'rules', 'message', 'http', 'primary', 'outside'],
  'automatic action': ['input', 'edit', 'rules', 'message', 'http', 'primary', 'on', 'returns', 'outside'],
  'sends of a timed step': ['preview'],
  'state of a lifecycle': ['default', 'keep', 'when', 'compute', 'copy', 'stored', 'readOnly', 'editableBy'],
  'edit of a plain field': ['columns', 'add'],
  'updates of a record': ['of', 'sort', 'limit'],
  'updates of rows': ['record'],
  'query of page': ['small', 'group', 'measure', 'handler'],
  'query of list': ['small', 'group', 'measure', 'handler'],
  'query of one': ['small', 'group', 'measure', 'handler'],
  'query of count': ['sort', 'columns', 'small', 'group', 'measure', 'handler'],
  'query with a handler': ['where', 'sort', 'columns', 'small', 'group', 'measure'],
  'unread input of a query': ['input'],
  longtext: ['unique', 'index'],
  'reference of many': ['onDelete', 'pick', 'sort'],
  children: ['personal', 'unique', 'index', 'default', 'keep', 'compute', 'copy', 'stored'],
  related: [
    'editableBy',
    'personal',
    'required',
    'unique',
    'index',
    'default',
    'keep',
    'when',
    'compute',
    'copy',
    'renamedFrom',
    'readOnly',
    'stored',
  ],
  password: ['personal', 'unique', 'index', 'keep', 'compute', 'copy', 'stored'],
  image: ['unique', 'index', 'count'],
  file: ['unique', 'index', 'count'],
  json: ['unique', 'index', 'compute', 'stored'],
  serial: ['editableBy', 'required', 'default', 'keep', 'compute', 'copy', 'readOnly', 'stored'],
}

/** A test file with the app that it imports: its descriptors contain the keys that the test uses. */
function testText(test: string): string {
  if (!existsSync(test)) return ''
  const text = readFileSync(test, 'utf8')
  const apps = [...text.matchAll(/'([./]*\/support\/[\w-]+-(?:app|fields)\.ts)'/g)].map(([, app = '']) =>
    join(dirname(test), app),
  )
  return [text, ...apps.map(app => readFileSync(app, 'utf8'))].join('\n')
}

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)

describe('every key of the language has an effect', () => {
  const inputs = walk(inputSections, () => ['plain'])
  const others = walk(sections, kindsOf)
  const cases = [...others, ...fieldCases, ...inputs]
  const alone = others.map(one => ({
    ...one,
    // The key that makes the kind is there already.
    isSame: one.section.path.length === 0 && ownKeys(one.kind).includes(one.key),
    outcome: outcomeOf(one.kind, one.section, one.key),
  }))
  const groups = new Map<string, typeof inputs>()
  for (const one of [...fieldCases, ...inputs]) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one])
  const together = [...groups.values()].flatMap(group => {
    const found = outcomesTogether(group)
    return group.map((one, index) => ({
      ...one,
      isSame: false,
      outcome: found?.[index] ?? outcomeOf(one.kind, one.section, one.key),
    }))
  })
  const outcomes = [...alone, ...together]

  it('each has a use here', () => {
    expect(cases.filter(({ section, key }) => !Object.hasOwn(section.uses, key)).map(({ name }) => name)).toEqual([])
  })

  it('each is refused, or makes a difference that takes effect', () => {
    const silent = outcomes.flatMap(({ name, kind, outcome, isSame }) => {
      if (isSame || 'refused' in outcome) return []
      if ('fault' in outcome) return [`${name}: ${outcome.fault}`]
      if (outcome.paths.every(path => unread[kind]?.test(path))) return [`${name} does nothing`]
      return outcome.paths
        .filter(path => !Object.hasOwn(effects, path) && !unbuilt.includes(path))
        .map(path => `${name}: ${path}`)
    })
    expect([...new Set(silent)]).toEqual([])
  })

  it('each takes effect on some kind', () => {
    const seen = new Set(
      outcomes.flatMap(({ section, key, outcome }) =>
        'paths' in outcome && outcome.paths.length > 0 ? [`${section.name}.${key}`] : [],
      ),
    )
    // Which keys an input of a type may have, the problem at the key states.
    const walked = cases.filter(({ section }) => !ofInputs.has(section))
    const all = new Set(walked.map(({ section, key }) => `${section.name}.${key}`))
    const refused = Object.entries(refusedEverywhere).flatMap(([name, keys]) => keys.map(key => `${name}.${key}`))
    expect([...all].filter(name => !seen.has(name)).sort()).toEqual(refused.sort())
  })

  it('each difference is read by the file that it names', () => {
    const wrong = Object.entries(effects).filter(([path, [where, word]]) => {
      const property = word ?? path.replaceAll('[]', '').split('.').at(-1)?.replace('*', '') ?? ''
      return !new RegExp(`\\b${property}\\b`).test(existsSync(where) ? readFileSync(where, 'utf8') : '')
    })
    expect(wrong).toEqual([])
  })

  it('each has a row in docs/words.md with the file where it takes effect and a test of the effect', () => {
    const refused = new Set(
      Object.entries(refusedEverywhere).flatMap(([section, keys]) => keys.map(key => `${section}.${key}`)),
    )
    const files = new Map<string, Set<string>>()
    for (const { section, key, outcome } of outcomes) {
      // The keys of other files have a table of their own.
      if (section.file !== undefined || refused.has(`${section.name}.${key}`)) continue
      // Those of inputs are the keys of fields.
      if (ofInputs.has(section)) continue
      const isCommon = ofFields.has(section) && Object.hasOwn(fieldKeys, key)
      const owner = section.like ?? (isCommon ? 'field' : section.name.replace(/ of many$/, ''))
      const name = `${owner}.${key}`
      const known = files.get(name) ?? new Set<string>()
      files.set(name, known)
      for (const path of 'paths' in outcome ? outcome.paths : []) known.add(effects[path]?.[0] ?? 'not built')
    }
    const rows = new Map(
      wordRows().map(([name = '', file = '', test = '', reason = '']) => [name, { file, test, reason }] as const),
    )
    expect([...rows.keys()].sort()).toEqual([...files.keys()].sort())
    const wrong = [...rows].filter(([name, { file, test, reason }]) => {
      const known = files.get(name) ?? new Set()
      const isServer = (one: string) => one.startsWith('engine/server/')
      const key = name.slice(name.lastIndexOf('.') + 1)
      const isUsed = hasWord(testText(test), key)
      // An option takes effect in the file of its field type where the types differ.
      const isRead = known.has(file) || (existsSync(file) && hasWord(readFileSync(file, 'utf8'), key))
      const needsReason = [...known].filter(isServer).length > 1
      if (file === 'not built') return !known.has(file) || test !== '—'
      return !isRead || !isUsed || needsReason !== (reason !== '')
    })
    expect(wrong).toEqual([])
  })
})
