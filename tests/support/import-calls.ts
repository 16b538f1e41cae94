import { sql } from 'kysely'
import type { Answer, ServerUnderTest } from './server.ts'
import { adminPassword } from './server.ts'
import { dataOf, linesOf } from './server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read lines of every shape and fail where they differ
export type Line = any

/** The parameters of an upload. */
export interface Sent {
  /** The file's name. */
  readonly name?: string
  /** The access token; by default the administrator's. */
  readonly by?: string
  /** The rest of the query: `&sheet=…`. */
  readonly more?: string
}

/** The endpoints of imports into one resource; all but `call` and `send` throw on an error response. */
export interface ImportCalls {
  /** The administrator's access token. */
  readonly token: string
  call(method: string, path: string, body?: unknown, by?: string): Promise<Answer>
  data(method: string, path: string, body?: unknown, by?: string): Promise<Line>
  send(file: string | Buffer, sent?: Sent): Promise<Answer>
  take(file: string | Buffer, sent?: Sent): Promise<Line>
  /** All lines of a step's response, in order. */
  step(id: string, what: 'check' | 'write', body: unknown, by?: string): Promise<Line[]>
  /** All lines of the response to the undo of an import. */
  undo(id: string, by?: string): Promise<Line[]>
  /** The import after a file was uploaded and checked with the proposed columns. */
  checked(file: string | Buffer, match?: unknown, by?: string): Promise<Line>
  /** The row, column and message of each problem. */
  problemsOf(id: string, by?: string): Promise<unknown[]>
  /** The row, column and code of each problem. */
  codesOf(id: string, by?: string): Promise<unknown[]>
  /** Signs in a new user with these rights. */
  person(account: string, codes: readonly string[], more?: object): Promise<string>
  run(statement: string): Promise<{ readonly rows: Line[] }>
}

export async function importCallsOn(server: ServerUnderTest, resource: string): Promise<ImportCalls> {
  const token = await server.signIn('admin', adminPassword)
  const path = `engine/import/${resource}`
  const run = (statement: string) => sql.raw<Line>(statement).execute(server.engine.database.kysely)
  const call: ImportCalls['call'] = (method, path, body, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data: ImportCalls['data'] = async (...asked) => dataOf(await call(...asked))
  const send: ImportCalls['send'] = (file, { name = '片区.csv', by = token, more = '' } = {}) =>
    server.call('POST', `/api/${path}?name=${encodeURIComponent(name)}${more}`, {
      token: by,
      headers: { 'content-type': 'application/octet-stream', 'accept-language': 'zh' },
      body: Buffer.from(file),
    })
  const take: ImportCalls['take'] = async (file, sent) => dataOf(await send(file, sent))
  const step: ImportCalls['step'] = async (id, what, body, by) =>
    linesOf(await call('POST', `${path}/${id}/${what}`, body, by))
  return {
    token,
    call,
    data,
    send,
    take,
    step,
    undo: async (id, by) => linesOf(await call('POST', `engine/operations/${id}/undo`, undefined, by)),
    run,
    async checked(file, match = null, by = token) {
      const { id, columns } = await take(file, { by })
      return (await step(id, 'check', { columns, match }, by)).at(-1).import
    },
    async problemsOf(id, by) {
      const { problems } = await data('GET', `${path}/${id}/problems`, undefined, by)
      return problems.map(({ row, column, message }: Line) => [row, column, message.zh])
    },
    async codesOf(id, by) {
      const { problems } = await data('GET', `${path}/${id}/problems`, undefined, by)
      return problems.map(({ row, column, code }: Line) => [row, column, code])
    },
    async person(account, codes, more = {}) {
      // roles.yaml may declare it.
      const [declared] = (await run(`select id::text from blade_role where role_alias = 'role-${account}'`)).rows
      const role =
        declared ?? (await data('POST', 'blade/v1/bladeRole/save', { roleName: account, roleAlias: `role-${account}` }))
      for (const code of codes)
        await run(
          `insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role.id}, '${code}') on conflict do nothing`,
        )
      const { deptId } = await data('GET', 'blade-user/info')
      const known = { account, name: account, realName: account, password: 'Person-26', roleId: [role.id] }
      await data('POST', 'blade/v1/bladeUser/save', { ...known, deptId, ...more })
      await run('delete from engine_password_due')
      return server.signIn(account, 'Person-26')
    },
  }
}
