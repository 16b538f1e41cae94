import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { lossHint } from '../live/loss-hint.ts'
import { applyPlan, lossesOf } from './apply.ts'
import { type MigrationStep, readMove } from './move-step.ts'
import { planChanges, planner } from './plan.ts'
import { shownSteps } from './steps.ts'

const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
const to = (name: string, of: string) =>
  `  ${name}: { type: reference, of: ${of}, title: { zh: ${name}, en: ${name} } }\n`
const resource = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`

function modelOf(resources: Readonly<Record<string, string>>): Model {
  const { model, problems } = compile(
    Object.entries(resources).map(([name, fields]) => ({
      file: `resources/sales/${name}.yaml`,
      text: resource(fields),
      origin: 'app' as const,
    })),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

/** The example of the guide. */
const inGuide = /move: \{ (.*) \}/.exec(readFileSync('docs/guide/changes.md', 'utf8'))?.[1] ?? ''

const whole = { customer: text('name') + text('phone') + text('email') }
const split = {
  customer: text('name'),
  contact: text('name') + text('phone') + text('email') + to('customerId', 'customer'),
}

describe.each(databasesUnderTest())('a move between resources ($kind)', ({ open }) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  const rows = async (statement: string) => (await sql<object>`${sql.raw(statement)}`.execute(database.kysely)).rows
  const insert = (table: string, columns: string, ...values: string[]) =>
    run(`insert into ${table} (tenant_id, id, ${columns}) values ${values.map(one => `('000000', ${one})`).join(', ')}`)
  const bring = (model: Model, ...steps: MigrationStep[]) =>
    applyPlan(database, { model, changes: [] }, { leave: () => true }, planner, { steps })
  const losses = async (model: Model) =>
    lossesOf(await planChanges(database, model)).map(({ loss, count }) => `${loss} ${count}`)
  /** As a start does it: what is lost is left, the step runs in the same transaction, and the rest is planned again. */
  const move = async (model: Model, written: string) => {
    const step = { name: '0001-move.yaml', text: `move: { ${written} }\n` }
    const [shown] = await shownSteps(database.kysely, model, [step])
    await bring(model, step)
    return shown?.what
  }

  it('splits a resource: each row with values gets a row that refers to it, and nothing is left to lose', async () => {
    await bring(modelOf(whole))
    await insert(
      'customer',
      'name, phone, email',
      `1, '甲', '110', null`,
      `2, '乙', null, null`,
      `3, '丙', '119', 'c@x.cn'`,
    )
    await run(`update customer set is_deleted = 1, create_user = 7 where id = 3`)
    const model = modelOf(split)
    await bring(model)
    expect(await losses(model)).toEqual(['drop:customer.phone 2', 'drop:customer.email 1'])
    expect(await move(model, inGuide)).toEqual({
      zh: '把 customer 中 2 行的字段 phone、email 移到 contact',
      en: 'Move phone, email of 2 rows from customer to contact.',
    })
    expect(
      await rows(
        'select id::int, phone, email, customer_id::int, is_deleted, create_user::int from contact order by id',
      ),
    ).toEqual([
      { id: 1, phone: '110', email: null, customer_id: 1, is_deleted: 0, create_user: null },
      { id: 3, phone: '119', email: 'c@x.cn', customer_id: 3, is_deleted: 1, create_user: 7 },
    ])
    expect(await losses(model)).toEqual([])
    expect((await planChanges(database, model)).changes).toEqual([])
    expect(await rows('select name from customer order by id')).toEqual([
      { name: '甲' },
      { name: '乙' },
      { name: '丙' },
    ])
  })

  it.each([
    ['by the same ids', split.contact, 'fields: [phone]', []],
    ['by a reference of the new rows', split.contact, 'fields: [phone], by: customerId', []],
    [
      'by a reference of the former rows, with different ids',
      text('name') + text('phone'),
      'fields: [phone], by: contactId',
      ['meaning:visit.customer_id 1', 'meaning:visit.customer_ids 1'],
    ],
  ])('updates references to rows that it moved %s', async (_, contact, written, open) => {
    const visit = (of: string) =>
      text('name') + to('customerId', of) + to('customerIds', of).replace(`of: ${of}`, `of: ${of}, many: true`)
    const isBack = written.includes('contactId')
    const customer = whole.customer + (isBack ? to('contactId', 'contact') : '')
    const models = { customer, contact, visit: visit('customer') }
    await bring(modelOf(models))
    await insert('customer', 'name, phone', `1, '甲', '110'`)
    await insert('visit', 'name, customer_id, customer_ids', `5, '访', 1, '{1}'`)
    const again = modelOf({ ...models, visit: visit('contact') })
    await insert('contact', 'name, phone', `1, '甲', '110'`)
    if (isBack) await run('update customer set contact_id = 1')
    expect(await losses(again)).toEqual(['meaning:visit.customer_id 1', 'meaning:visit.customer_ids 1'])
    await move(modelOf(models), `from: customer, to: contact, ${written}`)
    expect(await losses(again)).toEqual(open)
    const renamed = modelOf({
      customer: isBack ? whole.customer + to('contactId', 'person') : whole.customer,
      person: `${contact}renamedFrom: contact\n`,
      visit: visit('person'),
    })
    expect(await losses(renamed)).toEqual(open)
  })

  it('leaves a reference to the other resource until it has run, in the same change', async () => {
    const visit = (of: string) =>
      text('name') + to('customerId', of) + to('customerIds', of).replace(`of: ${of}`, `of: ${of}, many: true`)
    const before = { ...whole, visit: visit('customer') }
    await bring(modelOf(before))
    await insert('customer', 'name, phone', `1, '甲', '110'`, `2, '乙', null`)
    await insert('visit', 'name, customer_id, customer_ids', `5, '访', 1, '{1}'`)
    const after = modelOf({ customer: text('name'), contact: text('name') + text('phone'), visit: visit('contact') })
    const counted = (await losses(after)).filter(loss => loss.startsWith('reference'))
    expect(counted).toEqual(['reference:visit.customer_ids 1', 'reference:visit.customer_id 1'])
    await run('update visit set customer_id = 2')
    await expect(move(after, 'from: customer, to: contact, fields: [phone]')).rejects.toThrow('would not fit')
    expect(await rows('select phone from customer order by id')).toEqual([{ phone: '110' }, { phone: null }])
    await run('update visit set customer_id = 1')
    await move(after, 'from: customer, to: contact, fields: [phone]')
    expect(await rows('select customer_id::int, customer_ids::text from visit')).toEqual([
      { customer_id: 1, customer_ids: '{1}' },
    ])
    expect((await planChanges(database, after)).changes).toEqual([])
  })

  it.each([
    ['a different unit', 'integer, unit: kg', 'integer, unit: t', '1', 'mean something else'],
    ['a reference to another resource', 'reference, of: visit', 'reference, of: customer', '1', 'mean something else'],
    ['another type', 'text', 'integer', `'007'`, 'code has another type in contact than in customer'],
    ['fewer decimals', 'decimal, scale: 3', 'decimal, scale: 1', '1.234', 'has another type'],
    ['one value', 'file, many: true', 'file', `'{/image-api/000000/1/a.pdf}'`, 'has another type'],
    ['a narrower limit', 'integer', 'integer, max: 5', '9', '1 values of code in customer violate'],
    ['a format', 'text', 'email', `'x'`, '1 values of code in customer violate'],
    ['a pattern', 'text', 'text, pattern: "[0-9]+"', `'x'`, '1 values of code in customer violate'],
    [
      'fewer kinds of files',
      'file, many: true, accept: [pdf, png]',
      'file, many: true, accept: [pdf]',
      `'{/image-api/000000/1/a.pdf,/image-api/000000/1/a.png}'`,
      '1 values of code in customer violate',
    ],
  ])('refuses values for which the other resource has %s', async (_, from, wanted, value, message) => {
    const code = (type: string) => `${text('name')}  code: { type: ${type}, title: { zh: 码, en: Code } }\n`
    const model = modelOf({ visit: text('name'), customer: code(from), contact: code(wanted) })
    await bring(model)
    await insert('visit', 'name', `1, '访'`)
    await insert('customer', 'name, code', `1, '甲', ${value}`)
    for (const fields of ['', ', fields: [code]'])
      await expect(move(model, `from: customer, to: contact${fields}`)).rejects.toThrow(message)
    const written = value.replace(/^'|'$/g, '')
    expect(await rows(`select code::text from customer`)).toEqual([{ code: written }])
    const alike = modelOf({ visit: text('name'), customer: code(from), contact: code(from) })
    await bring(alike)
    await move(alike, 'from: customer, to: contact, fields: [code]')
    expect(await rows(`select code::text from contact`)).toEqual([{ code: written }])
  })

  it('refuses values for a field that is computed there, and leaves those that are computed in both', async () => {
    const [entered, computed] = ['integer', 'integer, compute: points, stored: true'].map(
      type =>
        `${text('name')}  points: { type: integer, title: { zh: 分, en: Points } }\n  score: { type: ${type}, title: { zh: 绩, en: Score } }\n`,
    ) as [string, string]
    const model = modelOf({ customer: entered, contact: computed })
    await bring(model)
    await insert('customer', 'name, score', `1, '甲', 5`)
    for (const fields of ['', ', fields: [score]'])
      await expect(move(model, `from: customer, to: contact${fields}`)).rejects.toThrow(
        'score of contact is computed, which would replace the values. Move them to a field that users enter, or list only other fields in "fields".',
      )
    expect(await rows('select score::int from customer')).toEqual([{ score: 5 }])
    await run('drop table customer, contact')
    const alike = modelOf({ customer: computed, contact: computed })
    await bring(alike)
    await insert('customer', 'name, score', `1, '甲', 5`)
    await move(alike, 'from: customer, to: contact')
    expect(await rows('select name from contact')).toEqual([{ name: '甲' }])
  })

  it.each([
    ['', '', `7, '另'`, []],
    [', by: customerId', '', `7, '另'`, []],
    [', by: customerId', ', customer_id', `7, '另', 8`, []],
    [', by: contactId', '', `7, '另'`, ['contact_id']],
  ])('gives nothing to a row that has the same id by chance (fields: [phone]%s)', async (by, column, contact, back) => {
    const customer = whole.customer + (back.length > 0 ? to('contactId', 'contact') : '')
    const model = modelOf({ customer, contact: split.contact })
    await bring(model)
    await insert('customer', 'name, phone', `7, '甲', '110'`, `8, '乙', null`)
    await insert('contact', `name${column}`, contact)
    await expect(move(model, `from: customer, to: contact, fields: [phone]${by}`)).rejects.toThrow(
      '1 rows of contact have the ids of rows of customer with which nothing connects them, and nothing was changed: 7. ',
    )
    expect(await rows('select phone from customer where id = 7')).toEqual([{ phone: '110' }])
  })

  it('gives further values to rows that an earlier move made', async () => {
    const model = modelOf({ customer: whole.customer, contact: text('name') + text('phone') + text('email') })
    await bring(model)
    await insert('customer', 'name, phone, email', `7, '甲', '110', 'a@x.cn'`)
    await move(model, 'from: customer, to: contact, fields: [phone]')
    await bring(model, { name: '0002-more.yaml', text: 'move: { from: customer, to: contact, fields: [email] }\n' })
    expect(await rows('select phone, email from contact')).toEqual([{ phone: '110', email: 'a@x.cn' }])
  })

  it.each([
    ['0', '1', 'refuses'],
    ['1', '1', 'moves'],
    ['1', '0', 'moves'],
  ])('of a row with is_deleted %s to one with %s: %s', async (former, next, done) => {
    const model = modelOf({ customer: `${whole.customer}${to('contactId', 'contact')}`, contact: split.contact })
    await bring(model)
    await insert('contact', 'name, is_deleted', `9, '丁', ${next}`)
    await insert('customer', 'name, phone, contact_id, is_deleted', `1, '甲', '110', 9, ${former}`)
    const moving = move(model, 'from: customer, to: contact, fields: [phone], by: contactId')
    if (done === 'refuses')
      await expect(moving).rejects.toThrow(
        'The values of 1 rows of customer would be moved to deleted rows of contact, and nothing was changed: 1. First restore these rows, or change the references.',
      )
    else await moving
    expect(await rows('select phone from contact')).toEqual([{ phone: done === 'refuses' ? null : '110' }])
  })

  it('refuses to make a password readable, or a text a password', async () => {
    const code = (type: string) => `  code: { type: ${type}, title: { zh: 口令, en: Code } }\n`
    for (const [from, to] of [
      ['password', 'longtext'],
      ['longtext', 'password'],
    ] as const) {
      const model = modelOf({ customer: text('name') + code(from), contact: text('name') + code(to) })
      await bring(model)
      await insert('customer', 'name, code', `${from.length}, '甲', 'secret'`)
      for (const fields of ['', ', fields: [code]'])
        await expect(move(model, `from: customer, to: contact${fields}`)).rejects.toThrow('only one of')
      await run('drop table customer, contact')
    }
  })

  it('merges two resources by the cure of a renamedFrom that finds rows under both names', async () => {
    await bring(modelOf({ customer: whole.customer, client: whole.customer }))
    await insert('customer', 'name, phone', `1, '甲', '110'`)
    await insert('client', 'name, phone', `2, '乙', '119'`)
    const model = modelOf({ client: `${whole.customer}renamedFrom: customer\n` })
    await bring(model)
    expect(await losses(model)).toEqual(['drop:customer 1'])
    const cure = lossHint(undefined, model, { loss: 'drop:customer', renames: [] })?.en ?? ''
    await move(model, /move: \{ (.*?) \}/.exec(cure)?.[1] ?? '')
    expect(await rows('select id::int, name, phone from client order by id')).toEqual([
      { id: 1, name: '甲', phone: '110' },
      { id: 2, name: '乙', phone: '119' },
    ])
    expect(await losses(model)).toEqual([])
    expect((await planChanges(database, model)).changes).toEqual([])
  })

  it('splits by a reference of the former rows, and gives it to those without one', async () => {
    await bring(modelOf({ customer: `${whole.customer}${to('contactId', 'contact')}`, contact: split.contact }))
    await insert('contact', 'name, email', `9, '有', 'own@x.cn'`)
    await insert(
      'customer',
      'name, phone, contact_id',
      `1, '甲', '110', 9`,
      `2, '乙', '119', null`,
      `3, '丙', null, null`,
    )
    const model = modelOf({ customer: text('name') + to('contactId', 'contact'), contact: split.contact })
    await move(model, 'from: customer, to: contact, fields: [phone, email], by: contactId')
    expect(await rows('select id::int, phone, email, version from contact order by id')).toEqual([
      { id: 2, phone: '119', email: null, version: 1 },
      { id: 9, phone: '110', email: 'own@x.cn', version: 2 },
    ])
    expect(await rows('select id::int, contact_id::int from customer order by id')).toEqual([
      { id: 1, contact_id: 9 },
      { id: 2, contact_id: 2 },
      { id: 3, contact_id: null },
    ])
    expect(await losses(model)).toEqual([])
  })

  it.each([
    ['the row has a different value', `9, '有', '120'`, [`1, '甲', '110', 9`]],
    ['two rows have different values', `9, '有', null`, [`1, '甲', '110', 9`, `2, '乙', '119', 9`]],
  ])('changes nothing where %s', async (_what, contact, customers) => {
    await bring(modelOf({ customer: `${whole.customer}${to('contactId', 'contact')}`, contact: split.contact }))
    await insert('contact', 'name, phone', contact)
    await insert('customer', 'name, phone, contact_id', ...customers)
    const before = await rows('select phone from customer order by id')
    const model = modelOf({ customer: text('name') + to('contactId', 'contact'), contact: split.contact })
    await expect(move(model, 'from: customer, to: contact, fields: [phone, email], by: contactId')).rejects.toThrow(
      /^migrations\/0001-move\.yaml: 1 values of phone in customer differ from those in contact, and nothing was changed: [12]\.$/,
    )
    expect(await rows('select phone from customer order by id')).toEqual(before)
    expect(await losses(model)).toEqual([`drop:customer.phone ${customers.length}`])
  })

  it('merges a resource into another with its history; a value without a place stays', async () => {
    const partner = text('name') + text('phone')
    await bring(modelOf({ partner, supplier: whole.customer }))
    await insert('partner', 'name', `1, '甲'`)
    await insert('supplier', 'name, phone, email', `2, '乙', '110', null`, `3, '丙', null, 'c@x.cn'`)
    await run(`insert into engine_history (tenant_id, id, resource, record_id, operation, at, changes)
      values ('000000', 1, 'supplier', 2, 'save', now(), '{}'), ('000000', 2, 'supplier', 3, 'save', now(), '{}')`)
    const model = modelOf({ partner })
    await move(model, 'from: supplier, to: partner')
    expect(await rows('select id::int, name, phone from partner order by id')).toEqual([
      { id: 1, name: '甲', phone: null },
      { id: 2, name: '乙', phone: '110' },
      { id: 3, name: '丙', phone: null },
    ])
    expect(await rows('select resource from engine_history order by id')).toEqual([
      { resource: 'partner' },
      { resource: 'supplier' },
    ])
    // The email has no field in the partner: its row is deleted only by a confirmation.
    expect(await losses(model)).toEqual(['drop:supplier 1'])
  })

  it('gives new rows the former ids, so that references can name the other resource afterwards', async () => {
    const partner = text('name') + text('phone')
    const invoice = (of: string, more = '') =>
      `${text('name')}  ${of}Id: { ${more}type: reference, of: ${of}, title: { zh: 方, en: Party } }\n`
    await bring(modelOf({ partner, supplier: partner, invoice: invoice('supplier') }))
    await insert('supplier', 'name, phone', `2, '乙', '110'`)
    await insert('invoice', 'name, supplier_id', `5, '单', 2`)
    await move(
      modelOf({ partner, supplier: partner, invoice: invoice('supplier') }),
      'from: supplier, to: partner, fields: [name, phone]',
    )
    const model = modelOf({ partner, invoice: invoice('partner', 'renamedFrom: supplierId, ') })
    expect(await losses(model)).toEqual(['drop:supplier 1'])
    await bring(model)
    expect(await rows('select partner_id::int from invoice')).toEqual([{ partner_id: 2 }])
    expect(await rows('select id::int, phone from partner')).toEqual([{ id: 2, phone: '110' }])
  })

  it('has nothing to do in a new database', async () => {
    const model = modelOf(split)
    expect(await move(model, 'from: client, to: contact, fields: [phone]')).toMatchObject({
      en: 'Move phone of 0 rows from client to contact.',
    })
    expect(await rows('select from contact')).toEqual([])
  })

  it.each([
    ['from: customer, to: contract, fields: [phone]', 29, 'there is no resource contract.'],
    ['from: customer, to: contact, fields: [fax]', 46, 'contact has no field fax.'],
    [
      'from: customer, to: contact, fields: [phone], by: name',
      59,
      'name must be a reference from customer to contact, or from contact to customer.',
    ],
  ])('refuses move: { %s } at its column', async (written, column, reason) => {
    await bring(modelOf(whole))
    const step = { name: '0001-move.yaml', text: `move: { ${written} }\n` }
    const message = `migrations/0001-move.yaml:1:${column}: ${reason}`
    await expect(shownSteps(database.kysely, modelOf(split), [step])).rejects.toThrow(message)
    await expect(bring(modelOf(split), step)).rejects.toThrow(message)
    expect(await rows(`select to_regclass('contact') as it`)).toEqual([{ it: null }])
  })
})

it.each([
  ['from: customer', 7, 'A move must be written as move: { from: customer, to: contact, fields: [phone, email], '],
  ['from: customer, to: customer', 29, 'A move must be written as'],
  ['form: customer, to: contact', 9, 'A move must be written as'],
  ['from: customer, to: contact, fields: [phone, 1]', 54, 'A move must be written as'],
  ['from: customer, to: contact, by: customerId', 42, 'A move must be written as'],
  [
    'from: customer, to: contact, fields: [phone',
    53,
    'A "]" is missing here: the "[" before it is not closed. Write "]" here.',
  ],
])('a move written as { %s } is refused at its column', (written, column, reason) => {
  const read = readMove({ name: '0001-move.yaml', text: `move: { ${written} }\n` })
  expect(String(read)).toContain(`migrations/0001-move.yaml:1:${column}: ${reason}`)
})
