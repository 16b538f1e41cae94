import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesWalked } from './support/databases.ts'
import { representative } from './support/representative.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { serverCalls } from './support/server-calls.ts'

/**
 * Every role of the product × every resource × every operation. What is expected is read from the YAML here, without the
 * compiler: the permission codes of `roles.yaml` and the access rules of the resources. A request that is allowed names
 * no record, so it ends after the check of rights.
 */

/** The keys of a descriptor that this test reads. */
interface Written {
  readonly [key: string]: unknown
  readonly code?: string
  readonly mixins?: readonly string[]
  readonly partOf?: string
  readonly own?: readonly string[]
  readonly readOnly?: boolean
  readonly platform?: boolean
  readonly fields?: Readonly<
    Record<string, { readonly type?: string; readonly of?: string; readonly compute?: string } | null>
  >
  readonly lifecycle?: { readonly transitions?: Readonly<Record<string, Step>> }
  readonly actions?: Readonly<Record<string, Step>>
  readonly queries?: Readonly<
    Record<
      string,
      { readonly code?: string; readonly http?: string; readonly where?: string; readonly claims?: object }
    >
  >
  readonly access?: readonly {
    readonly role: string
    readonly allow?: readonly string[]
    readonly hide?: readonly string[]
  }[]
}

interface Step {
  readonly http?: string
  readonly after?: string
  readonly auto?: boolean
}

interface Described extends Written {
  readonly name: string
  readonly module: string
}

const read = (path: string) => parse(readFileSync(path, 'utf8')) as Written
const yamlIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter(file => file.endsWith('.yaml'))

/** Two maps of maps as one, key by key. */
function united(one: unknown, other: unknown): unknown {
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isMap(one) || !isMap(other)) return other ?? one
  const [former, later] = [one as Written, other as Written]
  return Object.fromEntries(
    [...new Set([...Object.keys(former), ...Object.keys(later)])].map(key => [key, united(former[key], later[key])]),
  )
}

const resources: readonly Described[] = (() => {
  const found = new Map<string, Described>()
  for (const folder of ['engine/base/resources', 'resources'])
    for (const file of yamlIn(folder)) {
      const name = basename(file, '.yaml')
      const own = read(`${folder}/${file}`)
      const parts = [...(own.mixins ?? []).map(mixin => read(`mixins/${mixin}.yaml`)), own]
      const described = { name, module: file.split('/')[0] ?? '' }
      found.set(name, [found.get(name) ?? described, ...parts].reduce<unknown>(united, undefined) as Described)
    }
  return [...found.values()]
})()

const named = (name: string): Described => resources.find(one => one.name === name) as Described
const codeOf = ({ name, code = name }: Described) => code
const roles = parse(readFileSync('roles.yaml', 'utf8')) as Readonly<
  Record<string, { readonly allow?: readonly string[] }>
>
const reading = ['view', 'export']

/**
 * Whether a role may perform an operation, from what was written. Lines have the rights of their master, and their steps
 * need a code besides.
 */
function isAllowed(role: string, of: Described, operation: string, ownCode?: string): boolean {
  const master = of.partOf === undefined ? undefined : (of.fields?.[of.partOf]?.of ?? '')
  if (master !== undefined) {
    const isStep = operation in { ...of.lifecycle?.transitions, ...of.actions }
    const code = isStep ? `${codeOf(of)}_${operation}` : undefined
    return isAllowed(role, named(master), reading.includes(operation) ? operation : 'edit', code)
  }
  // What concerns own rows alone.
  if (of.own?.includes(operation)) return true
  const rules = (of.access ?? []).filter(rule => rule.role === role)
  const isInRules = rules.some(({ allow = ['view'] }) => allow.includes(operation))
  if (rules.length > 0 && !isInRules) return false
  const code = ownCode ?? `${codeOf(of)}_${operation}`
  // An access rule grants no code that a query has of its own, but that of a step, which a query may have.
  const isOfStep = rules.some(({ allow = [] }) => allow.some(one => `${codeOf(of)}_${one}` === ownCode))
  return (
    (isInRules && (ownCode === undefined || isOfStep)) ||
    (roles[role]?.allow ?? []).some(one => one === code || one === `${codeOf(of)}_*`)
  )
}

interface Call {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body?: object
  /** The code of a query that is granted on its own. */
  readonly code?: string
  /** The words of a query's condition: it is refused to a role from which one of these fields is hidden. */
  readonly reads?: readonly string[]
}

