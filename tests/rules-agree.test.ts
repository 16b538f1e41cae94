import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { resourceOf } from '../engine/model/names.ts'
import { compileExpression } from '../engine/rules/compile-expression.ts'
import { test } from '../engine/rules/evaluate.ts'
import type { Me } from '../engine/rules/me.ts'
import type { Lookups } from '../engine/rules/run.ts'
import { type Scope, scopeOf } from '../engine/rules/scope.ts'
import type { SqlText } from '../engine/rules/sql-text.ts'
import { toSql } from '../engine/rules/to-sql.ts'
import { otherTables } from '../engine/server/auth/expressions.ts'
import type { Database } from '../engine/server/database/database.ts'
import { databasesUnderTest, testZone } from './support/databases.ts'
import { type Random, randomOf } from './support/random.ts'
import { randomCondition, randomRow, ruleColumns, ruleParameters, stateEntries } from './support/random-rules.ts'
import { actor, contextOf } from './support/store.ts'

const rounds = process.env['LONG'] ? 16_000 : 400
const rowCount = 40
const clock = { now: new Date('2026-03-01T16:30:00Z'), zone: testZone }
const me: Me = {
  id: '1893456789012345678',
  tenantId: '000000',
  deptId: null,
  roleIds: ['1', '2'],
  sourceType: 'a',
  ownerIds: [],
  regionId: null,
  // Declared by an app: a number, and a list of ids.
  quota: 2,
  zones: ['3', '7'],
}
const fields = Object.fromEntries(Object.entries(ruleColumns).map(([name, { rule }]) => [name, rule]))
const scope: Scope = {
  fields,
  it: fields,
  me: true,
  meFields: { quota: 'int', zones: 'list<int>' },
  parameters: ruleParameters,
  entries: Object.fromEntries(['state', 'tags', 'it.state', 'it.tags'].map(name => [name, stateEntries])),
}
const rows = Array.from({ length: rowCount }, (_, seed) => randomRow(randomOf(seed)))
const quoted = (name: string) => `p."${name}"`

interface Tally {
  true: number
  false: number
  unknown: number
  readonly disagreements: string[]
}

describe.each(databasesUnderTest())('rules in memory and on $kind', ({ kind, open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    const columns = Object.entries(ruleColumns).map(([name, { column }]) => `"${name}" ${column}`)
    await sql.raw(`create table p (k int primary key, ${columns.join(', ')})`).execute(database.kysely)
    for (const [k, row] of rows.entries())
      await database.kysely
        .insertInto('p')
        .values({ k, ...row })
        .execute()
  })
  afterAll(() => database.close())

  it('agree on every row, with any missing values', async () => {
    const tally = await compare(database, randomOf(kind === 'postgres' ? 1 : 2), rounds, made => made)
    const pairs = tally.true + tally.false + tally.unknown
    const share = (count: number) => `${((100 * count) / pairs).toFixed(1)} %`
    console.log(
      `${kind}: ${pairs} pairs of expression and row: ${share(tally.true)} true, ${share(tally.false)} false, ${share(tally.unknown)} unknown`,
    )
    expect(tally.disagreements).toEqual([])
    expect(pairs).toBeGreaterThanOrEqual(10_000)
    for (const count of [tally.true, tally.false, tally.unknown]) expect(count / pairs).toBeGreaterThan(0.1)
  }, 600_000)

  const writing = (from: string, to: string) => (made: SqlText) => ({
    ...made,
    parts: made.parts.map(part => part.replaceAll(from, to)),
  })
  it.each<[string, (made: SqlText) => SqlText]>([
    ['ELSE for an unknown condition', writing(' when false then ', ' else ')],
    ['an unchecked division by zero', writing('nullif(', 'coalesce(')],
    ['an integer overflow', writing('::numeric', '')],
    ['days in UTC', made => ({ ...made, values: made.values.map(one => (one === testZone ? 'UTC' : one)) })],
  ])('differ when the translation has %s', async (_name, plant) => {
    const { disagreements } = await compare(database, randomOf(3), 800, plant)
    expect(disagreements.length).toBeGreaterThan(0)
  })
})

