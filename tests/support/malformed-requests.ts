import { fieldTypes, operatorsOf, typeOf } from '../../engine/fields/index.ts'
import { isAsked } from '../../engine/fields/record-schema.ts'
import type { Field, Language, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf, wirePath } from '../../engine/model/names.ts'
import { systemFields } from '../../engine/model/system-fields.ts'
import { badValue, hugeValue, jsonOf, oddTexts, Raw } from './bad-values.ts'
import { goodRecord, goodValue, type Input, type Known } from './good-records.ts'
import type { Random } from './random.ts'
import type { Header, Leaving } from './raw-http.ts'

/** One request that is wrong in some way, ready to be sent as it is. */
export interface Attempt {
  /** What is wrong with it. */
  readonly kind: string
  readonly method: string
  readonly target: string
  readonly headers: readonly Header[]
  readonly body?: Buffer
  readonly leaving: Leaving
  /** The language that it asks for. */
  readonly language: Language
}

/** What requests are made from. */
export interface Ground {
  readonly model: Model
  /** Rows that are there and may be spoilt. */
  readonly known: Known
  /** Tokens of those who ask: one who may do everything, one who may do little. */
  readonly tokens: readonly [administrator: string, keeper: string]
}

type Draft = Partial<Omit<Attempt, 'kind' | 'language'>> & { readonly target: string }
type Maker = (ground: Ground, random: Random, n: number) => Draft

/** The n-th malformed request: the same for the same random numbers. */
export function malformedRequest(ground: Ground, random: Random, n: number): Attempt {
  const [kind, , make] = weighed(random)
  const language = random.pick(['zh', 'en'] as const)
  const token = ground.tokens[random.chance(0.9) ? 0 : 1]
  const draft = make(ground, random, n)
  const named = new Set(draft.headers?.map(([name]) => name.toLowerCase()))
  const headers: [string, string][] = [['Accept-Language', language]]
  if (!named.has('blade-auth')) headers.push(['Blade-Auth', `bearer ${token}`])
  if (draft.body && !named.has('content-type')) headers.push(['Content-Type', 'application/json'])
  return {
    method: draft.body ? 'POST' : 'GET',
    leaving: 'waits',
    ...draft,
    kind,
    language,
    headers: [...headers.filter(([name]) => !named.has(name.toLowerCase())), ...(draft.headers ?? [])],
  }
}

function weighed(random: Random) {
  let left = random.below(makers.reduce((sum, [, weight]) => sum + weight, 0))
  for (const maker of makers) {
    left -= maker[1]
    if (left < 0) return maker
  }
  throw new Error('The weights do not add up.')
}

const json = (value: unknown): Buffer => Buffer.from(jsonOf(value))
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd')).replace(/%EF%BF%BD/g, '%ED%A0%80')
const queryOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : jsonOf(value))}`)
    .join('&')

const anyResource = ({ model }: Ground, random: Random): Resource => {
  // Resources of the app twice as often as those of the base.
  const own = Object.values(model.resources).filter(({ module }) => module !== 'blade')
  return random.pick(random.chance(0.7) ? own : Object.values(model.resources))
}
const call = (resource: Resource, rest: string): string => `${wirePath(resource)}/${rest}`
const knownId = ({ known }: Ground, random: Random, resource: Resource): string => {
  const ids = known[resource.name] ?? []
  return ids.length > 0 && random.chance(0.8) ? random.pick(ids) : String(1 + random.below(1e9))
}
const anyField = (resource: Resource, random: Random): Field =>
  random.pick(random.chance(0.9) ? resource.fields : systemFields)
const oddName = (resource: Resource, random: Random): string =>
  random.pick([
    () => random.pick(oddTexts),
    () => `${anyField(resource, random).name}"; drop table ward; --`,
    () => anyField(resource, random).name.toUpperCase(),
    () =>
      random.pick(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'tenantId', 'tenant_id', 'isDeleted']),
    () => `${anyField(resource, random).name}Name`,
    () => 'n'.repeat(random.pick([70, 300])),
  ])()

/** A good record in which a thing or three are wrong. */
function spoilt(ground: Ground, random: Random, resource: Resource, n: number, isNew: boolean): Input {
  const whole = goodRecord(ground.model, resource, ground.known, 1_000_000 + n)
  const record: Input = isNew ? whole : { ...some(whole, random), id: knownId(ground, random, resource) }
  const names = Object.keys(record)
  for (let times = random.chance(0.7) ? 1 : 3; times > 0; times--) spoilOnce(ground, random, resource, record, names, n)
  return record
}

