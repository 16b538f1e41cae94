import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { type DescriptorFile, descriptorsOf, type TableFacts } from '../engine/compiler/emit/table-descriptors.ts'
import { readBase } from '../engine/server/live/app-files.ts'
import { readDataSource } from '../engine/server/services/tables/read-tables.ts'
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.ts'
import { type DatabaseUnderTest, databasesUnderTest, type Place } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** A library of ten tables. */
const library = `
create type copy_state as enum ('on_shelf', 'lent', 'lost');
create table branch (id bigserial primary key, name varchar(50) not null unique, phone varchar(20), opened date);
comment on table branch is '分馆';
comment on column branch.name is '分馆名称';
create table author (id serial primary key, full_name varchar(100) not null, born integer, homepage text);
create table publisher (code varchar(10) primary key, title varchar(80) not null);
create table book (id bigserial primary key, isbn varchar(17) not null unique, title text not null, publisher_code varchar(10) references publisher,
  language varchar(20) not null, price numeric(10,2), pages smallint, summary text, cover bytea, created_at timestamptz not null default now());
comment on table book is '图书';
comment on column book.isbn is 'ISBN（书号）';
create table book_author (book_id bigint references book, author_id integer references author, role varchar(20), primary key (book_id, author_id));
create table copy (id bigserial primary key, book_id bigint not null references book, branch_id bigint not null references branch, state copy_state not null, bought_on date);
create table reader (id bigserial primary key, card_no varchar(12) not null unique, name varchar(40) not null, email varchar(80), is_blocked boolean not null default false, status varchar(10));
create table loan (id bigserial primary key, reader_id bigint not null references reader, lent_at timestamp not null, due date not null, note varchar(500));
create table loan_line (loan_id bigint references loan, line_no integer, copy_id bigint not null references copy, returned_at timestamp, fine numeric(8,2), primary key (loan_id, line_no));
create table setting (name varchar(40) primary key, value jsonb);
insert into publisher values ('P1', '甲社'), ('P2', '乙社');
insert into book (isbn, title, publisher_code, language, price, summary) select 'ISBN-' || n, '书 ' || n, 'P' || (n % 2 + 1), (array['中文', 'English'])[n % 2 + 1], n, repeat('长', 200) from generate_series(1, 40) n;
insert into reader (card_no, name, status) select 'R' || n, '读者' || n, 'active' from generate_series(1, 20) n;
analyze;`
const tables = [
  'branch',
  'author',
  'publisher',
  'book',
  'book_author',
  'copy',
  'reader',
  'loan',
  'loan_line',
  'setting',
]

const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 图书馆, en: Library }\n',
  'menus.yaml': 'library: { title: { zh: 图书馆, en: Library }, icon: book, order: 10 }\n',
}

const column = (name: string, type: string, more = {}) => ({
  name,
  type,
  comment: null,
  isRequired: false,
  isUnique: false,
  ...more,
})
const problemsWith = async (files: readonly DescriptorFile[]) => {
  const menus = { file: 'menus.yaml', text: 'shop: { title: { zh: 店, en: Shop }, icon: store, order: 1 }\n' }
  const sources = [...files, menus].map(one => ({ ...one, origin: 'app' as const }))
  return compile([...(await readBase()), ...sources]).problems
}

it('makes resources, lines and dictionaries of tables, which compile without a problem', async () => {
  const facts: TableFacts[] = [
    {
      name: 't_order',
      comment: '订单',
      columns: [
        column('id', 'bigint', { isRequired: true }),
        column('order_no', 'character varying(20)', { isRequired: true, isUnique: true, comment: '订单号' }),
        column('status', 'text', { sample: { rows: 90, distinct: 2, longest: 4, values: ['done', '待 办'] } }),
        column('total', 'numeric(10,2)'),
        column('shape', 'point'),
      ],
      primaryKey: ['id'],
      foreignKeys: [],
    },
    {
      name: 't_order_line',
      comment: null,
      columns: [
        column('order_id', 'bigint', { isRequired: true }),
        column('line', 'integer', { isRequired: true }),
        column('thing', 'character varying(40)'),
      ],
      primaryKey: ['order_id', 'line'],
      foreignKeys: [{ column: 'order_id', table: 't_order', key: 'id' }],
    },
  ]
  const files = descriptorsOf(facts, { module: 'shop', prefix: 't_' })
  expect(Object.fromEntries(files.map(({ file, text }) => [file, text]))).toEqual({
    'resources/shop/order.yaml': `# yaml-language-server: $schema=../../schemas/resource.schema.json
title: { zh: 订单, en: Order }
menu: { icon: table, order: 10 }
display: orderNo
# Without a field: shape

fields:
  orderNo: { type: text, max: 20, required: true, unique: true, title: { zh: 订单号, en: Order no } }
  orderStatus: { type: dictionary, of: order_status, title: { zh: Status, en: Status } }
  total: { type: money, title: { zh: Total, en: Total } }
  lineList: { type: children, of: orderLine, title: { zh: Order line, en: Order line } }
`,
    'dictionaries/order_status.yaml': `# yaml-language-server: $schema=../schemas/dictionary.schema.json
title: { zh: Status, en: Status }
entries:
  done: { title: { zh: Done, en: Done }, colour: blue }
  value2: { key: "待 办", title: { zh: 待 办, en: 待 办 }, colour: green }
`,
    'resources/shop/orderLine.yaml': `# yaml-language-server: $schema=../../schemas/resource.schema.json
title: { zh: Order line, en: Order line }
menu: false
partOf: orderId
display: thing

fields:
  orderId: { type: reference, of: order, required: true, title: { zh: Order, en: Order } }
  thing: { type: text, max: 40, title: { zh: Thing, en: Thing } }
`,
  })
  expect(await problemsWith(files)).toEqual([])
})