/**
 * Evaluates random conditions over all rows on both sides; every other one as a `where` with one row bound as the
 * record.
 */
async function compare(database: Database, random: Random, count: number, change: (made: SqlText) => SqlText) {
  const tally: Tally = { true: 0, false: 0, unknown: 0, disagreements: [] }
  for (let round = 0; round < count; round++) {
    const asWhere = round % 2 === 1
    const record = random.pick(rows)
    const named = (field: string) => (asWhere && random.chance(0.7) ? `it.${field}` : field)
    const text = randomCondition(random, 4, named)
    const compiled = compileExpression(text, scope, 'bool')
    if ('fault' in compiled) throw new Error(`${text} is refused: ${JSON.stringify(compiled.fault)}`)
    const { expression } = compiled
    const columns = asWhere ? { itColumn: quoted, record } : { column: quoted }
    const made = toSql(expression, { ...columns, me, clock })
    if ('fault' in made) throw new Error(`${text} has no SQL: ${JSON.stringify(made.fault)}`)
    const answers = await ask(database, change(made))
    rows.forEach((row, k) => {
      const mine = test(expression, asWhere ? { record, it: row, me } : { record: row, me }, clock)
      tally[mine === null ? 'unknown' : mine ? 'true' : 'false']++
      if (answers[k] !== mine) tally.disagreements.push(`${text}: memory ${mine}, SQL ${answers[k]}, ${say(text, row)}`)
    })
  }
  return tally
}

async function ask(database: Database, { parts, values }: SqlText): Promise<readonly (boolean | null | string)[]> {
  const condition = sql(parts as unknown as TemplateStringsArray, ...values)
  try {
    const { rows: answers } = await sql<{ r: boolean | null }>`select ${condition} as r from p order by k`.execute(
      database.kysely,
    )
    return answers.map(({ r }) => r)
  } catch (error) {
    return rows.map(() => String(error))
  }
}

const say = (text: string, row: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))))

const tree = compile([
  {
    file: 'resources/agree/agreeNode.yaml',
    text: `title: { zh: 节点, en: Node }
tree: parentId
display: label
fields:
  parentId: { type: reference, of: agreeNode, title: { zh: 上级, en: Parent } }
  label: { type: text, title: { zh: 名称, en: Label } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  many: { type: reference, of: agreeNode, many: true, title: { zh: 多个, en: Many } }
  parts: { type: related, of: agreeNode, by: parentId, sort: -id, title: { zh: 下级, en: Parts } }
  dear: { type: related, of: agreeNode, by: parentId, where: "it.amount > amount", sort: id, title: { zh: 贵的, en: Dear } }
  fans: { type: related, of: agreeNode, by: many, sort: id, title: { zh: 引用者, en: Fans } }
sort: id
bind:
  links: { of: agreeNode, http: [POST bindLinks, GET listLinks], title: { zh: 绑定, en: Links } }
`,
    origin: 'app',
  },
]).model

