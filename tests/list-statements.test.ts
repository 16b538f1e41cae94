import { expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { operatorsOf, typeOf } from '../engine/fields/index.ts'
import type { Model, Resource } from '../engine/model/model.ts'
import { systemFields } from '../engine/model/system-fields.ts'
import { createContexts, type RequestContext } from '../engine/server/auth/request-context.ts'
import type { Queries } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { isEngineView } from '../engine/server/storage/engine-views.ts'
import { get } from '../engine/server/store/get.ts'
import { listPosition } from '../engine/server/store/list-position.ts'
import { count, page } from '../engine/server/store/page.ts'
import { relatedCounts } from '../engine/server/store/related.ts'
import { stream } from '../engine/server/store/stream.ts'
import { actor, administrator } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
const resources = Object.values(model.resources)
const contexts = createContexts({ current: () => model as Model, clock: () => new Date(), zone: 'Asia/Shanghai' })
const everyCode = resources.flatMap(({ code }) => [`${code}_view`, `${code}_export`])
/** A user who sees all rows, and one who sees those of an owner. */
const users = [administrator, actor({ ownerIds: ['7'], codes: everyCode })].map(by => contexts.of(by, 'en', 'test'))

/** Records the statements that work runs. Each finds one row. */
async function statementsOf(work: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const queries = {
    executeQuery: async ({ sql }: { sql: string }) => {
      statements.push(sql)
      return { rows: [{ id: '1', n: 1, '#counted': 1, counted: 1, found: true }] }
    },
  }
  await work(queries as never)
  return statements
}

/** The suffix of the query language for each operator that compares values. */
const suffixes = {
  equals: 'equal',
  notEquals: 'notequal',
  greater: 'gt',
  greaterOrEqual: 'ge',
  less: 'lt',
  lessOrEqual: 'le',
  contains: 'like',
  startsWith: 'likeright',
  oneOf: 'in',
} as const

/** A query with each condition that the fields of a resource offer. */
function queriesOf({ fields }: Resource): Record<string, string>[] {
  return [...fields, ...systemFields].flatMap(field => {
    if (field.column === undefined || typeOf(field).secret) return []
    const value = String([typeOf(field).example(field, model as Model, 0)].flat()[0])
    const offered = operatorsOf(field)
    return Object.entries(suffixes).flatMap(([operator, suffix]) =>
      offered.includes(operator as keyof typeof suffixes) ? [{ [`${field.name}_${suffix}`]: value }] : [],
    )
  })
}

const readsOf = (ctx: RequestContext, resource: Resource) =>
  statementsOf(async queries => {
    await page(queries, ctx, resource, {})
    await count(queries, ctx, resource, {})
    await get(queries, ctx, resource, '1')
    await listPosition(queries, ctx, resource, '1', {})
    await relatedCounts(queries, ctx, resource, '1')
    const { chunks } = await stream(queries, ctx, resource, { query: {} })
    for await (const _rows of chunks());
  })

it('compare the columns of moments, not values computed from them', async () => {
  let compared = 0
  for (const resource of resources) {
    const [ctx] = users
    if (!ctx) throw new Error('There is no user.')
    for (const query of queriesOf(resource)) {
      const [text = ''] = await statementsOf(queries => count(queries, ctx, resource, query)).catch(() => [])
      if (text === '') continue
      expect([query, /date_trunc/.test(text)]).toEqual([query, false])
      compared++
    }
  }
  expect(compared).toBeGreaterThan(500)
})

it.each(resources.filter(resource => !isEngineView(resource)).map(resource => [resource.name, resource] as const))(
  'name the tenant of every table that has one: %s',
  async (_name, resource) => {
    const tables = new Map(resources.filter(({ shared }) => !shared).map(({ table }) => [table, true]))
    for (const ctx of users) {
      const statements = await readsOf(ctx, resource)
      expect(statements.length).toBeGreaterThan(5)
      for (const text of statements)
        for (const [, table = '', alias = ''] of text.matchAll(/"(\w+)" (\w+)\b/g))
          if (tables.has(table))
            expect([text, alias, text.includes(`${alias}."tenant_id"`)]).toEqual([text, alias, true])
    }
  },
)

it('join lines with their master by the tenant as well as by the id', async () => {
  const lines = resources.filter(({ partOf }) => partOf)
  expect(lines.length).toBeGreaterThan(0)
  for (const resource of lines)
    for (const ctx of users) {
      const joins = (await readsOf(ctx, resource)).flatMap(text => [
        ...text.matchAll(/(\w+)\."id" = (\w+)\."\w+"( and \w+\."tenant_id" = \w+\."tenant_id")?/g),
      ])
      const ofMaster = joins.filter(([, one]) => one === 'm' || one?.endsWith('_master'))
      expect(ofMaster.length).toBeGreaterThan(0)
      for (const [, one, other, tenant] of ofMaster)
        expect(tenant).toBe(` and ${one}."tenant_id" = ${other}."tenant_id"`)
    }
})
