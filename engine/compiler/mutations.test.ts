import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { readYaml } from './read-yaml.ts'
import { scalarOffsets } from './scalar-offsets.ts'
import type { Entry, Node, ScalarNode } from './tree.ts'

const rounds = process.env['LONG'] ? 5_000 : 200

/** A text with one change, and the code that must be reported at its position. */
interface Mutation {
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly put: string
  readonly code: string | RegExp
  /** The offset of the problem in the changed text; by default that of the change. */
  readonly at?: number
}

/** A part of a file with its path of keys. */
interface Part {
  readonly path: readonly string[]
  readonly entry?: Entry
  readonly node: Node
}

describe('valid descriptor with one mistake', () => {
  it(`has a problem at the line and column of the mistake, ${rounds} times`, () => {
    const random = randomOf(20261121)
    const all = Object.entries(sample).map(([file, text]) => ({ file, text, mutations: mutationsOf(text) }))
    const kinds = [...new Set(all.flatMap(({ mutations }) => mutations.map(({ kind }) => kind)))]
    const done = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      // Every kind has its turn, so that the many keys to misspell do not crowd out rare ones.
      const kind = kinds[round % kinds.length] ?? ''
      const able = all.flatMap(({ file, text, mutations }) =>
        mutations.filter(mutation => mutation.kind === kind).map(mutation => ({ file, text, mutation })),
      )
      const chosen = able[Math.floor(random() * able.length)]
      if (!chosen) throw new Error(`The sample has no place for the mutation "${kind}".`)
      const { file, text, mutation } = chosen
      const changed = text.slice(0, mutation.from) + mutation.put + text.slice(mutation.to)
      const problems = problemsOf({ ...sample, [file]: changed })
      const place = `${file}:${placeOf(changed, mutation.at ?? mutation.from)}`
      const isReported = problems.some(({ at, code }) => at === place && code.match(mutation.code) !== null)
      if (!isReported) expect({ kind, place, code: String(mutation.code), problems, line: changed }).toBeUndefined()
      done.set(kind, (done.get(kind) ?? 0) + 1)
    }
    console.log([...done].map(([kind, count]) => `${kind}: ${count}`).join(', '))
    expect(done.size).toBeGreaterThan(15)
  })
})

const former = compile(Object.entries(sample).map(([file, text]) => ({ file, text, origin: 'app' as const })))

