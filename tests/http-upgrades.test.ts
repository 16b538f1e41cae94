import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseUnderTest, databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

type Files = Readonly<Record<string, string>>

const appFile = 'app.yaml'
const base: Files = { [appFile]: 'language: 2\ntitle: { zh: 样例, en: Sample }\n' }
const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
const resource = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`

/** Servers that are started one after the other on one database. */
async function startsOn(kind: DatabaseUnderTest) {
  const place = await kind.placeHere()
  const remains = { ...kind, placeHere: async () => ({ ...place, remove: async () => undefined }) }
  return {
    start: (files: Files, settings = {}): Promise<ServerUnderTest> => startServer(remains, files, { settings }),
    remove: () => place.remove(),
  }
}

const callsOf = async (server: ServerUnderTest): Promise<ServerCalls> =>
  serverCalls(server, await server.signIn('admin', adminPassword))

describe.each(databasesUnderTest())('a start with a move in migrations/, on $kind', kind => {
  const whole = {
    ...base,
    'resources/city/customer.yaml': resource(text('name') + text('phone') + text('email')),
  }
  const customerId = '  customerId: { type: reference, of: customer, title: { zh: 客户, en: Customer } }\n'
  const split = {
    ...base,
    'resources/city/customer.yaml': resource(text('name')),
    'resources/city/contact.yaml': resource(text('name') + text('phone') + text('email') + customerId),
  }
  const moving = (move: string) => ({ ...split, 'migrations/0001-split.yaml': `move: { ${move} }\n` })
  const step = 'from: customer, to: contact, fields: [phone, email], by: customerId'
  const customers = [
    { name: '甲', phone: '110', email: 'a@example.cn' },
    { name: '乙', phone: '120', email: null },
    { name: '丙', phone: null, email: null },
  ]
  let starts: Awaited<ReturnType<typeof startsOn>>
  let ids: string[]

  beforeAll(async () => {
    starts = await startsOn(kind)
    const server = await starts.start(whole)
    const calls = await callsOf(server)
    ids = []
    for (const customer of customers) ids.push(await calls.save('customer', customer))
    await server.close()
  })
  afterAll(() => starts.remove())

  it.each([
    [`from: customer, to: contract, fields: [phone]`, '29: there is no resource contract'],
    [`from: customer, to: contact, fields: [phone, fax], by: customerId`, '46: contact has no field fax'],
    [
      `from: customer, to: contact, by: customerId`,
      '42: A move must be written as move: { from: customer, to: contact, ',
    ],
    [`from: customer, to: contact, fields: [phone], by: name`, '59: name must be a reference from customer to contact'],
  ])('is refused where move: { %s }, and moves nothing', async (move, reason) => {
    await expect(starts.start(moving(move))).rejects.toThrow(`migrations/0001-split.yaml:1:${reason}`)
    const server = await starts.start(whole)
    const { records } = await (await callsOf(server)).data('GET', 'city/v1/customer/page?ascs=id')
    expect(records).toMatchObject(customers)
    await server.close()
  })

  it('moves the values to records that refer to the former ones, once', async () => {
    for (const _start of [1, 2]) {
      const server = await starts.start(moving(step))
      const calls = await callsOf(server)
      const page = async (name: string) => (await calls.data('GET', `city/v1/${name}/page?ascs=id`)).records
      expect(await page('contact')).toMatchObject([
        { phone: '110', email: 'a@example.cn', customerId: ids[0], customerIdName: '甲' },
        { phone: '120', email: null, customerId: ids[1], customerIdName: '乙' },
      ])
      expect(await page('contact')).toHaveLength(2)
      expect(await page('customer')).toMatchObject(customers.map(({ name }) => ({ name })))
      // The moved values are not a loss that waits.
      expect(await calls.data('GET', 'engine/pending')).toMatchObject({ pending: null, migrations: [] })
      await server.close()
    }
  })
})

describe.each(databasesUnderTest())('the version of the language, on $kind', kind => {
  const files = { ...base, 'resources/city/shop.yaml': resource(text('name')) }
  const other = (version: string) => `${version}title: { zh: 样例, en: Sample }\n`
  const version1 = {
    message: {
      zh: '描述文件还是语言版本 1 的写法（language: 1）。',
      en: 'The descriptors are written in version 1 of the language (language: 1).',
    },
    hint: {
      zh: '运行 npm run migrate，把它们改写成版本 2，注释和排版不变。',
      en: 'Run npm run migrate, which rewrites them to version 2 and keeps comments and layout.',
    },
  }
  let starts: Awaited<ReturnType<typeof startsOn>>
  let server: ServerUnderTest
  let calls: ServerCalls
  const errors = async () =>
    (await calls.data('GET', 'engine/problems')).filter(({ severity }: { severity: string }) => severity === 'error')

  beforeAll(async () => {
    starts = await startsOn(kind)
    server = await starts.start(files, { live: true })
    calls = await callsOf(server)
  })
  afterAll(async () => {
    await server.close()
    await starts.remove()
  })

  it('is 2, and the resources of its descriptors are served', async () => {
    expect(await errors()).toEqual([])
    const id = await calls.save('shop', { name: '甲' })
    expect(await calls.data('GET', `city/v1/shop/getById?id=${id}`)).toMatchObject({ name: '甲' })
  })

  it.each([
    ['1', 'language: 1\n', { at: { file: appFile, line: 1, column: 1 }, ...version1 }],
    ['3', 'language: 3\n', { at: { file: appFile, line: 1, column: 11 }, code: 'value.choice' }],
  ])('is not %s: the problem is reported, and the former descriptors are served', async (_version, line, problem) => {
    const { revision } = await calls.data('GET', 'engine/index')
    writeIn(server.appDir, appFile, other(line))
    await expect.poll(errors, { timeout: 10_000 }).toMatchObject([problem])
    expect((await calls.data('GET', 'engine/index')).revision).toBe(revision)
    expect((await calls.call('GET', 'city/v1/shop/page')).status).toBe(200)
    writeIn(server.appDir, appFile, String(base[appFile]))
    await expect.poll(errors, { timeout: 10_000 }).toEqual([])
  })
})