function spoilOnce(
  ground: Ground,
  random: Random,
  resource: Resource,
  record: Input,
  names: readonly string[],
  n: number,
): void {
  const field = anyField(resource, random)
  switch (random.below(12)) {
    case 0:
      delete record[random.pick(names)]
      return
    case 1:
      record[oddName(resource, random)] = badValue(random)
      return
    case 2:
      record[field.name] = [record[field.name] ?? goodValue(ground.model, resource, field, ground.known, n) ?? 'x']
      return
    case 3: {
      // A value that another type would take.
      const type = random.pick(Object.values(fieldTypes))
      const other = ground.model.resources['trial']?.fields.find(one => typeOf(one) === type)
      if (other) record[field.name] = goodValue(ground.model, resource, other, ground.known, n)
      return
    }
    case 4:
      spoilLines(ground, random, resource, record, n)
      return
    case 5:
      record[random.pick(['id', 'version', 'tenantId', 'isDeleted', 'createUser'])] = badValue(random)
      return
    case 6:
      if (random.chance(0.05)) record[field.name] = hugeValue(random)
      else record[field.name] = textOf(record[field.name])
      return
    default:
      record[random.pick([field.name, ...resource.fields.filter(isAsked).map(({ name }) => name)])] = badValue(random)
  }
}

