import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The task of the bare server, the baseline of the benchmarks: node:http and prepared statements over a pool of the same
 * size. Its first message contains the statements and the JSON form of each column.
 */
export interface Orders {
  readonly url: string
  readonly connections: number
  readonly page?: { readonly text: string; readonly values: readonly unknown[]; readonly columns: readonly Column[] }
  /** Saves to run in turn. */
  readonly saves?: readonly Save[]
}

/**
 * The statements of a save, run in one transaction, and the record of the response. A value `#id` represents the row's
 * id, `#entry` a new id for the history entry.
 */
export interface Save {
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[]
  readonly record: Readonly<Record<string, unknown>>
}

export interface Column {
  readonly name: string
  readonly kind: 'text' | 'number' | 'datetime'
}

process.once('message', (orders: Orders) => void serve(orders))

async function serve({ url, connections, page, saves = [] }: Orders): Promise<void> {
  const asText = (value: string) => value
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c timezone=Asia/Shanghai',
    types: {
      getTypeParser: (type, format) =>
        ([20, 1082, 1184, 1700].includes(type) ? asText : pg.types.getTypeParser(type, format)) as never,
    },
  })
  const server = createServer((request, response) => {
    const work = request.method === 'POST' ? store : read
    work().then(
      body =>
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
          })
          .end(body),
      error => response.writeHead(500).end(String(error)),
    )
    request.resume()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
  })

  async function read(): Promise<string> {
    if (!page) throw new Error('No page statement was given.')
    const { rows } = await pool.query({ name: 'page', text: page.text, values: [...page.values] })
    const records = rows
      .filter(row => row.id !== null)
      .map(row => Object.fromEntries(page.columns.map(column => [column.name, written(row[column.name], column)])))
    const total = rows[0]['#counted']
    const data = { records, total, capped: false, current: 1, size: 10, pages: Math.ceil(total / 10) }
    return JSON.stringify({ code: 200, success: true, data, msg: '操作成功' })
  }

  async function store(): Promise<string> {
    const save = saves[saved++ % saves.length]
    if (!save) throw new Error('No save statements were given.')
    const client = await pool.connect()
    try {
      await client.query('begin')
      const id = next()
      const given = new Map([
        ['#id', id],
        ['#entry', next()],
      ])
      for (const [at, { text, values }] of save.statements.entries()) {
        await client.query({ name: `save${at}`, text, values: values.map(value => given.get(String(value)) ?? value) })
      }
      await client.query('commit')
      return JSON.stringify({ code: 200, success: true, data: { ...save.record, id }, msg: '操作成功' })
    } finally {
      client.release()
    }
  }
}

let saved = 0
let last = 0n
const next = () => {
  last += 1n
  return String((BigInt(Date.now()) << 20n) + last)
}

function written(value: unknown, { kind }: Column): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'number') return Number(value)
  return kind === 'datetime' ? String(value).slice(0, 19) : value
}
