import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { ZipFile } from 'yazl'
import { compile } from '../../compiler/compile.ts'
import {
  type DescriptorFile,
  descriptorsOf,
  sqlTypes,
  type TableChoice,
  type TableFacts,
} from '../../compiler/emit/table-descriptors.ts'
import type { Bilingual } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { decrypted, fieldSecrets } from '../auth/seal.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import { readSources } from '../live/app-files.ts'
import { replaceFiles } from '../live/replace-files.ts'
import { previewTables } from '../services/tables/preview.ts'
import { type Read, readDataSource, tableFacts, tableNames } from '../services/tables/read-tables.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { assureEditor } from './descriptor-calls.ts'

interface TableCallParts {
  readonly database: Database
  readonly store: Store
  readonly secret: Uint8Array
  readonly appDir: string
  /** Files that are written are applied at once. */
  readonly live: boolean
  readonly outboundHosts: readonly string[]
}

/** What a client may send, in a body or a query string. */
interface Given extends TableChoice {
  readonly datasourceId?: string
  readonly tables: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly files?: readonly DescriptorFile[]
  readonly gen?: string
  readonly overwrite: boolean
}

const path = '/api/genApi/v1'
const operation: Bilingual = { zh: '由数据表生成配置', en: 'Make descriptors of tables' }

/**
 * `genApi/v1`: descriptors of the tables of a data source, for administrators of the platform. `database` lists tables,
 * `template` returns the descriptors of some, `custom` checks edited ones, and `generate` returns them as an archive or
 * writes them into the app.
 */
export function tableCalls(app: App, parts: TableCallParts): void {
  const { store, appDir, live } = parts
  const both = (name: string, answer: (request: FastifyRequest, given: Given) => Promise<unknown>) => {
    for (const method of ['GET', 'POST'] as const)
      app.route({
        method,
        url: `${path}/${name}`,
        config: { readsQuery: true },
        async handler(request, reply) {
          assureEditor(request.ctx, operation)
          const answered = await answer(request, givenIn(request))
          return answered instanceof ZipFile
            ? reply
                .type('application/zip')
                .header('content-disposition', "attachment; filename*=UTF-8''descriptors.zip")
                .send(answered.outputStream)
            : done(answered, request.language)
        },
      })
  }
  both('sqlType', async () => sqlTypes.map(({ sql, type }) => ({ sqlType: sql, type })))
  both('database', (request, given) => reading(parts, request, given, tableNames))
  both('template', (request, given) =>
    reading(parts, request, given, async read => {
      const facts = await tableFacts(read, wantedOf(given))
      return previewed(read, facts, given, await check(parts, descriptorsOf(facts, given)))
    }),
  )
  both('custom', async (request, given) => {
    const checked = await check(parts, given.files ?? [])
    if (given.datasourceId === undefined) return previewed(undefined, [], given, checked)
    return reading(parts, request, given, async read =>
      previewed(read, await tableFacts(read, wantedOf(given)), given, checked),
    )
  })
  both('generate', async (request, given) => {
    const files =
      given.files ??
      (await reading(parts, request, given, async read =>
        descriptorsOf(await tableFacts(read, wantedOf(given)), given),
      ))
    return given.gen === 'write' ? write(files, given.overwrite) : archive(files)
  })
  app.post<{ Querystring: { ids?: string } }>('/api/blade-develop/code/gen-code', async request => {
    const { ctx, language, query } = request
    assureEditor(ctx, operation)
    const files = new Map<string, DescriptorFile>()
    for (const id of (query.ids ?? '').split(',').filter(Boolean)) {
      const row = await store.get(ctx, 'bladeCode', id)
      const { datasourceId, tableName, tablePrefix, serviceName } = row
      const given = {
        ...noInput,
        datasourceId: String(datasourceId),
        module: String(serviceName),
        prefix: String(tablePrefix ?? ''),
      }
      const found = await reading(parts, request, given, async read =>
        descriptorsOf(await tableFacts(read, { [String(tableName)]: undefined }), given),
      )
      for (const file of found) files.set(file.file, file)
    }
    return done(await write([...files.values()], false), language)
  })
  app.post<{ Querystring: { id?: string } }>('/api/blade-develop/code/copy', async ({ ctx, language, query }) => {
    const row = await store.get(ctx, 'bladeCode', query.id ?? '')
    const { fields } = resourceOf(ctx.model, 'bladeCode')
    const own = Object.fromEntries(fields.map(({ name }) => [name, row[name]]))
    return done(await store.save(ctx, 'bladeCode', { ...own, codeName: `${row['codeName']}-copy` }), language)
  })

  async function previewed(
    read: Read | undefined,
    facts: readonly TableFacts[],
    choice: TableChoice,
    { model, ...checked }: Awaited<ReturnType<typeof check>>,
  ) {
    const shown = read && model ? await previewTables(read, facts, choice, model) : undefined
    return { ...checked, ...shown, mayWrite: live }
  }

  async function write(files: readonly DescriptorFile[], overwrite: boolean) {
    if (!live)
      throw refuse.conflict('descriptors-not-writable', {
        zh: '服务器没有开启 LIVE，不写入配置文件，请下载后放入 resources/',
        en: 'LIVE is off: the server writes no descriptors. Download them and put them into resources/',
      })
    const existing = files.filter(({ file }) => existsSync(join(appDir, file))).map(({ file }) => file)
    if (existing.length > 0 && !overwrite)
      throw refuse.conflict('descriptors-exist', {
        zh: `文件已存在：${existing.join('、')}`,
        en: `These files already exist: ${existing.join(', ')}`,
      })
    const { problems } = await check(parts, files)
    const [error] = problems.filter(({ severity }) => severity === 'error')
    if (error) throw refuse.conflict('descriptors-invalid', error.message)
    await replaceFiles(
      appDir,
      files.map(({ file, text }) => ({ path: join(appDir, file), content: text })),
    )
    return { written: files.map(({ file }) => file) }
  }
}

