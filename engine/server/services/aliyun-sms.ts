import { createHmac, randomUUID } from 'node:crypto'
import { decrypted, fieldSecrets } from '../auth/seal.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { outboundFetch } from './outbound.ts'
import { MessageRefused, type TextMessages } from './ports.ts'

interface SmsParts {
  queries(): Queries
  secret(): Uint8Array
  /** Those that a row may name. */
  readonly hosts: readonly string[]
}

interface SmsRow {
  readonly category: string
  readonly templateId: string
  readonly signName: string
  readonly accessKey: string
  readonly secretKey: string
  readonly regionId: string | null
  readonly endpoint: string | null
}

/** The key of Alibaba Cloud in the dictionary `sms`. */
const aliyun = '3'
const publicEndpoint = 'https://dysmsapi.aliyuncs.com/'

/** Text messages by the row of settings that is in use. */
export const smsInUse = ({ queries, secret, hosts }: SmsParts): TextMessages => ({
  name: 'aliyun',
  async send({ key, phone, content }, signal) {
    const { rows } = await execute<SmsRow>(
      queries(),
      sql`select category, template_id as "templateId", sign_name as "signName", access_key as "accessKey",
          secret_key as "secretKey", region_id as "regionId", endpoint
        from blade_sms where in_use = '2' and is_deleted = 0 limit 1`,
    )
    const [row] = rows
    if (!row) throw new MessageRefused('No text message service is in use.')
    if (row.category !== aliyun) throw new MessageRefused('The service in use has no adapter; Alibaba Cloud has.')
    const given = {
      AccessKeyId: row.accessKey,
      Action: 'SendSms',
      Format: 'JSON',
      OutId: key,
      PhoneNumbers: phone,
      RegionId: row.regionId || 'cn-hangzhou',
      SignName: row.signName,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: row.templateId,
      TemplateParam: JSON.stringify({ content }),
      Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    }
    const query = queryOf(given)
    const signature = signatureOf(query, decrypted(secret(), fieldSecrets, row.secretKey))
    // The setting of the operator that selects this service allows its public address.
    const send = row.endpoint ? outboundFetch(hosts) : fetch
    const response = await send(row.endpoint || publicEndpoint, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `Signature=${escaped(signature)}&${query}`,
      signal,
    })
    const { Code: code, Message: message } = Object(await response.json()) as Readonly<Record<string, unknown>>
    if (code !== 'OK') throw new MessageRefused(`${code}: ${message}`)
  },
})

/** The parameters in the order and the encoding of the signature. */
const queryOf = (given: Readonly<Record<string, string>>): string =>
  Object.entries(given)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&')

/** The signature of Alibaba Cloud's RPC calls. */
const signatureOf = (query: string, secretKey: string): string =>
  createHmac('sha1', `${secretKey}&`)
    .update(`POST&${escaped('/')}&${escaped(query)}`)
    .digest('base64')

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
