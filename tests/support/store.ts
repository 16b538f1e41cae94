import { createHmac } from 'node:crypto'
import { compile } from '../../engine/compiler/compile.ts'
import type { Model } from '../../engine/model/model.ts'
import { type Actor, type ActorRights, UserActor } from '../../engine/server/auth/actor.ts'
import { createContexts, type RequestContext } from '../../engine/server/auth/request-context.ts'
import { encrypted, fieldSecrets, type Seal } from '../../engine/server/auth/seal.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { run } from '../../engine/server/database/run.ts'
import { Refusal } from '../../engine/server/errors/refuse.ts'
import { applyPlan } from '../../engine/server/storage/apply.ts'
import { createIds } from '../../engine/server/storage/ids.ts'
import { planChanges } from '../../engine/server/storage/plan.ts'
import type { Handlers } from '../../engine/server/store/action.ts'
import { newWork } from '../../engine/server/store/new-work.ts'
import type { Store } from '../../engine/server/store/operations.ts'
import type { StepExecution } from '../../engine/server/store/step.ts'
import { createStore, executionOf, type StoreParts } from '../../engine/server/store/store.ts'
import { testZone } from './databases.ts'

export interface StoreUnderTest {
  readonly store: Store
  readonly model: Model
  /** The context of a request of an actor, with another version of the Model if one is given. */
  ctx(by: Actor, model?: Model): RequestContext
  /** The execution of steps in transactions of its own. */
  execution(ctx: RequestContext): StepExecution
  /** Sets the clock of the store. */
  setNow(now: string): void
  /** Runs a statement without the store. */
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** The seal of the store under test, for digests that a test writes itself. */
export const sealOfTests: Seal = text => createHmac('sha256', 'a secret of the test').update(text).digest('base64url')

/** The Model of a test's descriptors, by file. */
export function modelOf(files: Readonly<Record<string, string>>): Model {
  // An app alone has no resources of the engine that it could refine.
  const own = Object.entries(files).filter(([file]) => !file.startsWith('resources/blade/'))
  const sources = own.map(([file, text]) => ({ file, text, origin: 'app' as const }))
  const { model, problems } = compile(sources)
  if (!model)
    throw new Error(problems.map(({ at, code, message }) => `${at.file}:${at.line} ${code} ${message.en}`).join('\n'))
  return model
}

/** A store on a database with the tables of the Model, with adapters for the ports named. */
export async function storeOn(
  database: Database,
  described: Model,
  handlers: Handlers = {},
  ports: readonly string[] = [],
): Promise<StoreUnderTest> {
  const { model } = await applyPlan(database, await planChanges(database, described))
  const ids = await createIds(database)
  let now = new Date('2026-11-21T02:00:00Z')
  const parts: StoreParts = {
    database,
    ids,
    handlers,
    ports: new Set(ports),
    hashPassword: async plain => `digest of ${plain.length}`,
    seal: sealOfTests,
    encrypt: text => encrypted(new Uint8Array(32), fieldSecrets, text),
  }
  const store = createStore(parts)
  return {
    store,
    model,
    execution: ctx => executionOf(parts, newWork(parts, ctx)),
    ctx: (by, of = model) => contextOf(by, of, now),
    setNow: text => {
      now = new Date(text)
    },
    run: (text, values = []) => run(database.kysely, text, values),
    close: () => ids.close(),
  }
}

/** A user without rights, except the given properties. By default each role grants all codes, for all rows. */
export const actor = (
  given: Partial<Omit<ActorRights, 'userId' | 'codes'>> & {
    readonly userId?: string
    readonly codes?: Iterable<string>
  } = {},
): UserActor => {
  const codes = new Set(given.codes)
  const roles = given.roles?.length ? given.roles : ['']
  return new UserActor({
    userId: '11',
    account: 'tester',
    name: 'Tester',
    tenantId: '000000',
    deptId: null,
    roleIds: [],
    roles: [],
    administrator: false,
    sourceType: null,
    ownerIds: [],
    regionId: null,
    roleRights: roles.map(alias => ({ alias, codes, dataScope: 'all' })),
    ...given,
    codes,
  })
}

/** A user with all rights in the tenant. */
export const administrator = actor({ administrator: true, name: 'Admin', userId: '1' })

/** The context of a request of an actor, now or at a given time. */
export const contextOf = (by: Actor, model: Model, now = new Date()): RequestContext =>
  createContexts({ current: () => model, clock: () => now, zone: testZone }).of(by, 'zh', 'test')

/** Inserts the administrator's own row, to which the default `me.id` refers. */
export const addAdministrator = `insert into "blade_user" ("id", "tenant_id", "account") values (1, '000000', 'admin-1')`

/** The refusal of a call: its code, status and the named fields. */
export async function refused(work: Promise<unknown>): Promise<{ code: string; status: number; fields: string[] }> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, status: error.status, fields: Object.keys(error.errors ?? {}) }
  }
  throw new Error('The call was not refused.')
}