function callsOf(of: Described): Call[] {
  const v1 = `/api/${of.module}/v1/${of.name}`
  const steps = Object.entries({ ...of.lifecycle?.transitions, ...of.actions }).filter(
    ([, { after, auto }]) => after === undefined && !auto,
  )
  const columns = Object.entries(of.fields ?? {}).find(([, field]) => field?.type === 'text' && !field.compute)
  const call = (operation: string, method: string, path: string, body?: object): Call => ({
    ...{ operation, method, path: path.startsWith('/') ? path : `${v1}/${path}` },
    ...(body && { body }),
  })
  const writing = [
    call('add', 'POST', 'save', {}),
    call('edit', 'PUT', 'update', { id: '1' }),
    call('delete', 'DELETE', 'removeById', { id: '1' }),
    call('delete', 'POST', `/api/engine/bulk/${of.name}`, { select: { ids: ['1'] }, do: { kind: 'remove' } }),
    ...(of.approval ? [] : [call('import', 'GET', `/api/engine/import/${of.name}/template?format=csv`)]),
  ]
  return [
    call('view', 'GET', 'page'),
    call('view', 'GET', 'getById?id=1'),
    call('view', 'GET', 'exactTotal'),
    call('view', 'GET', `/api/engine/history/${of.name}/1`),
    ...(columns ? [call('export', 'GET', `/api/engine/export/${of.name}?format=csv&columns=${columns[0]}`)] : []),
    ...(of.readOnly ? [] : writing),
    ...steps.map(([name, { http = 'POST' }]) => {
      const [method = '', path = name] = http.split(' ')
      return call(name, method, path, { id: '1' })
    }),
    ...Object.entries(of.queries ?? {}).map(([name, { code, http = 'GET', where = '', claims }]) => ({
      ...call('view', claims ? 'POST' : 'GET', http.split(' ')[1] ?? name),
      ...(code !== undefined && { code }),
      reads: where.match(/\w+/g) ?? [],
    })),
  ]
}

const sources = await readSources('.')
const files = Object.fromEntries(sources.filter(({ origin }) => origin === 'app').map(({ file, text }) => [file, text]))
const { model } = compile(sources)
const tested = representative(model as Model, Object.values(model?.resources ?? {})).map(({ name }) => named(name))

describe.each(databasesWalked('embedded'))('the rights of the product on $kind', kind => {
  let server: ServerUnderTest
  const tokens: Record<string, string> = {}
  let allowed = 0

  beforeAll(async () => {
    server = await startServer(kind, files)
    const calls = serverCalls(server, await server.signIn('admin', adminPassword))
    const { deptId } = await calls.data('GET', 'blade-user/info')
    for (const role of Object.keys(roles)) {
      const { records } = await calls.data('GET', `blade/v1/bladeRole/page?roleAlias=${role}`)
      const roleId = records
        .filter((row: { roleAlias: string }) => row.roleAlias === role)
        .map((row: { id: string }) => row.id)
      const account = role.replace('_', '')
      const user = {
        account,
        name: account,
        realName: account,
        password: 'Person-26',
        roleId,
        deptId,
        sourceType: null,
      }
      await calls.data('POST', 'blade/v1/bladeUser/save', user)
      await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
      tokens[role] = await server.signIn(account, 'Person-26')
    }
  }, 60_000)
  afterAll(() => server.close())

  it.each(Object.keys(roles))('are those of the descriptors for %s', async role => {
    const wrong: string[] = []
    const hidden = (of: Described) =>
      (of.access ?? []).filter(rule => rule.role === role).flatMap(({ hide }) => hide ?? [])
    for (const of of tested)
      for (const { operation, method, path, body, code, reads = [] } of callsOf(of)) {
        const answer = await server.call(method, path, { token: String(tokens[role]), ...(body && { body }) })
        const isExpected = isAllowed(role, of, operation, code) && !hidden(of).some(name => reads.includes(name))
        const isGiven = answer.status !== 403
        if (isExpected) allowed++
        const isSound = [200, 400, 403, 404, 409].includes(answer.status) && answer.status !== 401
        if (isGiven !== isExpected || !isSound)
          wrong.push(
            `${operation} ${method} ${path}: ${isExpected ? 'allowed' : 'refused'}, answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`,
          )
      }
    expect(wrong).toEqual([])
  })

  it('allow some of the requests', () => expect(allowed).toBeGreaterThan(100))
})