function problemsOf(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  const { problems } = compile(sources)
  // What is shared with the former compilation changes nothing.
  expect(compile(sources, former).problems).toEqual(problems)
  return problems.map(({ at, code }) => ({
    at: `${at.file}:${at.line}:${at.column}`,
    code: code as string,
  }))
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

function mutationsOf(text: string): Mutation[] {
  const { root } = readYaml(text)
  return partsOf({ path: [], node: root }).flatMap(part => [
    ...ofKeys(part),
    ...ofValues(part, text),
    ...ofYaml(part, text),
  ])
}

function partsOf(part: Part): Part[] {
  const { node, path } = part
  if (node.kind === 'map')
    return [part, ...node.entries.flatMap(entry => partsOf({ path: [...path, entry.key], entry, node: entry.value }))]
  if (node.kind === 'list') return [part, ...node.items.flatMap(item => partsOf({ path: [...path, '*'], node: item }))]
  return [part]
}

/** Maps whose keys are chosen by the author. */
const chosenKeys = 'fields transitions actions entries queries measure input returns set with valid invalid'.split(' ')

function ofKeys({ path, entry }: Part): Mutation[] {
  if (!entry) return []
  const parent = path.at(-2) ?? ''
  const [from, to] = [entry.keyStart, entry.keyStart + entry.key.length]
  const isChosen = chosenKeys.includes(parent)
  if (['fields', 'entries', 'transitions', 'actions'].includes(parent))
    return [
      { kind: 'reserved name', from, to, put: 'constructor', code: /name.reserved|step.name-taken/ },
      { kind: 'name with a dash', from, to, put: `a-${entry.key}`, code: 'name.form' },
      { kind: 'proto', from, to, put: '__proto__', code: 'name.form' },
      ...(parent === 'fields' ? [{ kind: 'too long a name', from, to, put: 'a'.repeat(70), code: 'name.long' }] : []),
    ]
  if (['set', 'with', 'valid', 'invalid'].includes(parent))
    return [{ kind: 'unknown field as key', from, to, put: `${entry.key}q`, code: 'field.unknown' }]
  const isOpen = path.length === 1 && !['title', 'fields', 'entries', 'language', 'owner'].includes(entry.key)
  if (isChosen || (isOpen && !resourceHas(entry.key))) return []
  return [{ kind: 'misspelt key', from, to, put: `${entry.key}q`, code: 'key.unknown' }]
}

const resourceHas = (key: string) =>
  'help menu mixins display state sort rules list form lifecycle actions access partOf tree'.split(' ').includes(key)

const booleans = ['required', 'unique', 'index', 'stored']
const ofPages: Readonly<Record<string, readonly [put: (word: string) => string, code: string]>> = {
  roles: [word => `${word}q`, 'role.unknown'],
  code: [word => `${word}q`, 'page.code-unknown'],
  path: [word => `${word}/create`, 'path.reserved'],
  screen: [word => word.toLowerCase(), 'value.form'],
  link: [() => 'javascript:alert(1)', 'page.link-unsafe'],
}
const expressions = ['rule', 'if', 'when', 'compute']
const states = ['from', 'to', 'initial', 'final']
const fieldLists = ['columns', 'search']

function ofValues({ path, node }: Part, text: string): Mutation[] {
  if (node.kind === 'map') return ofTexts(path, node, text)
  if (node.kind === 'list') return []
  const key = path.at(-1) === '*' ? (path.at(-2) ?? '') : (path.at(-1) ?? '')
  const spot = { from: node.start, to: node.end }
  const word = String(node.value)
  const isOfField = path.at(-3) === 'fields' || path.at(-3) === 'input'
  if (isOfField && key === 'type') return [{ ...spot, kind: 'field type', put: `${word}q`, code: 'field.type-unknown' }]
  if (isOfField && key === 'of')
    return [{ ...spot, kind: 'resource or dictionary', put: `${word}q`, code: /(resource|dictionary).unknown/ }]
  if (booleans.includes(key))
    return [{ ...spot, kind: 'yes for true', put: 'yes', code: /value.type|rule.name-unknown|input.condition-unfit/ }]
  if (typeof node.value === 'number')
    return [{ ...spot, kind: 'word for number', put: 'many', code: /value.(type|choice)|parameter.unfit/ }]
  if (key === 'colour') return [{ ...spot, kind: 'colour', put: `${word}q`, code: 'value.choice' }]
  if (key === 'mixins') return [{ ...spot, kind: 'mixin', put: `${word}q`, code: 'mixin.unknown' }]
  if (key === 'under') return [{ ...spot, kind: 'menu group', put: `${word}q`, code: 'menu.unknown' }]
  if (key === 'allow') return [{ ...spot, kind: 'operation', put: `${word}q`, code: /allow.unknown|role.code-unknown/ }]
  if (key === 'icon') return [{ ...spot, kind: 'icon', put: 'Not an icon', code: 'icon.unknown' }]
  const page = ofPages[key]
  if (page) return [{ ...spot, kind: `${key} of a page or a group`, put: page[0](word), code: page[1] }]
  if (key === 'from' && path.includes('values')) return [{ ...spot, kind: 'day', put: 'soon', code: 'value.form' }]
  if (states.includes(key)) return [{ ...spot, kind: 'state', put: `${word}q`, code: 'state.unknown' }]
  if (expressions.includes(key)) return ofExpression(node, text)
  const namesField =
    fieldLists.includes(key) || ['display', 'state', 'sort', 'owner', 'tree', 'partOf', 'field'].includes(key)
  if (
    (namesField && path[0] !== 'language' && text.includes('fields:')) ||
    (path[0] === 'form' && path.at(-2) === 'fields')
  )
    return [{ ...spot, kind: 'field', put: `${word}q`, code: 'field.unknown' }]
  return []
}

/** Titles: a missing or empty language, or a plain text. */
function ofTexts(path: readonly string[], node: Extract<Node, { kind: 'map' }>, text: string): Mutation[] {
  const [zh, en] = node.entries
  if (zh?.key !== 'zh' || en?.key !== 'en' || path.length === 0) return []
  // A text in quotes may contain braces.
  const end = text.indexOf('}', span(en.value).to)
  return [
    {
      kind: 'English missing',
      from: zh.value.start,
      to: end,
      put: '甲 ',
      code: 'text.language-missing',
      at: node.start,
    },
    { kind: 'Chinese empty', ...span(zh.value), put: '""', code: 'value.empty' },
    // A unit may be the same in both languages.
    ...(path.at(-1) === 'unit'
      ? []
      : [{ kind: 'one language', from: node.start, to: end + 1, put: 'Text', code: 'value.type' }]),
    { kind: 'comma in text', ...span(en.value), put: 'One, two', code: 'text.comma', at: en.value.start + 5 },
  ]
}

const span = (node: Node) => ({ from: node.start, to: node.kind === 'scalar' ? node.end : node.start })

/** A misspelt name inside an expression, in each style of YAML scalar. */
function ofExpression(node: ScalarNode, text: string): Mutation[] {
  const value = String(node.value)
  const names = [...value.matchAll(/(?<![.'\w])[a-z]\w*(?![\w(.']|: )/gi)].filter(
    ([name]) => !['i', 'null'].includes(name),
  )
  const offsets = scalarOffsets(node, text)
  return names.flatMap(({ index, 0: name }) => {
    const wrong = `${value.slice(0, index)}${name}q${value.slice(index + name.length)}`
    const spot = { from: node.start, to: node.end, code: 'rule.name-unknown' }
    const within = offsets[index] ?? 0
    const single = wrong.replaceAll("'", "''")
    const quotesBefore = value.slice(0, index).split("'").length - 1
    return [
      {
        kind: 'name in an expression',
        from: within,
        to: within + name.length,
        put: `${name}q`,
        code: 'rule.name-unknown',
      },
      { ...spot, kind: 'name in single quotes', put: `'${single}'`, at: node.start + 1 + index + quotesBefore },
      { ...spot, kind: 'name in double quotes', put: JSON.stringify(wrong), at: node.start + 1 + index },
    ]
  })
}

function ofYaml({ path, entry, node }: Part, text: string): Mutation[] {
  if (!entry || node.kind !== 'scalar' || path.includes('language')) return []
  const spot = { from: node.start, to: node.start }
  const end = text.slice(node.end).search(/[\n,}]/)
  const again = text.slice(entry.keyStart, node.end)
  const isFlow = /^\s*[,}]/.test(text.slice(node.end))
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', entry.keyStart) + 1))?.[0] ?? ''
  const join = isFlow ? ', ' : `\n${indent}`
  const isFirst = text.slice(text.lastIndexOf('\n', entry.keyStart) + 1, entry.keyStart).trim() === ''
  return [
    { ...spot, kind: 'anchor', put: '&a ', code: 'yaml.alias' },
    { ...spot, kind: 'tag', put: '!x ', code: 'yaml.alias' },
    { from: node.start, to: node.end, kind: 'alias', put: '*a', code: 'yaml.alias' },
    { from: node.start, to: node.end, kind: 'sign', put: '@here', code: 'yaml.syntax' },
    ...(end === 0 && (isFlow || isFirst)
      ? [
          {
            from: node.end,
            to: node.end,
            kind: 'key twice',
            put: join + again,
            code: 'yaml.key-twice',
            at: node.end + join.length,
          },
        ]
      : []),
  ]
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