function archive(files: readonly DescriptorFile[]): ZipFile {
  const zip = new ZipFile()
  for (const { file, text } of files) zip.addBuffer(Buffer.from(text), file)
  zip.end()
  return zip
}

/** Compiles the app with these files. */
async function check({ appDir }: TableCallParts, files: readonly DescriptorFile[]) {
  if (!files.every(({ file }) => isDescriptor.test(file))) throw invalid('files')
  const names = new Set(files.map(({ file }) => file))
  const others = (await readSources(appDir)).filter(({ file, origin }) => origin === 'base' || !names.has(file))
  const { problems, model } = compile([...others, ...files.map(one => ({ ...one, origin: 'app' as const }))])
  return {
    files,
    problems: problems.filter(({ at, severity }) => severity === 'error' || names.has(at.file)),
    ...(model && { model }),
  }
}

const isDescriptor = /^(resources\/[a-z][A-Za-z0-9]*\/[a-z][A-Za-z0-9]*|dictionaries\/[a-z][a-z0-9_]*)\.yaml$/

async function reading<Result>(
  { database, store, secret, outboundHosts }: TableCallParts,
  { ctx }: FastifyRequest,
  { datasourceId }: Pick<Given, 'datasourceId'>,
  work: Parameters<typeof readDataSource<Result>>[2],
): Promise<Result> {
  if (datasourceId === undefined) throw invalid('datasourceId')
  const { url, username } = await store.get(ctx, 'bladeDatasource', datasourceId)
  const [row] = await runAll(
    database.kysely,
    sql`select password from blade_datasource where id = ${datasourceId}::bigint`,
  )
  const stored = row?.['password']
  return readDataSource(
    { url: String(url), username: String(username), password: readable(secret, stored) },
    outboundHosts,
    work,
  )
}

function readable(secret: Uint8Array, stored: unknown): string {
  if (typeof stored !== 'string') return ''
  try {
    return decrypted(secret, fieldSecrets, stored)
  } catch {
    throw refuse.conflict('secret-unreadable', {
      zh: '密码是用另一个密钥加密的，请重新填写',
      en: 'The password was encrypted with another key; enter it again',
    })
  }
}

const wantedOf = ({ tables, fields }: Given) => Object.fromEntries(tables.map(table => [table, fields[table]]))

const noInput = { tables: [], fields: {}, module: 'data', overwrite: false }

function givenIn({ query, body }: FastifyRequest): Given {
  const {
    datasourceId,
    tables,
    fields,
    files,
    module = 'data',
    prefix,
    under,
    gen,
    overwrite,
  } = {
    ...Object(query),
    ...Object(body),
  } as Readonly<Record<string, unknown>>
  if (typeof module !== 'string' || !/^[a-z][A-Za-z0-9]{0,29}$/.test(module)) throw invalid('module')
  const texts = (value: unknown): readonly string[] =>
    (Array.isArray(value) ? value : String(value ?? '').split(',')).map(String).filter(text => text !== '')
  const chosen = typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? Object.entries(fields) : []
  return {
    module,
    tables: texts(tables).slice(0, 50),
    fields: Object.fromEntries(chosen.map(([table, columns]) => [table, texts(columns)])),
    overwrite: overwrite === true,
    ...(datasourceId !== undefined && { datasourceId: String(datasourceId) }),
    ...(typeof prefix === 'string' && { prefix }),
    ...(typeof under === 'string' && under !== '' && { under }),
    ...(typeof gen === 'string' && { gen }),
    ...(Array.isArray(files) && {
      files: files.map(one => ({ file: String(Object(one).file), text: String(Object(one).text) })),
    }),
  }
}

const invalid = (name: string) =>
  refuse.input({ [name]: { zh: `参数 ${name} 无效`, en: `The parameter ${name} is invalid` } })
