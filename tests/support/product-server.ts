import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { compile } from '../../engine/compiler/compile.ts'
import { typeOf } from '../../engine/fields/index.ts'
import type { Model } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { greyPng } from '../../engine/server/auth/png.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import type { Part } from '../../engine/server/part.ts'
import type { TextMessage } from '../../engine/server/services/ports.ts'
import { productHandlers, reasons } from '../../server/actions/index.ts'
import { cameras } from '../../server/cameras/part.ts'
import type { ProductPorts } from '../../server/ports.ts'
import { review } from '../../server/review/part.ts'
import { type DatabaseUnderTest, testZone } from './databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './server.ts'
import { dataOf, type ServerCalls, serverCalls } from './server-calls.ts'

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
/** The Model of the product. */
export const productModel: Model = model
const files = Object.fromEntries([
  ...sources.filter(({ origin }) => origin === 'app').map(({ file, text }) => [file, text] as const),
  ...readdirSync('processes').map(name => [`processes/${name}`, readFileSync(`processes/${name}`, 'utf8')] as const),
])

/** The product with one administrator, no records, and a provider of text messages that keeps them. */
export interface ProductServer {
  readonly server: ServerUnderTest
  readonly admin: ServerCalls
  readonly sent: TextMessage[]
  /** Ids of the records that `keep` stored, by key. */
  readonly ids: Record<string, string>
  /** Stores a record as administrator; the path is `<module>/<resource>`. */
  keep(key: string, path: string, record: object): Promise<string>
  /** Stores a region, whose level follows from its code, and returns its id. */
  region(code: string, name: string, parentId?: string, key?: string): Promise<string>
  /** Uploads a picture and returns its link. */
  picture(by?: ServerCalls): Promise<string>
  /** Adds a user with a declared role and signs in. */
  signInAs(account: string, role: string, more?: object): Promise<ServerCalls>
}

/** The required fields of a business, with the n-th valid credit code. */
export function business(n: number, more: object): Record<string, unknown> {
  const field = resourceOf(productModel, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  const creditCode = field && typeOf(field).example(field, productModel, n)
  return {
    name: `第 ${n} 食堂`,
    creditCode,
    businessType: 'PRISC',
    address: '文一西路 1 号',
    phone: '13800138000',
    ...more,
  }
}

/** Stores a canteen as `ent`, and returns its id. */
export async function keepCanteen({ keep, region }: ProductServer): Promise<string> {
  const regionId = await region('33', '浙江省')
  const typeId = await keep('type', 'ent/entType', { name: '学校食堂', code: 'SCHOOL' })
  return keep('ent', 'ent/entInfo', business(1, { regionId, typeId }))
}

/** Starts the product with its handlers. */
export async function startProduct(
  kind: DatabaseUnderTest,
  more: Omit<NonNullable<Parameters<typeof startServer>[2]>, 'ports'> & {
    readonly ports?: ProductPorts
    /** The part of cameras; by default without a gateway. */
    readonly cameras?: Part
  } = {},
): Promise<ProductServer> {
  const sent: TextMessage[] = []
  const sms = { name: 'test', send: async (message: TextMessage) => void sent.push(message) }
  const ports: ProductPorts = { sms, ...more.ports }
  const { name: _name, ...ofCameras } =
    more.cameras ?? cameras({ demo: false, outboundHosts: [], dataDir: '', zone: testZone }, {})
  const server = await startServer(kind, files, {
    ...ofCameras,
    ...more,
    handlers: { ...productHandlers(ports), ...ofCameras.handlers },
    reasons: { ...reasons, ...ofCameras.reasons, ...review.reasons },
    dialects: review.dialects ?? [],
    ports: { ...ofCameras.ports, ...ports },
  })
  const admin = serverCalls(server, await server.signIn('admin', adminPassword))
  const ids: Record<string, string> = {}
  const keep: ProductServer['keep'] = async (key, path, record) => {
    const { id } = await admin.data('POST', `${path.replace('/', '/v1/')}/save`, record)
    ids[key] = id
    return id
  }
  return {
    server,
    admin,
    sent,
    ids,
    keep,
    region: (code, name, parentId, key = name) =>
      keep(key, 'sys/sysRegion', { code, name, regionLevel: String(Math.ceil(code.length / 2)), parentId }),
    async picture({ token } = admin) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(greyPng(4, 4, new Uint8Array(16).fill(128)))]), 'a.png')
      const sent = new Response(form)
      const answer = await server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
        token,
        headers: { 'content-type': String(sent.headers.get('content-type')) },
        body: Buffer.from(await sent.arrayBuffer()),
      })
      return dataOf(answer).link
    },
    async signInAs(account, role, more = {}) {
      const [{ id: roleId }] = (await admin.data('GET', `blade/v1/bladeRole/page?roleAlias_equal=${role}`)).records
      const { deptId } = await admin.data('GET', 'blade-user/info')
      const person = { account, name: account, realName: account, password: 'Person-26', roleId: [roleId], deptId }
      await keep(account, 'blade/bladeUser', { ...person, ...more })
      await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
      return serverCalls(server, await server.signIn(account, 'Person-26'))
    },
  }
}
