import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { kinds } from '../engine/compiler/kinds.ts'
import { describableTypes, fieldKeys } from '../engine/compiler/language/field.ts'
import { sample } from '../engine/compiler/language/sample.ts'
import { shapes } from '../engine/compiler/language/shapes.ts'
import { print } from '../engine/compiler/problem.ts'
import { readYaml } from '../engine/compiler/read-yaml.ts'
import { plain } from '../engine/compiler/tree.ts'
import type { JsonSchema } from '../engine/model/model.ts'
import { databasesWalked } from './support/databases.ts'
import { goodRecord } from './support/good-records.ts'
import { adminPassword, startServer } from './support/server.ts'
import { serverCalls } from './support/server-calls.ts'

type Plain = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]
/** Descriptors as plain data, by file. */
type Files = Readonly<Record<string, unknown>>

const title = { zh: '试', en: 'Probe' }
const text = { type: 'text', title }
const typed = (type: string) => ({ type, title })

/** Options without which a field of a type is refused; the names are those of the examples of options. */
const requiredOptions: Readonly<Record<string, Plain>> = {
  dictionary: { of: 'sex' },
  reference: { of: 'entType' },
  children: { of: 'businessEntOrderDetail' },
  related: { of: 'entInspectLog', by: 'entId' },
  serial: { pattern: 'ZF{0000}' },
}

/** The sample, with a field of each type and with what the examples of options name, where examples are tried first. */
const base: Files = {
  // The keys of mixins are first tried in one that no resource of the sample includes.
  'mixins/noted.yaml': { fields: { visitName: text } },
  'resources/field/note.yaml': {
    title,
    mixins: ['noted'],
    fields: {
      ...{ phone: typed('phone'), startDay: typed('date'), endDay: typed('date') },
      ...{ kind: { type: 'dictionary', of: 'visit_kind' }, siteId: { type: 'reference', of: 'site' } },
      ...{ parentId: { type: 'reference', of: 'note' }, visitId: { type: 'reference', of: 'visit' } },
    },
  },
  'resources/field/probe.yaml': {
    title,
    fields: {
      ...{ name: text, visitName: text, entId: { type: 'reference', of: 'site' } },
      ...Object.fromEntries(
        [...describableTypes.keys()].map(type => [`${type}Value`, { type, title, ...requiredOptions[type] }]),
      ),
    },
  },
  'resources/field/entType.yaml': { title, fields: { name: text, entId: { type: 'reference', of: 'site' } } },
  'resources/field/businessEntOrderDetail.yaml': {
    title,
    partOf: 'probeId',
    fields: {
      probeId: { type: 'reference', of: 'probe', required: true },
      ...{ productName: text, quantity: typed('integer'), price: typed('money') },
    },
  },
  'resources/field/entInspectLog.yaml': {
    title,
    fields: {
      entId: { type: 'reference', of: 'probe' },
      ...{ letterStatus: text, inspectTime: typed('date'), inspectResult: text },
    },
  },
  // A resource without references, which may belong to all tenants.
  'mixins/seasonal.yaml': { fields: { from: typed('date') } },
  'resources/field/season.yaml': { title, mixins: ['seasonal'], fields: { name: text } },
  'resources/blade/bladeUser.yaml': {
    title,
    fields: { siteIds: { type: 'reference', of: 'site', many: true } },
  },
  ...Object.fromEntries(Object.entries(sample).map(([file, text]) => [file, plain(readYaml(text).root)])),
  // The engine has a dictionary of this name.
  'dictionaries/sex.yaml': { title, entries: { one: { title }, two: { title: { zh: '乙', en: 'Two' } } } },
}

/** What an example requires next to it. */
const partners: Readonly<Record<string, Plain>> = {
  'resource.platform': { shared: true },
  'resource.lifecycle.transitions.auto': { if: 'phone != null' },
}

/** A location of a key in the base: a map of a file, whose schema has the key. */
interface Place {
  readonly file: string
  readonly path: Path
  readonly example: unknown
}

/** The schema of the fields of one type. */
interface ByType {
  readonly if: { readonly properties: { readonly type: { readonly const: string } } }
  readonly then: JsonSchema
}

/** The locations of each key, found by the schemas. */
const places = new Map<string, Place[]>()

function addPlaces(schema: JsonSchema, value: unknown, file: string, path: Path, section: string): void {
  const reference = /\/(\w[\w-]*)$/.exec(String(schema['$ref'] ?? ''))?.[1]
  if (reference !== undefined) {
    addPlaces(shapes[reference] as JsonSchema, value, file, path, reference)
    return
  }
  const inner = (one: unknown, more: Path = [], of = value, name = section) =>
    addPlaces(one as JsonSchema, of, file, [...path, ...more], name)
  for (const one of (schema['anyOf'] ?? []) as readonly JsonSchema[]) inner(one)
  if (Array.isArray(value)) for (const [index, item] of value.entries()) inner(schema['items'] ?? {}, [index], item)
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return
  const map = value as Plain
  if (schema['else']) inner(schema[map['type'] === undefined ? 'else' : 'then'])
  for (const { if: condition, then } of (schema['allOf'] ?? []) as readonly ByType[])
    if (condition.properties.type.const === map['type']) inner(then)
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  for (const [name, one] of Object.entries(properties)) {
    const [example] = (one['examples'] ?? []) as readonly unknown[]
    const isCommon = section.startsWith('field-') && Object.hasOwn(fieldKeys, name)
    const key = `${isCommon ? 'field' : section}.${name}`
    if ('examples' in one) places.set(key, [...(places.get(key) ?? []), { file, path: [...path, name], example }])
    if (name in map) inner(one, [name], map[name], `${section}.${name}`)
  }
  const others = schema['additionalProperties']
  for (const [name, one] of Object.entries(map))
    if (typeof others === 'object' && !(name in properties)) inner(others, [name], one)
}
const kindOf = (file: string) => file.split(/[/.]/)[0] ?? ''
for (const [name, { location, schema, whole }] of Object.entries(kinds))
  for (const [file, root] of Object.entries(base))
    if (kindOf(file) === kindOf(location)) addPlaces(whole ?? schema, root, file, [], name)