/** A value in a string; what has no text of its own, as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? jsonOf(value) : String(value)

function spoilLines(ground: Ground, random: Random, resource: Resource, record: Input, n: number): void {
  const part = resource.fields.find(field => typeOf(field).lines)
  if (!part) return
  const line = resourceOf(ground.model, typeOf(part).lines?.(part) ?? '')
  const lines = goodValue(ground.model, resource, part, ground.known, n) as Input[]
  const [first = {}] = lines
  switch (random.below(6)) {
    case 0:
      record[part.name] = random.pick<unknown>([[], null, {}, 'x', [null], [[]], ['x'], [{}], [1]])
      return
    case 1:
      record[part.name] = Array.from({ length: random.pick([51, 501, 1500]) }, () => first)
      return
    case 2:
      record[part.name] = [{ ...first, id: badValue(random) }, ...lines]
      return
    case 3: {
      const id = knownId(ground, random, line)
      record[part.name] = [
        { ...first, id },
        { ...first, id },
      ]
      return
    }
    default:
      record[part.name] = [...lines, { ...first, [anyField(line, random).name]: badValue(random) }]
  }
}

const some = (record: Input, random: Random): Input =>
  Object.fromEntries(Object.entries(record).filter(() => random.chance(0.4)))

const idempotency = (random: Random): [string, string][] =>
  random.chance(0.1) ? [['Idempotency-Key', random.pick(['a b', 'x'.repeat(201), 'one', `k${random.below(50)}`])]] : []

const suffixes =
  'like equal notequal likeleft likeright notlike ge le gt lt datege dategt dateequal datelt datele null notnull in ignore'.split(
    ' ',
  )

function badQuery(ground: Ground, random: Random, resource: Resource): string {
  const pairs: [string, unknown][] = []
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const field = anyField(resource, random)
    const suffixed = `${field.name}_${random.pick(suffixes)}`
    const value = random.chance(0.6) ? random.pick(oddTexts) : badValue(random)
    const good = goodValue(ground.model, resource, field, ground.known, left) ?? 'x'
    pairs.push(
      ...random.pick<() => [string, unknown][]>([
        () => [[suffixed, value]],
        () => [[suffixed, value]],
        () => [[field.name, value]],
        () => [[`${field.name}_${random.pick(['', 'drop', 'LIKE', 'like_like', '__proto__', 'constructor'])}`, good]],
        () => [[oddName(resource, random), good]],
        () => [
          [suffixed, good],
          [suffixed, value],
        ],
        () => [[`${field.name}[]`, good]],
        () => [[`${field.name}[a][b]`, good]],
        () => [[`${field.name}_in`, Array.from({ length: 1001 }, (_, n) => n).join(',')]],
        () => [
          [
            random.pick(['current', 'size']),
            random.pick(['-1', '0', '201', '1e3', '1.5', '', ' ', '999999999999999', '9'.repeat(30), '1;', '１']),
          ],
        ],
        () => [
          ['size', '10'],
          ['size', 'x'],
        ],
        () => [['current', random.pick(['1001', '2000', '9007199254740991'])]],
        () => [
          [
            random.pick(['ascs', 'descs']),
            random.pick([
              oddName(resource, random),
              field.name,
              `${field.name},`,
              `${field.name} desc`,
              `${field.name};select 1`,
              'id,id,id',
              ',,,',
            ]),
          ],
        ],
        () => [[`${field.name}_${random.pick(operatorsOf(field).map(String).concat('like'))}`, value]],
      ])(),
    )
  }
  return queryOf(pairs)
}

const stepsOf = ({ lifecycle, actions }: Resource) => [...(lifecycle?.moves ?? []), ...actions]

const badIds = (ground: Ground, random: Random, resource: Resource): unknown =>
  random.pick<() => unknown>([
    () => random.pick(oddTexts),
    () => badValue(random),
    () => [knownId(ground, random, resource), badValue(random)],
    () => [[knownId(ground, random, resource)]],
    () => String(1 + random.below(1e9)),
    () => Array.from({ length: 1001 }, (_, n) => String(n + 1)),
    () => `${knownId(ground, random, resource)},`,
    () => 1.5,
    () => new Raw('12345678901234567890'),
  ])()

/** A body that is JSON no more, or another one than was said. */
function brokenBody(random: Random, good: Buffer): Pick<Draft, 'body' | 'headers' | 'leaving'> {
  const cut = good.subarray(0, random.below(good.length))
  const type = (value: string): [string, string][] => [['Content-Type', value]]
  return random.pick<() => Pick<Draft, 'body' | 'headers' | 'leaving'>>([
    () => ({ body: cut }),
    () => ({ body: Buffer.concat([good, Buffer.from(random.pick([']', '}', ',', '\0', 'x', good.toString()]))]) }),
    () => ({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]) }),
    () => ({ body: Buffer.from(good.toString().replace(/"[^"]{3,}"/, '"\ud83d"'), 'utf16le') }),
    () => ({ body: Buffer.from(good.toString().replace(/"([^"]{3,})"/, '"\xff$1"'), 'latin1') }),
    () => ({
      body: Buffer.from(
        random.pick(['', 'null', '1', '"x"', 'true', '[]', '[[]]', '{}', 'NaN', "{'a':1}", '{a:1}', '//x']),
      ),
    }),
    () => ({
      body: cut,
      headers: [['Content-Length', String(good.length)]],
      leaving: random.pick(['ends', 'vanishes']),
    }),
    () => ({
      body: good,
      headers: [['Content-Length', random.pick(['-1', 'x', '1, 2', '99999999999999999999', '5'])]],
      leaving: 'ends',
    }),
    () => ({
      body: good,
      headers: [['Transfer-Encoding', random.pick(['chunked', 'gzip', 'x, chunked'])]],
      leaving: 'ends',
    }),
    () => ({
      body: Buffer.from(`${good.length.toString(16)}\r\n${good}\r\nzz\r\n`),
      headers: [['Transfer-Encoding', 'chunked']],
      leaving: 'ends',
    }),
    () => ({
      body: good,
      headers: type(
        random.pick([
          'application/xml',
          'text/html',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'x',
          '/',
          'application/json; charset=utf-16',
          'application/json;;;=',
          'text/plain',
          ' ',
          '*/*',
          'application/json, text/html',
        ]),
      ),
    }),
    () => ({ body: good, headers: [['Content-Encoding', random.pick(['gzip', 'br', 'x'])]] }),
  ])()
}

const pastLimit = () => Buffer.from(`{"name":"${'x'.repeat(1_050_000)}"}`)

const badTargets: readonly string[] = [
  '/api/city/v1/ward/%',
  '/api/city/v1/ward/%E4%',
  '/api/city/v1/ward/%zz',
  '/api/city/v1/ward/%00',
  '/api/city/v1/%ff/page',
  '/api/city/v1/ward/..%2f..%2fetc',
  '/api/../../etc/passwd',
  '/api//city//v1//ward//page',
  '/api/city/v1/ward/page/',
  '/api/city/v1/ward/page/extra',
  '/api/city/v1/__proto__/page',
  '/api/city/v1/constructor/save',
  '/api/__proto__/v1/ward/page',
  `/api/city/v1/${'x'.repeat(500)}/page`,
  `/${'a/'.repeat(800)}`,
  '/image-api/../../../etc/passwd',
  '/image-api/%2e%2e/%2e%2e/etc/passwd',
  '/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/..',
  '/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/%00.png',
  '/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/x.png',
  '*',
  '//',
  '/?',
  '/\\',
  'http://elsewhere/api/city/v1/ward/page',
  '/api/nothing',
  '/health/nothing',
]

const bladeCalls: readonly (readonly [method: string, path: string, parameters: readonly string[]])[] = [
  ['GET', '/api/blade-user/page', ['current', 'size', 'account', 'name', 'deptId', 'ascs', 'roleId']],
  ['GET', '/api/blade-user/detail', ['id']],
  ['GET', '/api/blade-user/info', ['id']],
  ['POST', '/api/blade-user/submit', ['id', 'account', 'name', 'realName', 'roleId', 'deptId', 'sex', 'birthday']],
  ['POST', '/api/blade-user/update', ['id', 'account', 'roleId', 'deptId', 'version', 'phone']],
  ['POST', '/api/blade-user/update-info', ['name', 'phone', 'email', 'sex', 'birthday', 'avatar']],
  ['POST', '/api/blade-user/remove', ['ids']],
  ['POST', '/api/blade-user/grant', ['userIds', 'roleIds']],
  ['POST', '/api/blade-user/reset-password', ['userIds']],
  ['POST', '/api/blade-user/unlock', ['userIds']],
  ['POST', '/api/blade-user/update-password', ['oldPassword', 'newPassword', 'newPassword1']],
  ['POST', '/api/blade-system/role/grant', ['roleIds', 'menuIds']],
  ['GET', '/api/blade-system/menu/role-tree-keys', ['roleIds']],
  ['GET', '/api/blade-system/menu/routes', ['topMenuId']],
  ['GET', '/api/blade-system/menu/buttons', ['x']],
  ['GET', '/api/blade-system/dict/dictionary', ['code']],
  ['GET', '/api/blade-system/dict-biz/dictionary', ['code']],
  ['GET', '/api/blade-system/tenant/info', ['domain']],
]

const engineCall: Maker = (ground, random, n) => {
  const resource = anyResource(ground, random)
  const field = anyField(resource, random)
  const name = random.chance(0.85) ? resource.name : encoded(oddName(resource, random).slice(0, 90) || 'x')
  const fieldName = random.chance(0.85) ? field.name : encoded(oddName(resource, random).slice(0, 90) || 'x')
  const references = resource.fields.filter(({ type }) => type === 'reference')
  const reference = references.length > 0 && random.chance(0.8) ? random.pick(references).name : fieldName
  const id = random.chance(0.5) ? knownId(ground, random, resource) : encoded(random.pick(oddTexts) || '0')
  return random.pick<() => Draft>([
    () => ({
      target: `/api/engine/options/${name}/${reference}?${queryOf([[random.pick(['search', 'parent', 'x']), badValue(random)]])}`,
    }),
    () => ({
      target: `/api/engine/options/${name}/${reference}`,
      body: json({
        search: badValue(random),
        parent: random.chance(0.3) ? badValue(random) : undefined,
        record: random.chance(0.7) ? spoilt(ground, random, resource, n, true) : badValue(random),
      }),
    }),
    () => ({ target: `/api/engine/labels/${name}?${queryOf([['ids', badIds(ground, random, resource)]])}` }),
    () => ({
      target: `/api/engine/branch/${name}?${queryOf(
        [
          ['parent', badIds(ground, random, resource)],
          ['from', badValue(random)],
        ].slice(0, random.pick([1, 2])) as [string, string][],
      )}`,
    }),
    () => ({ target: `/api/engine/found/${name}?${queryOf([[random.pick(['search', 'x']), badValue(random)]])}` }),
    () => ({ target: `/api/engine/find?${queryOf([[random.pick(['search', 'search', 'x']), badValue(random)]])}` }),
    () => ({ target: `/api/engine/below/${name}?${queryOf([['parent', badIds(ground, random, resource)]])}` }),
    () => ({
      target: `/api/engine/counts/${name}`,
      body: json({
        field: random.chance(0.8) ? reference : badValue(random),
        ids: random.chance(0.6)
          ? [knownId(ground, random, resource)]
          : random.chance(0.5)
            ? [id, badValue(random)]
            : badValue(random),
        withBelow: random.chance(0.5) ? true : badValue(random),
      }),
    }),
    () => ({ target: `/api/engine/history/${name}/${id}` }),
    () => ({
      target: `/api/engine/history/${name}/${id}?${queryOf([[random.pick(['before', 'size', 'x']), badValue(random)]])}`,
    }),
    () => ({ target: `/api/engine/related/${name}/${id}` }),
    () => bulkCall(name, field, id, resource, random, oddName(resource, random)),
    () => ({
      target: `/api/engine/bin/${name}?${queryOf([[random.chance(0.5) ? field.name : random.pick(['current', 'size', 'descs', oddName(resource, random)]), badValue(random)]])}`,
    }),
    () => ({ target: `/api/engine/restore/${name}`, body: json(restoreBody(ground, resource, random)) }),
    () => exportCall(name, field, id, random, oddName(resource, random)),
    () => ({
      target: `/api/engine/pdf/${name}/${id}`,
      headers: random.chance(0.3) ? [['Host', random.pick(['x'.repeat(9000), 'a"b', '[::1]', '中'])]] : [],
    }),
    () => importCall(name, id, field, random),
    () => ({
      target: `/api/engine/import/${name}?${queryOf([
        ['name', badValue(random)],
        ['sheet', badValue(random)],
      ])}`,
      headers: random.chance(0.9) ? [['Content-Type', 'application/octet-stream']] : [],
      body: badFile(resource, random),
    }),
    () => ({ target: `/api/engine/views/${name}?${queryOf([[oddName(resource, random), badValue(random)]])}` }),
    () => ({
      target: `/api/engine/views/${name}`,
      body: json({
        name: badValue(random),
        query: { [random.chance(0.6) ? field.name : oddName(resource, random)]: badValue(random) },
        sort: { field: random.chance(0.6) ? field.name : badValue(random), descending: badValue(random) },
        columns: random.chance(0.5) ? [field.name, badValue(random)] : badValue(random),
        roleIds: badValue(random),
      }),
    }),
    () => ({
      method: random.pick(['PUT', 'DELETE']),
      target: `/api/engine/views/${name}/${id}`,
      body: json(random.chance(0.5) ? { name: badValue(random), query: badValue(random) } : badValue(random)),
    }),
    () => ({
      method: 'PUT',
      target: `/api/engine/choices/${name}`,
      body: json(
        random.pick<unknown>([
          { start: badValue(random) },
          { pageSize: badValue(random) },
          { columns: [field.name], widths: { [field.name]: badValue(random) } },
          { columns: badValue(random) },
          badValue(random),
        ]),
      ),
    }),
    () => ({
      target: `/api/engine/resource/${name}`,
      headers: [['If-None-Match', random.pick(oddTexts).replace(/[^ -~]/g, '')]],
    }),
    () => ({ target: `/api/engine/index?${queryOf([[oddName(resource, random), 'x']])}` }),
  ])()
}

const restoreBody = (ground: Ground, resource: Resource, random: Random): unknown =>
  random.chance(0.8) ? { ids: badIds(ground, random, resource) } : badValue(random)

/** Something to be done to many rows, where the rows, the doing or what it needs is wrong in some way. */
function bulkCall(name: string, field: Field, id: string, resource: Resource, random: Random, odd: string): Draft {
  const step = random.pick([...stepsOf(resource).map(one => one.name), odd])
  const select = random.pick<() => unknown>([
    () => ({ ids: [id] }),
    () => ({ ids: [id, badValue(random)] }),
    () => ({ ids: badValue(random) }),
    () => ({ query: { [random.chance(0.6) ? field.name : odd]: badValue(random) } }),
    () => ({ query: badValue(random) }),
    () => badValue(random),
  ])()
  const wish = random.pick<() => unknown>([
    () => ({ kind: random.pick(['remove', 'restore']) }),
    () => ({ kind: 'update', values: { [random.chance(0.8) ? field.name : odd]: badValue(random) } }),
    () => ({ kind: 'update', values: badValue(random) }),
    () => ({ kind: random.pick(['move', 'action']), name: step, input: badValue(random) }),
    () => ({ kind: badValue(random) }),
    () => badValue(random),
  ])()
  return {
    target: `/api/engine/bulk/${name}`,
    body: json(random.chance(0.9) ? { select, do: wish } : badValue(random)),
  }
}

/** An export whose columns, conditions or rows are wrong in some way. */
function exportCall(name: string, field: Field, id: string, random: Random, odd: string): Draft {
  const target = `/api/engine/export/${name}`
  const format = random.chance(0.8) ? random.pick(['csv', 'xlsx']) : badValue(random)
  const columns = random.pick<() => unknown>([() => field.name, () => odd, () => '*', () => badValue(random)])()
  const condition = [random.chance(0.5) ? field.name : odd, badValue(random)] as const
  const headers: Header[] = random.chance(0.3) ? [['Accept', 'application/vnd.mingchu.frames']] : []
  if (random.chance(0.5))
    return { target: `${target}?${queryOf([['format', format], ['columns', columns], condition])}`, headers }
  const body = {
    format,
    columns: random.chance(0.5) ? [columns] : columns,
    query: random.chance(0.6) ? Object.fromEntries([condition]) : badValue(random),
    ids: random.pick<() => unknown>([() => undefined, () => [id], () => badValue(random)])(),
  }
  return { target, headers, body: json(random.chance(0.9) ? body : badValue(random)) }
}

/** A step of an import that may be there or not. */
function importCall(name: string, id: string, field: Field, random: Random): Draft {
  const path = `/api/engine/import/${name}/${id}`
  return random.pick<() => Draft>([
    () => ({ method: random.pick(['GET', 'DELETE']), target: path }),
    () => ({ target: `/api/engine/import/${name}/template?${queryOf([['format', badValue(random)]])}` }),
    () => ({
      target: `${path}/problems?${queryOf([[random.pick(['field', 'current', 'size', 'x']), badValue(random)]])}`,
    }),
    () => ({ target: `${path}/report?${queryOf([['of', badValue(random)]])}` }),
    () => ({
      target: `${path}/${random.pick(['check', 'write', 'stop', 'undo'])}`,
      body: json(
        random.pick<unknown>([
          { columns: { [random.below(5)]: random.chance(0.5) ? field.name : badValue(random) } },
          { columns: badValue(random) },
          { correction: { field: field.name, from: badValue(random), to: badValue(random) } },
          { goodRows: badValue(random) },
          badValue(random),
        ]),
      ),
    }),
  ])()
}

/** A file that cannot be imported, or not wholly. */
const badFile = (resource: Resource, random: Random): Buffer =>
  random.pick([
    () => Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 200 }, () => random.below(256))]),
    () => Buffer.from(Array.from({ length: 300 }, () => random.below(256))),
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    () => Buffer.alloc(0),
    () => Buffer.from(`"${resource.fields[0]?.name}\nx`),
    () =>
      Buffer.from(`${resource.fields.map(({ name }) => name).join()}\n${random.pick(oddTexts)},${'x'.repeat(3000)}\n`),
  ])()

