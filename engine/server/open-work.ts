import type { PGlite } from '@electric-sql/pglite'
import { compile } from '../compiler/compile.ts'
import { print } from '../compiler/problem.ts'
import type { Language, Model } from '../model/model.ts'
import { assureZone } from './assure-zone.ts'
import { platformTenant } from './auth/actor.ts'
import { administrator } from './auth/administrator.ts'
import { storedPassword } from './auth/password.ts'
import { type Contexts, createContexts, type RequestContext } from './auth/request-context.ts'
import type { Database } from './database/database.ts'
import { createDatabaseClock } from './database/database-clock.ts'
import { openDatabase } from './database/open-database.ts'
import { markFormulas } from './jobs/refresh-values.ts'
import { readSources } from './live/app-files.ts'
import { synchroniseRows } from './live/edited-rows.ts'
import { createModelSlot } from './live/model-holder.ts'
import { servedAs, storedSources } from './live/revision-row.ts'
import { writeFirstRows } from './services/seed/first-rows.ts'
import { loadSeeds } from './services/seed/seed-rows.ts'
import type { Settings } from './settings.ts'
import { applyPlan } from './storage/apply.ts'
import { readNames } from './storage/engine-names.ts'
import { createIds, type Served } from './storage/ids.ts'
import { planner } from './storage/plan.ts'
import { withNames } from './storage/resolve-names.ts'
import type { MigrationStep } from './storage/step-fault.ts'
import { readSteps } from './storage/steps.ts'
import { newWork, type WorkParts } from './store/new-work.ts'
import { readOverlays } from './store/overlay-table.ts'
import { addRoles } from './store/shipped-roles.ts'
import { type Work, workOn } from './store/work.ts'

/** The work context of a command, with the account of the first administrator, and its cleanup. */
export interface OpenWork {
  readonly work: Work
  readonly database: Database
  close(): Promise<void>
}

/**
 * Opens the database for a command. The Model is the revision that a server serves from it; otherwise it is compiled
 * from the descriptors, and the database is migrated as at a first start. History entries contain the reason.
 */
export const openWork = (
  settings: Settings,
  reason: string,
  language: Language,
  warn: (sentence: string) => void,
): Promise<OpenWork> =>
  open(settings, warn, async ({ database, parts, contexts }) => {
    const first = newWork(parts, contexts.operator(platformTenant, 'first-start', language))
    const admin = await writeFirstRows(first, settings.adminPassword)
    if (admin?.password !== undefined)
      warn(`Account ${admin.account}, password ${admin.password}: change it at the first sign-in.`)
    await first.transaction(queries => addRoles(workOn(first, queries)))
    await loadSeeds(database, first, settings.appDir)
    return contexts.command(await administrator(database), reason, language)
  })

/** Opens the work of the command that creates an administrator: it requires no rows. */
export const openRescueWork = (
  settings: Settings,
  language: Language,
  warn: (sentence: string) => void,
): Promise<OpenWork> =>
  open(settings, warn, async ({ contexts }) => contexts.operator(platformTenant, 'rescue-command', language))

interface Opened {
  readonly database: Database
  readonly parts: WorkParts
  readonly contexts: Contexts
}

async function open(
  settings: Settings,
  warn: (sentence: string) => void,
  contextOf: (opened: Opened) => Promise<RequestContext>,
): Promise<OpenWork> {
  const { appDir, dataDir, zone, databaseUrl } = settings
  const database = await openDatabase({ ...(databaseUrl !== undefined && { url: databaseUrl }), dataDir, zone, warn })
  const ending: (() => Promise<unknown>)[] = [() => database.close()]
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await end()
  }
  try {
    const served = await servedModel(database)
    const model = served?.model ?? (await broughtModel(database, appDir))
    await assureZone(database, zone)
    const clock = await createDatabaseClock(database, { warn })
    const ids = await createIds(database, Date.now, () => served)
    ending.push(() => ids.close())
    const slot = createModelSlot()
    slot.put(model, await readOverlays(database.kysely), [])
    const contexts = createContexts({ current: slot.current, clock: clock.now, zone })
    const parts = { database, ids, hashPassword: storedPassword }
    const ctx = await contextOf({ database, parts, contexts })
    return { work: newWork(parts, ctx), database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Writes into an empty database what the first start of an app writes, except what differs between installations:
 * accounts and the time zone.
 */
export async function fillDatabase(instance: PGlite, appDir: string): Promise<void> {
  const database = await openDatabase({ instance, zone: 'UTC' })
  const model = await broughtModel(database, appDir, await readSteps(appDir))
  const ids = await createIds(database, Date.now, () => undefined)
  const contexts = createContexts({ current: () => model, clock: () => new Date(), zone: 'UTC' })
  const ctx = contexts.operator(platformTenant, 'first-start', 'zh')
  const work = newWork({ database, ids, hashPassword: storedPassword }, ctx)
  // While the tables are empty: their rows will have the values of these formulas.
  await markFormulas(work)
  await loadSeeds(database, work, appDir)
  await synchroniseRows(work, undefined)
  await ids.close()
  await database.close()
}

/** The Model served by a server with several processes. An embedded database has no other process now. */
async function servedModel(database: Database): Promise<(Served & { readonly model: Model }) | undefined> {
  const row = database.kind === 'postgres' ? await storedSources(database) : undefined
  const model = row && compile(row.sources).model
  if (!model) return undefined
  const named = withNames(model, await readNames(database.kysely))
  return { model: { ...named, namesVersion: row.namesVersion }, ...servedAs(row) }
}

/** Thrown if the descriptors are invalid; the message lists their problems. */
export class InvalidDescriptors extends Error {}

async function broughtModel(database: Database, appDir: string, steps: readonly MigrationStep[] = []): Promise<Model> {
  const { model, problems } = compile(await readSources(appDir))
  if (!model) throw new InvalidDescriptors(problems.map(problem => print(problem)).join('\n'))
  const policy = steps.length > 0 ? { leave: () => true } : {}
  return (await applyPlan(database, { model, changes: [] }, policy, planner, { steps })).model
}

/** The server's own work on rows of descriptors, with a Model that is not served yet; in a tenant, that of the operator. */
export const describingWork =
  (database: Database, zone: string) =>
  (model: Model, tenantId?: string): Work => {
    const contexts = createContexts({ current: () => model, clock: () => new Date(), zone })
    const ctx =
      tenantId === undefined
        ? contexts.system(platformTenant, 'descriptors', 'descriptors')
        : contexts.operator(tenantId, 'descriptors', 'zh')
    return newWork({ database, ids: noIds, hashPassword: storedPassword }, ctx)
  }

/** Rows of descriptors have ids of their codes, and are written before the tables of this process's ids exist. */
const noIds = {
  next(): string {
    throw new Error('A row of the descriptors has no id.')
  },
}

/** The context in which a Model that is not served yet is compared with the rows. */
export const planningContext = (model: Model, zone: string): RequestContext =>
  createContexts({ current: () => model, clock: () => new Date(), zone }).operator(platformTenant, 'descriptors', 'en')