/** A copy of plain data with a value at a path. */
function withValue(data: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(data)) return data.with(Number(first), withValue(data[Number(first)], rest, value))
  const map = (data ?? {}) as Plain
  return { ...map, [first]: withValue(map[String(first)], rest, value) }
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, part) => (found as Plain | undefined)?.[part], data)

const isMap = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The files with an example at a place: in addition to what is there, or instead of it. */
function withExample(files: Files, key: string, place?: Place): readonly Files[] {
  if (!place) return []
  const { file, path, example } = place
  const before = valueAt(files[file], path)
  const around = path.slice(0, -1)
  const withPartners = { ...(valueAt(files[file], around) as Plain), ...partners[key] }
  const root = withValue(files[file], around, withPartners)
  const values = isMap(before) && isMap(example) ? [{ ...before, ...example }, example] : [example]
  return values.map(value => ({ ...files, [file]: withValue(root, path, value) }))
}

/** The process that the example of `approval` names. */
const process = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="t">
  <process id="visitApproval" isExecutable="true"><startEvent id="s"><outgoing>f</outgoing></startEvent>
  <sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"><incoming>f</incoming></endEvent></process>
</definitions>`

const textsOf = (files: Files): Readonly<Record<string, string>> => ({
  'mark.svg': '<svg/>',
  'processes/visitApproval.bpmn': process,
  ...Object.fromEntries(Object.entries(files).map(([file, root]) => [file, JSON.stringify(root)])),
})
const sourcesOf = (files: Files) =>
  Object.entries(textsOf(files)).map(([file, text]) => ({ file, text, origin: 'app' as const }))
let last = compile(sourcesOf(base))
function errorsOf(files: Files): readonly string[] {
  last = compile(sourcesOf(files), last)
  return last.problems.flatMap(one => (one.severity === 'error' ? [print(one)] : []))
}

/** As few apps as contain the examples of all keys: an example is added to the first app in which it fits. */
interface App {
  files: Files
  readonly keys: string[]
}
const apps: App[] = []
const left: string[] = []

/** Adds examples to an app where they fit, many at once where none of them causes a problem; returns the others. */
function added(app: App, keys: readonly string[]): readonly string[] {
  const [key = ''] = keys
  const tried =
    keys.length === 1
      ? placesIn(app.files, key).flatMap(place => withExample(app.files, key, place))
      : [keys.reduce((files, one) => withExample(files, one, placesIn(files, one)[0])[0] ?? files, app.files)]
  const files = tried.find(one => errorsOf(one).length === 0)
  if (files) {
    Object.assign(app, { files })
    app.keys.push(...keys)
    return []
  }
  const half = Math.ceil(keys.length / 2)
  return keys.length <= 1 ? keys : [...added(app, keys.slice(0, half)), ...added(app, keys.slice(half))]
}

/** The locations of a key: first those that have the example, then those that have the key. */
function placesIn(files: Files, key: string): readonly Place[] {
  const rank = ({ file, path, example }: Place) => {
    const value = valueAt(files[file], path)
    return isDeepStrictEqual(value, example) ? 0 : value === undefined ? 2 : 1
  }
  return (places.get(key) ?? []).toSorted((one, other) => rank(one) - rank(other))
}

for (let keys: readonly string[] = [...places.keys()]; keys.length > 0; ) {
  const app: App = { files: base, keys: [] }
  const rest = added(app, keys)
  if (rest.length === keys.length) {
    left.push(...rest)
    break
  }
  apps.push(app)
  keys = rest
}

it('compile without a problem, in an app each', () => {
  expect(left).toEqual([])
  expect(places.size).toBeGreaterThan(300)
})

describe.each(databasesWalked('embedded'))('an app with the examples of keys ($kind)', kind => {
  it.each(apps)('saves and lists records of each of its resources', async ({ files }) => {
    const server = await startServer(kind, textsOf(files))
    try {
      const { call } = serverCalls(server, await server.signIn('admin', adminPassword))
      const model = server.engine.model()
      const known: Record<string, string[]> = {}
      const own = Object.values(model.resources).filter(
        one => `resources/${one.module}/${one.name}.yaml` in files && one.module === 'field' && !one.partOf,
      )
      const answers: unknown[] = []
      for (const resource of own) {
        const path = `${resource.module}/v1/${resource.name}`
        const saved = await call('POST', `${path}/save`, goodRecord(model, resource, known, 1))
        if (saved.status === 200) known[resource.name] = [String(saved.body.data.id)]
        const page = await call('GET', `${path}/page`)
        answers.push([resource.name, saved.status, page.status, page.body.data?.records.length])
      }
      const isReadOnly = (name: string) => model.resources[name]?.readOnly
      expect(answers).toEqual(own.map(({ name }) => (isReadOnly(name) ? [name, 405, 200, 0] : [name, 200, 200, 1])))
    } finally {
      await server.close()
    }
  })
})