const authCall: Maker = (_ground, random) => {
  const basic = (text: string): [string, string] => ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`]
  const odd = () => random.pick(oddTexts)
  const authorization = random.pick<() => [string, string]>([
    () => basic('mingchu:'),
    () => basic('mingchu:'),
    () => basic(odd()),
    () => basic(`${odd()}:${odd()}`),
    () => ['Authorization', 'Basic !!!'],
    () => ['Authorization', 'Digest x'],
  ])()
  const wish = {
    tenantId: random.pick<unknown>(['000000', odd(), badValue(random)]),
    username: random.pick<unknown>(['nobody', odd(), badValue(random)]),
    password: random.pick<unknown>([odd(), badValue(random)]),
    grant_type: random.pick<unknown>(['password', 'password', 'captcha', 'refresh_token', odd(), badValue(random)]),
    refresh_token: badValue(random),
  }
  const captcha: [string, string][] = random.chance(0.5)
    ? [
        ['Captcha-Key', odd().replace(/[^ -~]/g, '')],
        ['Captcha-Code', 'x'.repeat(random.pick([4, 3000]))],
      ]
    : []
  const headers = [authorization, ...captcha]
  return random.pick<() => Draft>([
    () => ({ target: '/api/blade-auth/oauth/token', headers, body: json(wish) }),
    () => ({ target: `/api/blade-auth/oauth/token?${queryOf(Object.entries(wish))}`, headers, method: 'POST' }),
    () => ({
      target: '/api/blade-auth/oauth/token',
      headers: [...headers, ['Content-Type', 'application/x-www-form-urlencoded']],
      body: Buffer.from(random.chance(0.5) ? queryOf(Object.entries(wish)) : '%%%=%zz&&&==&a=%ff'),
    }),
    () => ({
      target: '/api/blade-auth/oauth/token/refresh',
      headers: [...headers, ['Cookie', `mingchu-refresh=${odd().replace(/[^!-~]/g, '') || ';;;='}; =; a`]],
      body: json(badValue(random)),
    }),
    () => ({
      target: '/api/blade-auth/oauth/logout',
      body: json(random.pick<unknown>([[badValue(random)], badValue(random)])),
    }),
    () => ({ target: '/api/blade-auth/oauth/user-info' }),
    () => ({ target: '/api/blade-auth/oauth/captcha?x=%' }),
  ])()
}

const upload: Maker = (_ground, random) => {
  const target = '/api/blade-resource/oss/endpoint/put-file'
  const name = random.pick([
    'a.png',
    'a.exe',
    '../../a.png',
    'a',
    '.png',
    '"',
    'a\0.png',
    `${'x'.repeat(300)}.png`,
    '名.jpg',
    'a.png"; x="',
  ])
  const content = random.pick([
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.from('\x89PNG\r\n\x1a\n'),
    Buffer.from('MZ\x90\0'),
  ])
  const part = Buffer.concat([
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="${random.pick(['file', '', 'x'])}"; filename="${name}"\r\n\r\n`,
    ),
    content,
  ])
  const end = Buffer.from('\r\n--cut--\r\n')
  const type = (value: string): [string, string][] => [['Content-Type', value]]
  const form = type('multipart/form-data; boundary=cut')
  return random.pick<() => Draft>([
    () => ({ target, headers: form, body: Buffer.concat([part, end]) }),
    () => ({ target, headers: form, body: part }),
    () => ({ target, headers: form, body: Buffer.concat([part, end, part, end]) }),
    () => ({ target, headers: form, body: Buffer.concat([part, Buffer.from('\r\n'), part, end]) }),
    () => ({ target, headers: type('multipart/form-data'), body: Buffer.concat([part, end]) }),
    () => ({ target, headers: type('multipart/form-data; boundary=other'), body: Buffer.concat([part, end]) }),
    () => ({ target, headers: form, body: Buffer.from('--cut\r\n\r\n\r\n--cut--') }),
    () => ({ target, headers: form, body: Buffer.from('--cut\r\nContent-Disposition: x\r\n\r\nx\r\n--cut--\r\n') }),
    () => ({ target, body: json({ file: badValue(random) }) }),
    () => ({
      target,
      headers: [...form, ['Content-Length', String(part.length + 500)]],
      body: part,
      leaving: random.pick(['ends', 'vanishes'] as const),
    }),
    () => ({ target, method: 'POST' }),
  ])()
}

