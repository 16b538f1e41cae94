import type { Resource } from '../../../engine/model/model.ts'
import { badValue, oddTexts } from '../bad-values.ts'
import type { Random } from '../random.ts'
import type { Ground, Maker } from './attempt.ts'
import { anyField, anyResource, encoded, json, knownId, oddName, queryOf } from './odd-parts.ts'

/** The number of first requests that go to each endpoint in turn: two each, on each database. */
export const firstTurns = ({ calls }: Ground): number => calls.length * 4

/** A request to an existing endpoint with unexpected parameters, query and body. */
export const everyCall: Maker = (ground, random, n) => {
  const turn = Math.floor(n / 2) % ground.calls.length
  const known = n < firstTurns(ground) ? ground.calls[turn] : random.pick(ground.calls)
  const [method = '', pattern = ''] = known?.split(' ') ?? []
  const resource = anyResource(ground, random)
  const path = pattern.replace(/:(\w+)|\*/g, (_, name) => partOf(name, ground, random, resource))
  const pairs = Array.from({ length: random.below(4) }, (): [string, unknown] => [
    random.chance(0.8) ? random.pick(parameters) : oddName(resource, random),
    random.chance(0.3) ? knownId(ground, random, resource) : badValue(random),
  ])
  const isRead = method === 'GET'
  return {
    method,
    target: isRead || random.chance(0.3) ? `${path}?${queryOf(pairs)}` : path,
    // Keeps the shared session signed in for the following requests.
    headers: /\/logout$/.test(path) ? [['Blade-Auth', 'bearer x.y.z']] : [],
    // A stream of events does not end.
    leaving: pattern === '/api/engine/events' ? 'vanishes' : 'waits',
    ...(!isRead && { body: json(random.chance(0.8) ? Object.fromEntries(pairs) : badValue(random)) }),
  }
}

/** The endpoints' parameter names; one endpoint does not know those of another. */
const parameters =
  'id ids userIds roleIds search parent from field of format columns query sort select do current size before name input values withBelow record columns correction goodRows start pinned at'.split(
    ' ',
  )

function partOf(name: string | undefined, ground: Ground, random: Random, resource: Resource): string {
  const odd = encoded(random.pick(oddTexts).slice(0, 90)) || '0'
  if (random.chance(0.2)) return odd
  switch (name) {
    case 'resource':
    case 'entity':
      return resource.name
    case 'module':
      return resource.module
    case 'field':
      return anyField(resource, random).name
    case 'id':
      return knownId(ground, random, resource)
    case undefined:
      return random.pick(['save', 'update', 'page', 'getById', 'getByQuery', 'listByQuery', 'removeByIds', odd])
    default:
      return odd
  }
}
