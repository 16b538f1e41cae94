import type { Resource } from '../../../engine/model/model.ts'
import { badValue, hugeValue, oddTexts } from '../bad-values.ts'
import { goodRecord, goodValue, type Input } from '../good-records.ts'
import type { Random } from '../random.ts'
import type { Header } from '../raw-http.ts'
import type { Attempt, Ground, Maker } from './attempt.ts'
import { badQuery } from './bad-queries.ts'
import { brokenBody, pastLimit } from './broken-bodies.ts'
import { engineCall } from './engine-calls.ts'
import { everyCall, firstTurns } from './every-call.ts'
import { anyField, anyResource, badIds, call, encoded, json, knownId, queryOf, stepsOf } from './odd-parts.ts'
import { authCall, platformCall, upload } from './platform-calls.ts'
import { spoilt } from './spoilt-records.ts'

/** The n-th malformed request; reproducible for the same random numbers. */
export function malformedRequest(ground: Ground, random: Random, n: number): Attempt {
  // Every endpoint is included, however few requests are sent.
  const [kind, , make] =
    n < firstTurns(ground) ? (['call that the server knows', 0, everyCall] as const) : weighed(random)
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

const idempotency = (random: Random): [string, string][] =>
  random.chance(0.1) ? [['Idempotency-Key', random.pick(['a b', 'x'.repeat(201), 'one', `k${random.below(50)}`])]] : []

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

const savePath = (resource: Resource) => ({ target: call(resource, 'save') })

/** The kinds of fault with their weights and makers. */
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
      for (const field of step.input)
        if (random.chance(0.8)) {
          const isGood = random.chance(0.4)
          asked[field.name] = isGood ? goodValue(ground.model, resource, field, ground.known, n) : badValue(random)
        }
      if (random.chance(0.4)) asked[anyField(resource, random).name] = badValue(random)
      const path = step.http.path.replace(/\{(\w+)\}/g, (_, name) =>
        name === 'id' && random.chance(0.8) ? knownId(ground, random, resource) : encoded(random.pick(oddTexts)) || '0',
      )
      const { method } = step.http
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
  ['call that the server knows', 4, everyCall],
  ["call of the platform's", 7, platformCall],
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
