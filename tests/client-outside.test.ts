import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { typeOf } from '../engine/fields/index.ts'
import { resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** A program of another project. Each expected error is a type error that the compiler must find. */
const program = `import { Failure } from './api/engine/client/failure.ts'
import { requestTokens } from './api/engine/client/request-tokens.ts'
import { createClient } from './api/generated/client.ts'
import type { EntNoticeLetter, EntNoticeLetterSave } from './api/generated/types.ts'

const [baseUrl = '', password = '', creditCode = ''] = process.argv.slice(2)
const language = 'en'
const tokens = await requestTokens(
  { baseUrl, language },
  { account: 'admin', password, client: { id: 'mingchu', secret: '' } },
)
const client = createClient({ baseUrl, language, token: tokens.accessToken })

const region = await client.sysRegion.save({ code: '330000', name: 'Zhejiang', regionLevel: '1' })
const type = await client.entType.save({ name: 'School canteen', code: 'SCHOOL' })
const business = await client.entInfo.save({
  name: 'Qingxi school canteen',
  creditCode,
  typeId: type.id,
  regionId: region.id,
  businessType: 'PRISC',
  address: '1 Wenyi West Road',
  phone: '13800138000',
})
const letter = (problem: string): EntNoticeLetterSave => ({ entId: business.id, problem, deadline: '2099-12-31' })
const key = 'outside-1'
const first = await client.entNoticeLetter.save(letter('Wet floor'), key)
const again = await client.entNoticeLetter.save(letter('Wet floor'), key)
await client.entNoticeLetter.save(letter('No hairnets'))
const page = await client.entNoticeLetter.page({ entId: business.id, problem_like: 'floor', ascs: 'deadline', size: 1 })
const issued: EntNoticeLetter = await client.entNoticeLetter.issue({ id: first.id, version: first.version })
const handled = await client.entNoticeLetter.handle({ id: first.id, reply: 'Drain fitted' }, 'outside-2', 'all')

const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => { throw new Error('The server accepted it.') },
    (error: unknown) => { if (error instanceof Failure) return error; throw error },
  )
const invalid = await failureOf(client.entNoticeLetter.save({ ...letter('x'), deadline: '2020-01-01' }))
const stale = await failureOf(client.entNoticeLetter.update({ id: first.id, version: 1, problem: 'y' }))
const unknown = await failureOf(createClient({ baseUrl, language, token: 'x' }).entInfo.page())
const wrongPassword = await failureOf(
  requestTokens({ baseUrl, language }, { account: 'admin', password: 'no', client: { id: 'mingchu', secret: '' } }),
)

// @ts-expect-error: the field does not exist
client.entNoticeLetter.save.bind(null, { ...letter('x'), problm: 'y' }, 3)
// @ts-expect-error: the state does not exist
const state: EntNoticeLetter['letterStatus'] = '9'
// @ts-expect-error: a date is not compared by substring
const query: Parameters<typeof client.entNoticeLetter.page>[0] = { deadline_like: '2020' }
// @ts-expect-error: the transition needs a reply
const input: Parameters<typeof client.entNoticeLetter.handle>[0] = { id: '1' }
void [state, query, input]

console.log(
  JSON.stringify({
    sameRecord: first.id === again.id,
    page: [page.total, page.records.map(record => record.problem)],
    states: [first.letterStatus, issued.letterStatus, handled.letterStatus],
    invalid: [invalid.status, invalid.errors],
    stale: [stale.status, stale.message],
    unknown: unknown.status,
    wrongPassword: wrongPassword.message,
  }),
)
`

const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    rewriteRelativeImportExtensions: true,
    outDir: 'dist',
  },
  include: ['main.ts'],
}

let folder: string
let server: ServerUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingchu-outside-'))
  for (const part of ['generated', 'engine/client', 'engine/model'])
    await cp(part, join(folder, 'api', part), { recursive: true, filter: file => !file.endsWith('.test.ts') })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  await writeFile(join(folder, 'main.ts'), program)
  const [database] = databasesUnderTest()
  if (!database) throw new Error('There is no database.')
  // Without the seeds, whose regions alone would take most of the test.
  const descriptors = (await readSources('.')).filter(({ origin }) => origin === 'app')
  const files = Object.fromEntries(descriptors.map(({ file, text }) => [file, text]))
  server = await startServer(database, files, { settings: { port: 0 } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

it('lets a program of another project compile against the generated client and use a server', async () => {
  expect(await run(resolve('node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false')).toBe('')
  const address = await server.engine.listen()
  const report = await run(join(folder, 'dist/main.js'), address, adminPassword, creditCode())
  expect(report).toMatch(/^{/)
  expect(JSON.parse(report)).toEqual({
    sameRecord: true,
    page: [1, ['Wet floor']],
    states: ['0', '1', '3'],
    invalid: [400, { deadline: 'The deadline cannot be in the past' }],
    stale: [409, expect.any(String)],
    unknown: 401,
    wrongPassword: expect.any(String),
  })
})

function creditCode(): string {
  const model = server.engine.model()
  const field = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  if (!field) throw new Error('A business has no credit code.')
  return String(typeOf(field).example(field, model, 1))
}

/** The output of a program of Node, errors included. */
const run = (file: string, ...parameters: string[]): Promise<string> =>
  new Promise(done =>
    execFile(process.execPath, [file, ...parameters], { cwd: folder }, (_error, out, errors) => done(out + errors)),
  )