describe.each(databasesUnderTest())('other records in memory and on $kind', ({ open }) => {
  if (!tree) throw new Error('The tree does not compile.')
  const random = randomOf(7)
  // Of two tenants, some deleted, some in cycles, some with a parent that does not exist.
  const nodes = Array.from({ length: 60 }, (_, index) => ({
    id: String(index + 1),
    tenant: random.chance(0.8) ? '000000' : '000001',
    isDeleted: random.chance(0.2),
    parentId: random.chance(0.15) ? null : String(1 + random.below(64)),
    label: random.chance(0.2) ? null : random.pick(['a', 'ab', '中']),
    amount: random.chance(0.2) ? null : random.pick([0, 1.5, -2]),
    many: ['1', '2', '3'].filter(() => random.chance(0.3)),
    links: Array.from({ length: random.below(4) }, () => String(1 + random.below(64))),
  }))
  const own = new Map(nodes.filter(({ tenant }) => tenant === '000000').map(node => [BigInt(node.id), node]))
  // The lists of related records as a plain recomputation has them.
  const listed = [...own.values()].map(row => {
    const live = [...own.values()].filter(({ isDeleted }) => !isDeleted)
    const parts = live.filter(({ parentId }) => parentId === row.id)
    const dear = parts.filter(({ amount }) => amount !== null && row.amount !== null && amount > row.amount)
    // A deleted record shows none of its links.
    const links = row.isDeleted ? [] : live.filter(({ id }) => row.links.includes(id))
    return { ...row, parts: parts.toReversed(), dear, fans: live.filter(({ many }) => many.includes(row.id)), links }
  })
  const lookups: Lookups = {
    record: (_resource, id) => own.get(id),
    isBelow(_tree, node, root) {
      const seen = new Set<bigint>()
      for (let at: bigint | null = node; at !== null && !seen.has(at); ) {
        if (at === root) return true
        seen.add(at)
        const parent: string | null = own.get(at)?.parentId ?? null
        at = parent === null ? null : BigInt(parent)
      }
      return false
    },
  }
  const model = tree
  const resource = resourceOf(model, 'agreeNode')
  const ctx = contextOf(actor(), model)
  let database: Database

  beforeAll(async () => {
    database = await open()
    const columns =
      'id bigint, tenant_id text, is_deleted int, parent_id bigint, label text, amount numeric(15,2), many bigint[]'
    await sql.raw(`create table agree_node (${columns})`).execute(database.kysely)
    for (const { id, tenant, isDeleted, parentId, label, amount, many } of nodes)
      await sql`insert into agree_node values (${id}, ${tenant}, ${isDeleted ? 1 : 0}, ${parentId}, ${label}, ${amount}, ${many})`.execute(
        database.kysely,
      )
    await sql`create table agree_node__links (tenant_id text, left_id bigint, right_id bigint)`.execute(database.kysely)
    for (const { id, tenant, links } of nodes)
      for (const other of new Set(links))
        await sql`insert into agree_node__links values (${tenant}, ${id}, ${other})`.execute(database.kysely)
  })
  afterAll(() => database.close())

  it.each([
    'below(parentId, me.regionId)',
    'below(id, me.regionId)',
    '!below(parentId, parentId.parentId)',
    'below(id, parentId) || label == null',
    'parentId.label == "a"',
    'parentId.label != label',
    'parentId.amount + amount > 1',
    '(parentId.amount ?? 0) >= 0',
    'parentId.label == null',
    'label(parentId) == label',
    'id in parentId.many',
    'size(parentId.label) > 1',
    'size(parts) > 1',
    'size(dear) == size(parts)',
    'parts.exists(p, p.label == "a")',
    'parts.all(p, p.amount >= amount)',
    'parts.sum(p, p.amount) > 0',
    'parts.sum(p, p.amount ?? 0) > 0',
    'dear.sum(p, p.amount) == parts.sum(p, p.amount ?? 0)',
    'parts.max(p, p.amount) > amount',
    'parts.min(p, p.label) == label',
    'parts.max(p, p.label) == "中"',
    'parts.join(p, p.label ?? "-", ",") == "-,a" || dear.join(p, p.label, "/") == "a"',
    'fans.exists(f, f.parentId == id) && size(fans) > 2',
    'fans.exists(f, parts.exists(p, p.label == label))',
    'dear.exists(p, p.id in many)',
    'links == null || size(links) > 1',
    'id in links || parentId in links',
    '!(1 in links)',
    'links.exists(l, l.label == "a")',
    'links.all(l, l.amount >= amount)',
    'links.exists(l, l.id in many) && links.all(l, l.parentId != id)',
    'links.sum(l, l.amount) > 0',
    'links.sum(l, l.amount ?? 0) > parts.sum(p, p.amount ?? 0)',
    'links.max(l, l.amount) > links.min(l, l.amount)',
    'links.min(l, l.label) == "a" || links.max(l, l.label) == "中"',
    'links.join(l, l.label ?? "-", ",") == "-,a" || links.join(l, l.label, "/") == "a"',
    'links.exists(l, parts.exists(p, p.label == label))',
    'size(links) == size(fans)',
  ])('agree on %s (semantics 29, 31, 32, C1)', async text => {
    await agree(text, ['1', '7', '20', '999', null])
  })

  it('agree on random conditions over related and linked records (semantics 29, C1)', async () => {
    const tally = { true: 0, false: 0, unknown: 0 }
    for (let round = 0; round < rounds / 4; round++)
      for (const one of await agree(
        `(${randomListCondition(random)}) ${random.pick(['&&', '||'])} ${randomListCondition(random)}`,
        [null],
      ))
        tally[one === null ? 'unknown' : one ? 'true' : 'false']++
    for (const count of Object.values(tally)) expect(count).toBeGreaterThan(100)
  })

  /** Compares the two evaluations of a condition on every row, for each region of the user; returns the answers. */
  async function agree(text: string, regions: readonly (string | null)[]): Promise<readonly (boolean | null)[]> {
    const scope = scopeOf(model, resource, { me: true })
    const made = compileExpression(
      text,
      { ...scope, references: { ...scope.references, 'me.regionId': 'agreeNode' } },
      'bool',
    )
    if ('fault' in made) throw new Error(`${text} is refused: ${JSON.stringify(made.fault)}`)
    const answered: (boolean | null)[] = []
    // `in` reads a list of ids, and all else the records.
    const isOfIds = /\bin links|links [=!]= null/.test(text)
    for (const regionId of regions) {
      const by = { ...me, regionId }
      const column = (name: string) => `t."${resource.fields.find(one => one.name === name)?.column ?? name}"`
      const translated = toSql(made.expression, { column, me: by, tables: otherTables(ctx), clock })
      if ('fault' in translated) throw new Error(`${text} has no SQL: ${JSON.stringify(translated.fault)}`)
      const condition = sql(translated.parts as unknown as TemplateStringsArray, ...translated.values)
      const { rows: found } = await sql<{ id: string; r: boolean | null }>`
        select id::text, ${condition} as r from agree_node t where tenant_id = '000000'`.execute(database.kysely)
      const answers = new Map(found.map(({ id, r }) => [id, r]))
      const mine = listed.map(row => {
        const record = isOfIds ? { ...row, links: row.links.map(({ id }) => id) } : row
        return [row.id, test(made.expression, { record, me: by, lookups }, clock)] as const
      })
      expect(answers, text).toEqual(new Map(mine))
      answered.push(...mine.map(([, one]) => one))
    }
    return answered
  }
})

