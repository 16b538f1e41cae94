import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import { UserActor } from '../engine/server/auth/actor.ts'
import { createContexts, type RequestContext } from '../engine/server/auth/request-context.ts'
import type { Queries } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import type { City } from './city.ts'
import { merchantCodes } from './letters.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A replacement for a database: records the statements of the store, and returns one row for each. */
export function recorder(row?: object): { readonly queries: Queries; readonly statements: readonly Statement[] } {
  const statements: Statement[] = []
  const queries = {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      statements.push({ text: sql, values: parameters })
      return { rows: row ? [row] : [] }
    },
  }
  return { queries: queries as never, statements }
}

/** The merchant's request context. */
export async function contextOf(city: City): Promise<RequestContext> {
  const model = await projectModel()
  const contexts = createContexts({ current: () => model, clock: () => new Date(), zone: 'Asia/Shanghai' })
  return contexts.of(await merchantOf(city), 'zh', 'bench')
}

async function projectModel(): Promise<Model> {
  const { model, problems } = compile(await readSources('.'))
  if (!model) throw new Error(`The project does not compile: ${problems[0]?.message.en}`)
  return model
}

async function merchantOf({ database }: City): Promise<UserActor> {
  const { rows } = await database.query(
    `select id::text, owner_ids::text[] as owners, role_id::text[] as roles, dept_id[1]::text as dept from blade_user where account = 'merchant'`,
  )
  const [{ id, owners, roles, dept }] = rows
  return new UserActor({
    userId: id,
    account: 'merchant',
    name: 'Merchant',
    tenantId: '000000',
    deptId: dept,
    roleIds: roles,
    roles: ['vendor'],
    administrator: false,
    sourceType: null,
    ownerIds: owners,
    regionId: null,
    codes: new Set(merchantCodes),
    roleRights: [{ alias: 'vendor', codes: new Set(merchantCodes), dataScope: 'all' }],
  })
}