const savePath = (resource: Resource) => ({ target: call(resource, 'save') })

/** What is wrong, how often, and how it is made. */
const makers: readonly (readonly [kind: string, weight: number, make: Maker])[] = [
  [
    'save of a spoilt record',
    24,
    (ground, random, n) => {
      const resource = anyResource(ground, random)
      return {
        ...savePath(resource),
        headers: idempotency(random),
        body: json(spoilt(ground, random, resource, n, true)),
      }
    },
  ],
  [
    'update by a spoilt record',
    14,
    (ground, random, n) => {
      const resource = anyResource(ground, random)
      const body = json(spoilt(ground, random, resource, n, false))
      return { method: 'PUT', target: call(resource, 'update'), headers: idempotency(random), body }
    },
  ],
  [
    'query',
    20,
    (ground, random) => {
      const resource = anyResource(ground, random)
      const path = random.pick(['page', 'page', 'listByQuery', 'getByQuery', 'exactTotal'])
      return { target: `${call(resource, path)}?${badQuery(ground, random, resource)}` }
    },
  ],
  [
    'query that is no query',
    2,
    (ground, random) => ({
      target: `${call(anyResource(ground, random), 'page')}?${random.pick(['%', '%zz=%', '=', '&&&', '?', '=x', 'a%00=1', '%ed%a0%80=1', 'x='.repeat(500), '__proto__=1', 'size=1&size=2&size=', 'name=%ff%fe'])}`,
    }),
  ],
  [
    'get by a bad id',
    3,
    (ground, random) => {
      const resource = anyResource(ground, random)
      return {
        target: `${call(resource, 'getById')}?${queryOf([[random.pick(['id', 'id', 'ids']), badIds(ground, random, resource)]])}`,
      }
    },
  ],
  [
    'removal by bad ids',
    5,
    (ground, random) => {
      const resource = anyResource(ground, random)
      const target = call(resource, random.pick(['removeById', 'removeByIds']))
      const ids = badIds(ground, random, resource)
      if (random.chance(0.3)) return { method: 'DELETE', target: `${target}?${queryOf([['ids', ids]])}` }
      const body = random.pick<unknown>([{ id: ids }, { ids }, ids, { ids: { ids } }])
      return { method: 'DELETE', target, body: json(body) }
    },
  ],
  [
    'move or action',
    8,
    (ground, random, n) => {
      const resource = random.pick(Object.values(ground.model.resources).filter(one => stepsOf(one).length > 0))
      const step = random.pick(stepsOf(resource))
      const id = random.chance(0.8) ? knownId(ground, random, resource) : badValue(random)
      const asked: Input = {}
      for (const field of step.ask?.kind === 'inputs' ? step.ask.fields : [])
        if (random.chance(0.8)) {
          const isGood = random.chance(0.4)
          asked[field.name] = isGood ? goodValue(ground.model, resource, field, ground.known, n) : badValue(random)
        }
      if (random.chance(0.4)) asked[anyField(resource, random).name] = badValue(random)
      const path = step.wire.path.replace(/\{(\w+)\}/g, (_, name) =>
        name === 'id' && random.chance(0.8) ? knownId(ground, random, resource) : encoded(random.pick(oddTexts)) || '0',
      )
      const { method } = step.wire
      const target = call(resource, path)
      if (method === 'GET') return { method, target: `${target}?${queryOf(Object.entries({ id, ...asked }))}` }
      return { method, target, body: json(random.chance(0.9) ? { id, ...asked } : badValue(random)) }
    },
  ],
  [
    'line by itself',
    4,
    (ground, random, n) => {
      const line = random.pick(Object.values(ground.model.resources).filter(({ partOf }) => partOf))
      const isNew = random.chance(0.5)
      const body = json(spoilt(ground, random, line, n, isNew))
      return { method: isNew ? 'POST' : 'PUT', target: call(line, isNew ? 'save' : 'update'), body }
    },
  ],
  [
    "call of the platform's",
    7,
    (ground, random) => {
      const [method, path, parameters] = random.pick(bladeCalls)
      const pairs = parameters
        .filter(() => random.chance(0.7))
        .map((name): [string, unknown] => [name, badValue(random)])
      const users = resourceOf(ground.model, 'bladeUser')
      if (random.chance(0.3)) pairs.push([random.pick(['id', 'userIds', 'ids']), knownId(ground, random, users)])
      if (method === 'GET' || random.chance(0.4)) return { method, target: `${path}?${queryOf(pairs)}` }
      return { method, target: path, body: json(random.chance(0.9) ? Object.fromEntries(pairs) : badValue(random)) }
    },
  ],
  ["call of the web's", 6, engineCall],
  ['signing in', 2, authCall],
  ['upload', 2, upload],
  [
    'broken body',
    5,
    (ground, random, n) => {
      const resource = anyResource(ground, random)
      return {
        ...savePath(resource),
        ...brokenBody(random, json(goodRecord(ground.model, resource, ground.known, 2_000_000 + n))),
      }
    },
  ],
  [
    'huge body',
    1,
    (ground, random) => {
      const resource = anyResource(ground, random)
      if (random.chance(0.3)) return { ...savePath(resource), body: pastLimit() }
      return { ...savePath(resource), body: json({ [anyField(resource, random).name]: hugeValue(random) }) }
    },
  ],
  [
    'target',
    3,
    (_ground, random) => ({
      target: random.pick(badTargets),
      method: random.pick(['GET', 'GET', 'POST', 'HEAD', 'OPTIONS']),
    }),
  ],
  [
    'method',
    2,
    (ground, random) => ({
      target: call(anyResource(ground, random), random.pick(['save', 'update', 'page', 'getById', 'removeByIds'])),
      method: random.pick([
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'HEAD',
        'TRACE',
        'PROPFIND',
        'BREW',
        'get',
        'QUERY',
      ]),
    }),
  ],
  [
    'header',
    3,
    (ground, random) => ({
      target: call(anyResource(ground, random), 'page'),
      headers: random.pick<Header[]>([
        [['Blade-Auth', '']],
        [['Blade-Auth', 'bearer']],
        [['Blade-Auth', 'bearer x.y.z']],
        [['Blade-Auth', `bearer ${'x'.repeat(5000)}`]],
        [['Blade-Auth', `bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`]],
        [['Blade-Auth', `bearer ${ground.tokens[0].slice(0, -2)}xx`]],
        [['Authorization', 'Bearer \xff']],
        [['X-Long', 'x'.repeat(20_000)]],
        [['Bad Name', 'x']],
        [['X-Bad', 'a\0b']],
        [['', 'x']],
        [['Host', undefined]],
        [['Host', '']],
        [['Host', 'a b']],
        [['Expect', 'a-miracle']],
        [['Expect', '100-continue']],
        [
          ['Upgrade', 'websocket'],
          ['Connection', 'Upgrade'],
        ],
        [['Accept-Encoding', ';q=x,,identity;q=0']],
        [['Accept-Encoding', 'identity;q=0']],
        [['Accept', 'application/xml']],
        [['Range', 'bytes=9-1']],
        [['Cookie', '=;;;a=%']],
        [['If-None-Match', '*']],
        [['X-Forwarded-For', "'; drop table ward; --"]],
        [['Origin', 'null']],
      ]),
    }),
  ],
]