const orders = ['==', '!=', '<', '<=', '>', '>=']

/** A random condition over one or two lists of records. */
function randomListCondition({ pick, chance }: Random): string {
  const list = () => pick(['parts', 'dear', 'fans', 'links'])
  const amount = (of: string) => pick([of, `(${of} ?? 0)`, `(${of} * amount)`, `(${of} - 1.5)`, `(chance ? ${of} : 0)`])
  const number = (): string =>
    pick([
      () => `${list()}.${pick(['sum', 'min', 'max'])}(x, ${amount('x.amount').replace('chance', 'x.label == "a"')})`,
      () => `${list()}.${pick(['min', 'max', 'sum'])}(x, ${pick(['x.id', 'x.parentId'])})`,
      () => `size(${list()})`,
      () => pick(['amount', '0', '1', 'id']),
    ])()
  const text = () =>
    pick([
      () => `${list()}.${pick(['min', 'max'])}(x, ${pick(['x.label', '(x.label ?? "-")'])})`,
      () => `${list()}.join(x, ${pick(['x.label', '(x.label ?? "-")'])}, ${pick(['","', '"/"', 'label'])})`,
      () => pick(['label', '"a"', '"中"']),
    ])()
  const one = () => {
    const make = chance(0.5) ? number : text
    return `${make()} ${pick(orders)} ${make()}`
  }
  const ofEach = () =>
    pick([
      'x.amount > amount',
      'x.label == label',
      'x.parentId == id',
      'x.amount >= 0',
      'x.id in many',
      'x.label != null',
    ])
  return pick([one, one, () => `${list()}.${pick(['exists', 'all'])}(x, ${ofEach()})`, () => `!(${one()})`])()
}