it('numbers names that repeat or have no letters, and makes no field of an array', async () => {
  const columns = [
    column('名称', 'character varying(20)'),
    column('状态 - 值', 'text', { sample: { rows: 90, distinct: 2, longest: 4, values: ['done', '待 办'] } }),
    column('user_name', 'integer'),
    column('userName', 'integer'),
    column('tags', 'text[]'),
  ]
  const table = { comment: null, columns, primaryKey: [], foreignKeys: [] }
  const files = descriptorsOf(
    ['客户', '订单'].map(name => ({ name, ...table })),
    { module: 'shop' },
  )
  expect(files.map(({ file }) => file)).toEqual([
    'resources/shop/shop.yaml',
    'dictionaries/shop_field2.yaml',
    'resources/shop/shop2.yaml',
    'dictionaries/shop2_field2.yaml',
  ])
  const [first] = files
  expect(first?.text.match(/^ {2}\w+/gm)).toEqual(['  field', '  field2', '  userName', '  userName2'])
  expect(first?.text).toContain('# Without a field: tags\n')
  expect(await problemsWith(files)).toEqual([])
})

describe.runIf(embedded && postgres)('a data source', () => {
  let server: ServerUnderTest
  let place: Place
  let proxy: DatabaseProxy
  let token: string
  let datasourceId: string

  beforeAll(async () => {
    place = await (postgres as DatabaseUnderTest).place()
    const client = new pg.Client({ connectionString: place.url })
    await client.connect()
    await client.query(library)
    await client.end()
    proxy = await startDatabaseProxy(String(place.url))
    const { host, pathname, username } = new URL(proxy.url)
    server = await startServer(embedded as DatabaseUnderTest, app, { settings: { outboundHosts: [host], live: true } })
    token = await server.signIn('admin', adminPassword)
    const source = { name: '图书馆', url: `jdbc:postgresql://${host}${pathname}`, username, password: 'none-of-these' }
    const created = await call('POST', '/api/blade-develop/datasource/submit', source)
    datasourceId = created.body.data.id
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
    await place.remove()
  })
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.call(method, path, { token, ...(body && { body }) })
  const gen = (name: string, body: object) =>
    call('POST', `/api/genApi/v1/${name}`, { datasourceId, module: 'library', ...body })

  it('has a secret that is encrypted at rest and never returned', async () => {
    const detail = (await call('GET', `/api/blade-develop/datasource/detail?id=${datasourceId}`)).body.data
    expect(detail).toMatchObject({ name: '图书馆' })
    const stored = await sql<{ password: string }>`select password from blade_datasource`.execute(
      server.engine.database.kysely,
    )
    expect(stored.rows[0]?.password).toMatch(/^[\w+/=]{40,}$/)
    expect(JSON.stringify([detail, stored.rows, server.log])).not.toContain('none-of-these')
  })

  it('gives descriptors of ten tables that compile and run, from the connection to the screen', async () => {
    const { data: listed, msg } = (await call('GET', `/api/genApi/v1/database?datasourceId=${datasourceId}`)).body
    expect(listed, msg).not.toBeNull()
    expect(listed.map(({ name }: { name: string }) => name).toSorted()).toEqual(tables.toSorted())
    const { body } = await gen('template', { tables })
    expect(body.data.problems).toEqual([])
    const texts = Object.fromEntries(
      body.data.files.map(({ file, text }: { file: string; text: string }) => [file, text]),
    )
    const book = texts['resources/library/book.yaml']
    expect(book).toContain('title: { zh: 图书, en: Book }')
    expect(book).toContain('language: { type: dictionary, of: book_language, required: true')
    expect(book).toContain('publisherCode: { type: reference, of: publisher')
    expect(book).toContain('price: { type: money')
    expect(book).toContain('summary: { type: longtext')
    expect(book).toContain('# Without a field: cover')
    expect(book).toContain('authorList: { type: children, of: bookAuthor')
    expect(texts['resources/library/loanLine.yaml']).toMatch(/menu: false\npartOf: loanId/)
    expect(texts['dictionaries/copy_state.yaml']).toContain('onShelf: { key: "on_shelf"')
    const shown = body.data.previews.find(({ resource }: { resource: string }) => resource === 'book')
    expect(shown.rows).toHaveLength(20)
    expect(shown.rows[0]).toMatchObject({
      title: '书 1',
      price: 1,
      publisherCode: 'P2',
      publisherCodeName: '乙社',
    })
    const written = await gen('generate', { files: body.data.files, gen: 'write' })
    expect(written.body.data.written).toContain('resources/library/book.yaml')
    expect((await gen('generate', { files: body.data.files, gen: 'write' })).status).toBe(409)
    expect(existsSync(join(server.appDir, 'resources/library/loan.yaml'))).toBe(true)
    await expect
      .poll(async () => (await call('GET', '/api/library/v1/book/page')).status, { timeout: 20_000 })
      .toBe(200)
    const saved = await call('POST', '/api/library/v1/branch/save', { name: '总馆' })
    expect(saved.status).toBe(200)
  }, 60_000)

  it('downloads an archive, reports problems of edited texts, and names the wrong place', async () => {
    const zip = await gen('generate', { tables: ['author'] })
    expect([zip.headers['content-type'], zip.body.subarray(0, 2).toString()]).toEqual(['application/zip', 'PK'])
    const file = {
      file: 'resources/library/shelf.yaml',
      text: 'title: { zh: 架, en: Shelf }\nfields:\n  a: { type: txt }\n',
    }
    const [problem] = (await gen('custom', { files: [file] })).body.data.problems
    expect(problem).toMatchObject({ code: 'field.type-unknown', at: { file: file.file, line: 3 } })
    expect((await gen('custom', { files: [{ ...file, file: '../x.yaml' }] })).status).toBe(400)
  })

  it.each([
    ['of another host', 'postgres://127.0.0.1:1/x', 409],
    ['with parameters', 'postgres://127.0.0.1:5432/x?host=10.0.0.1', 400],
    ['with a name that cannot be decoded', 'postgres://127.0.0.1:1/%ff', 400],
    ['of another kind', 'mysql://127.0.0.1/x', 400],
  ])('is not connected %s', async (name, url, status) => {
    const { id } = (
      await call('POST', '/api/blade-develop/datasource/submit', { name, url, username: 'a', password: 'b' })
    ).body.data
    expect((await gen('database', { datasourceId: id })).status).toBe(status)
  })

  it('is not blamed for an error of the work on it', async () => {
    const { host, pathname, username } = new URL(proxy.url)
    const source = { url: `postgres://${host}${pathname}`, username, password: 'p' }
    const failing = readDataSource(source, [host], async () => Promise.reject(new TypeError('bug')))
    await expect(failing).rejects.toThrow(TypeError)
  })

  it('is stored as a choice of one table, copied, and made from the list', async () => {
    const row = { codeName: '出版社', datasourceId, tableName: 'publisher', tablePrefix: 'pub', serviceName: 'library' }
    const { id } = (await call('POST', '/api/blade-develop/code/submit', row)).body.data
    expect((await call('GET', `/api/blade-develop/code/detail?id=${id}`)).body.data).toMatchObject(row)
    const copy = await call('POST', `/api/blade-develop/code/copy?id=${id}`)
    expect(copy.body.data).toMatchObject({ ...row, codeName: '出版社-copy' })
    expect((await call('GET', '/api/blade-develop/code/list')).body.data.total).toBe(2)
    const made = await call('POST', `/api/blade-develop/code/gen-code?ids=${id}&system=saber`)
    expect(made.body, made.body.msg).toMatchObject({ data: { written: ['resources/library/lisher.yaml'] } })
    expect((await call('POST', `/api/blade-develop/code/remove?ids=${id}`)).status).toBe(200)
    expect((await call('GET', '/api/blade-develop/code/list')).body.data.total).toBe(1)
  })

  it('is listed with its secret hidden, changed and removed', async () => {
    const { records } = (await call('GET', '/api/blade-develop/datasource/list')).body.data
    expect(records.map(({ id }: { id: string }) => id)).toContain(datasourceId)
    expect(JSON.stringify(records)).not.toContain('password":"')
    const { id } = records.find((one: { id: string }) => one.id !== datasourceId)
    expect((await call('POST', `/api/blade-develop/datasource/remove?ids=${id}`)).status).toBe(200)
    expect((await call('GET', `/api/blade-develop/datasource/detail?id=${id}`)).status).toBe(404)
  })

  it.each(['custom', 'template', 'sqlType', 'database', 'generate'])(
    'genApi/v1/%s answers GET and POST',
    async name => {
      const given = { datasourceId, tables: 'author', module: 'writers' }
      const read = await call('GET', `/api/genApi/v1/${name}?${new URLSearchParams(given)}`)
      const sent = await call('POST', `/api/genApi/v1/${name}`, given)
      expect([read.status, sent.status]).toEqual([200, 200])
      expect(sent.headers['content-type']).toBe(read.headers['content-type'])
      expect((await server.call('GET', `/api/genApi/v1/${name}`)).status).toBe(401)
    },
  )
})
