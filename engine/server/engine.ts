import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { extendLanguage } from '../compiler/extend.ts'
import type { Model } from '../model/model.ts'
import { assureZone } from './assure-zone.ts'
import { platformTenant } from './auth/actor.ts'
import { administrator } from './auth/administrator.ts'
import { type Authenticator, createAuthenticator } from './auth/authenticator.ts'
import { parameterValue } from './auth/parameter-value.ts'
import { storedPassword } from './auth/password.ts'
import { isPublishedKey } from './auth/published-keys.ts'
import { type EngineReason, reasonsOfJobs } from './auth/reasons.ts'
import { createContexts } from './auth/request-context.ts'
import { encrypted, fieldSecrets, sealBy } from './auth/seal.ts'
import { tokenSecret } from './auth/secret.ts'
import { keepSession } from './auth/sessions.ts'
import { createSignInLock, failCount, failuresIn } from './auth/sign-in-lock.ts'
import { builtDatabase } from './built-database.ts'
import type { Database } from './database/database.ts'
import { createDatabaseClock } from './database/database-clock.ts'
import { openDatabase } from './database/open-database.ts'
import { SlowStatements } from './database/slow-statements.ts'
import { type EngineScope, engineParts } from './engine-parts.ts'
import { type App, createApp } from './http/app.ts'
import { authenticateBy } from './http/authenticate.ts'
import { openapiCall } from './http/openapi-call.ts'
import { productCalls } from './http/product-calls.ts'
import { programs } from './http/programs.ts'
import { createSlots } from './http/slots.ts'
import { webFiles } from './http/web-files.ts'
import { runNow } from './jobs/job-table.ts'
import { allJobs } from './jobs/product-jobs.ts'
import { markFormulas } from './jobs/refresh-values.ts'
import { createJobRunner } from './jobs/run-jobs.ts'
import { type LiveModel, startLiveModel } from './live/live-model.ts'
import { storedSources } from './live/revision-row.ts'
import { describingWork, planningContext } from './open-work.ts'
import { backupCommand } from './operator/backup.ts'
import { importCommand } from './operator/import-command.ts'
import { type OperatorCommand, openOperatorChannel } from './operator/operator-channel.ts'
import { planCommand } from './operator/plan-command.ts'
import { rotateCommand } from './operator/rotate-keys.ts'
import { tenantCommand } from './operator/tenant-command.ts'
import { verifyCommand } from './operator/verify-command.ts'
import { type MergedParts, mergedParts, type Part } from './part.ts'
import { deployFiles } from './processes/deploy.ts'
import { createWorkflow, type Workflow } from './processes/workflow.ts'
import { smsInUse } from './services/aliyun-sms.ts'
import { filesIn, uploadsIn } from './services/files/storage.ts'
import { storageInUse } from './services/files/storage-in-use.ts'
import { storeBytes } from './services/files/store-upload.ts'
import { createLogWriter } from './services/logs/log-writer.ts'
import { exportFilesIn } from './services/operations/export-files.ts'
import { connectedPorts, type Ports } from './services/ports.ts'
import { type NewAccount, writeFirstRows } from './services/seed/first-rows.ts'
import { startSeedLoading } from './services/seed/load-seeds.ts'
import { assureAppDir, SettingError, type Settings } from './settings.ts'
import { startFault } from './start-fault.ts'
import { createIds, type Ids } from './storage/ids.ts'
import { openSteps } from './storage/steps.ts'
import type { EngineHandlers, Handlers } from './store/action.ts'
import { newWork } from './store/new-work.ts'
import type { Store } from './store/operations.ts'
import { refreshJob } from './store/stale-values.ts'
import { createStore, type StoreParts } from './store/store.ts'
import type { Work } from './store/work.ts'

/** What a product passes to its engine. */
export interface EngineOptions {
  readonly settings: Settings
  readonly log: Logger
  /** What the product adds in TypeScript. */
  readonly parts?: readonly Part[]
  /** Called at each start when the tables and the first rows exist, before the server listens. */
  readonly fill?: Fill
  /** Folder of the built web. */
  readonly web?: string
  /** An initialised embedded database; by default the one of the build. */
  readonly template?: string
  /** Returns the folder of an embedded database with the app's tables, if there is one; by default that of the build. */
  readonly prepared?: () => Promise<string | undefined>
  /** Milliseconds between two looks for jobs that are due; a second by default. */
  readonly jobInterval?: number
  /** Milliseconds for which changed descriptors wait for imports and bulk operations; 30 seconds by default. */
  readonly patience?: number
  /** Timeout of a statement of a call, in milliseconds; four seconds by default. */
  readonly statementTimeout?: number
  /** Milliseconds that are added to the time of the database, for tests. */
  readonly clockShift?: () => number
  /** A running embedded database to use instead of opening one. */
  readonly instance?: PGlite
}

/** Fills a database with rows in the process that serves it; returns new accounts, which are shown to the operator. */
export type Fill = (start: FilledStart) => Promise<readonly NewAccount[]>

/** What `Fill` may use. */
export interface FilledStart {
  readonly database: Database
  readonly settings: Settings
  readonly log: Logger
  /** Returns the work of the first administrator, for this reason. */
  readonly workOf: (reason: EngineReason) => Promise<Work>
  readonly workflow: Workflow
  /** Whether this start wrote the first rows of the database. */
  readonly isFirstStart: boolean
}

/** A server for a folder of descriptors. */
export interface Engine {
  /** The HTTP server, into which tests inject requests. */
  readonly app: App
  readonly database: Database
  readonly store: Store
  /** The Model of a tenant; by default of the platform's. */
  readonly model: (tenantId?: string) => Model
  /** Newly created accounts, which are shown to the operator once. */
  readonly newAccounts: readonly NewAccount[]
  /** Starts listening and returns the address. On failure everything is closed. */
  listen(): Promise<string>
  /** Reports that the process is not ready, and serves on for `drainSeconds`, so that a proxy sends requests elsewhere. */
  drain(): Promise<void>
  /** Waits for requests in progress, then closes everything. */
  close(): Promise<void>
}

/** Opens the database, migrates it to the descriptors, and prepares the server for listening. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  try {
    return await opened(options)
  } catch (error) {
    throw startFault(error, options.settings) ?? error
  }
}

async function opened({
  settings,
  log,
  parts = [],
  fill,
  web,
  template,
  prepared = () => builtDatabase(settings.appDir),
  instance,
  clockShift,
  jobInterval,
  patience,
  statementTimeout,
}: EngineOptions): Promise<Engine> {
  const { appDir, dataDir, zone } = settings
  const product = mergedParts([...engineParts, ...parts])
  const { handlers, effects } = product
  const extensions = parts.map(extendLanguage)
  assureAppDir(appDir)
  const ownHandlers: EngineHandlers = Object.assign({}, ...engineParts.map(part => part.ownHandlers))
  // Both are there before the first file or message.
  let secret: Uint8Array = new Uint8Array()
  const providers = { queries: () => database.reserved.kysely, secret: () => secret, hosts: settings.outboundHosts }
  const ports: Ports & Required<Pick<Ports, 'files'>> = {
    files: storageInUse({ ...providers, disk: filesIn(dataDir) }),
    ...(settings.smsByProvider && { sms: smsInUse(providers) }),
    ...product.ports,
  }
  const statements = new SlowStatements(statement => log.warn(statement, 'a statement took long'))
  const database = await openDatabase({
    ran: (text, ms) => statements.add(text, ms),
    ...(settings.databaseUrl !== undefined && { url: settings.databaseUrl }),
    ...(template !== undefined && { template }),
    prepared,
    ...(instance !== undefined && { instance }),
    dataDir,
    zone,
    ...(statementTimeout !== undefined && { statementTimeout }),
    warn: sentence => log.warn(sentence),
    refused: fault => log.warn(fault, 'the database refused a statement'),
  })
  const { reserved, background } = database
  const closing: (() => Promise<unknown>)[] = [
    async () => {
      for (const remove of extensions) remove()
    },
    () => database.close(),
  ]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const live = await startLiveModel({
      database: reserved,
      appDir,
      handlers: { ...handlerNames(handlers, ownHandlers), '': Object.keys(effects) },
      watch: settings.live,
      openSteps: () => openSteps(database, appDir),
      log,
      ...(patience !== undefined && { patience }),
      workOf: describingWork(background, zone),
    })
    closing.push(() => live.close())
    await assureZone(database, zone)
    const ids = await createIds(reserved, Date.now, live.served)
    closing.push(() => ids.close())
    // An unchanged row is recorded again with the next renewal of its lease.
    live.onChange(
      () => void ids.report().catch(error => log.debug({ err: error }, 'the row of this process could not be written')),
    )
    const workflow: Workflow = createWorkflow(() => storeParts)
    const jobScope = { files: ports.files, exports: exportFilesIn(dataDir), dataDir, workflow }
    const scheduled = allJobs(Object.assign({}, ...engineParts.map(part => part.work?.(jobScope))), product.jobs)
    const clock = await createDatabaseClock(reserved, {
      warn: sentence => log.warn(sentence),
      ...(clockShift && { shift: clockShift }),
    })
    const contexts = createContexts({
      current: live.current,
      clock: clock.now,
      zone,
      reasons: { ...product.reasons, ...reasonsOfJobs(scheduled) },
    })
    const ofOperator = () =>
      newWork(
        { database: background, ids, hashPassword: storedPassword },
        contexts.operator(platformTenant, 'first-start', 'zh'),
      )
    const newAccounts = await prepareRows(ofOperator(), settings)
    // While the tables are empty: their rows will have the values of these formulas.
    if (newAccounts.length > 0) await markFormulas(ofOperator())
    const seeds = await startSeedLoading(live, {
      database: background,
      appDir,
      watch: settings.live,
      log,
      work: ofOperator,
      isFirstStart: newAccounts.length > 0,
    })
    closing.push(() => seeds.close())
    const workOf = async (reason: EngineReason) =>
      newWork(
        { database: background, ids, hashPassword: storedPassword },
        contexts.command(await administrator(background), reason, 'zh'),
      )
    secret = await secretOf(settings)
    const authenticator = createAuthenticator(reserved, secret, live.current, clock.now)
    const authorityChanged = () => {
      authenticator.forget()
      live.catchUp().catch(error => log.error({ err: error }, 'edited rows could not be read'))
      seeds.load()
    }
    const storeParts: StoreParts = {
      database,
      ids,
      handlers,
      ownHandlers,
      effects,
      ports: connectedPorts(ports),
      hashPassword: storedPassword,
      rightsChanged: authorityChanged,
      seal: sealBy(secret),
      encrypt: text => encrypted(secret, fieldSecrets, text),
      storeFile: storeBytes({ database, storage: ports.files, scratch: uploadsIn(dataDir), quota: settings.limits }),
      processes: workflow.records,
    }
    const deployProcesses = async () =>
      deployFiles(ofOperator(), (await storedSources(background))?.sources ?? [], (file, why, error) =>
        log.warn({ file, why, error }, 'a process of the app was not deployed'),
      )
    const processesServed = () => JSON.stringify(live.described().processes)
    let processes = processesServed()
    let deploying = deployProcesses()
    await deploying
    const stopDeploying = live.onChange(() => {
      if (processesServed() === processes) return
      processes = processesServed()
      deploying = deploying
        .then(deployProcesses)
        .catch(error => log.error({ err: error }, 'the processes of the app could not be deployed'))
    })
    closing.push(() => {
      stopDeploying()
      return deploying
    })
    const isFirstStart = newAccounts.length > 0
    if (fill) newAccounts.push(...(await fill({ database: background, settings, log, workOf, workflow, isFirstStart })))
    const store = createStore(storeParts)
    const stopping = new AbortController()
    const app = await createCalls({
      database,
      clock,
      stopping: stopping.signal,
      live: seeds.live,
      store,
      storeParts,
      workflow,
      contexts,
      authenticator,
      secret,
      ids,
      settings,
      log,
      ports,
      product,
      statements,
      ...(web !== undefined && { web }),
    })
    closing.push(() => app.close())
    // Commands open a database on a server themselves.
    if (database.kind === 'embedded' && instance === undefined) {
      const contextOf = (model: Model) => planningContext(model, zone)
      const plan = planCommand(background, { appDir, zone, ids, contextOf, confirm: live.confirm })
      const commands: Readonly<Record<string, OperatorCommand>> = {
        import: importCommand({ ...storeParts, database: background }, contexts, live.catchUp),
        verify: verifyCommand(background, ports.files),
        backup: backupCommand(background, ports.files, settings),
        tenant: tenantCommand(background, ports.files),
        'rotate-keys': rotateCommand(background, live.current, secret),
        async plan(...input) {
          try {
            return await plan(...input)
          } finally {
            seeds.load()
            await live.recheck()
          }
        },
      }
      const channel = await openOperatorChannel(dataDir, commands, log)
      closing.push(() => channel.close())
    }
    const runner = createJobRunner({
      database: background,
      contexts,
      zone,
      clock,
      store: { ...storeParts, database: background },
      jobs: scheduled,
      interval: jobInterval,
      log,
    })
    // A run that failed before delays no values of another Model. Its problems change more often.
    let { revision } = live.described()
    live.onChange(() => {
      const next = live.described().revision
      if (next === revision) return
      revision = next
      runNow(background.kysely, refreshJob).catch(error =>
        log.debug({ err: error }, 'the job of stored values could not be made due'),
      )
    })
    app.addHook('onReady', () => runner.start())
    live.retired.addEventListener('abort', () => void runner.stop())
    app.addHook('preClose', () => runner.stop())
    return {
      app,
      database,
      store,
      model: live.current,
      newAccounts,
      listen: () =>
        app.listen({ port: settings.port, host: settings.host }).catch(async error => {
          await close()
          throw startFault(error, settings) ?? error
        }),
      async drain() {
        stopping.abort()
        await sleep(settings.drainSeconds * 1000)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The names of all handlers, by resource. */
function handlerNames(ofProduct: Handlers, ofEngine: EngineHandlers): Readonly<Record<string, readonly string[]>> {
  const resources = [...Object.keys(ofProduct), ...Object.keys(ofEngine)]
  const namesOf = (name: string) => Object.keys({ ...ofProduct[name], ...ofEngine[name] })
  return Object.fromEntries(resources.map(name => [name, namesOf(name)]))
}

/** The key that signs tokens. A published one in the data folder prevents the start, as one in a setting does. */
async function secretOf({ dataDir, tokenSecret: given, formerSecret }: Settings): Promise<Uint8Array> {
  const secret = await tokenSecret(dataDir, given, formerSecret)
  if (isPublishedKey(Buffer.from(secret).toString()))
    throw new SettingError(
      `DATA_DIR is "${dataDir}"; its file token-secret contains a key from public source code. Delete the file: a new key is generated at the next start.`,
    )
  return secret
}

async function prepareRows(work: Work, { adminPassword }: Settings): Promise<NewAccount[]> {
  const admin = await writeFirstRows(work, adminPassword)
  return admin ? [admin] : []
}

interface CallParts
  extends Pick<EngineScope, 'database' | 'clock' | 'stopping' | 'store' | 'storeParts' | 'workflow' | 'contexts'> {
  readonly live: LiveModel
  readonly authenticator: Authenticator
  readonly secret: Uint8Array
  readonly ids: Ids
  readonly settings: Settings
  readonly log: Logger
  readonly ports: Ports & Required<Pick<Ports, 'files'>>
  /** What the parts bring. */
  readonly product: MergedParts
  readonly statements: SlowStatements
  readonly web?: string
}

async function createCalls(parts: CallParts): Promise<App> {
  const { database, clock, live, store, storeParts, contexts, authenticator, secret, settings, log, ports, web } = parts
  const { calls, dialects, topics } = parts.product
  const { reserved, background } = database
  const { zone, dataDir } = settings
  const { catchUp } = live
  const { files } = ports
  const app = await createApp(log, {
    authenticate: authenticateBy(authenticator, ({ sessionId: id, seenAt }) =>
      keepSession(reserved, live.current(), { id, seenAt }, clock.now()),
    ),
    contexts,
    trustedProxies: settings.trustedProxies,
    limits: settings.limits,
  })
  const maxFailures = async () => failuresIn(await parameterValue(reserved.kysely, live.current(), failCount.key))
  const nextId = () => parts.ids.next()
  const uploads = { database, storage: files, scratch: uploadsIn(dataDir), quota: settings.limits }
  const longParts = { ...storeParts, database: background }
  const long = { database: background, nextId, store: createStore(longParts), zone, catchUp }
  const scope: EngineScope = {
    database,
    clock,
    stopping: parts.stopping,
    holder: live,
    store,
    storeParts,
    workflow: parts.workflow,
    contexts,
    authenticator,
    secret,
    settings,
    zone,
    nextId,
    catchUp,
    lock: createSignInLock(reserved, sealBy(secret), maxFailures, clock.now),
    slots: createSlots<string>(settings.limits.exports),
    files,
    uploads,
    ports: connectedPorts(ports),
    adapters: ports,
    log,
    topics,
    statements: parts.statements,
    logs: createLogWriter({ database: background, nextId, log }),
    long: { ...long, storeParts: longParts, exports: exportFilesIn(dataDir) },
  }
  for (const part of engineParts) await part.serve?.(app, scope)
  const ofPrograms = programs({ ...uploads, contexts })
  for (const dialect of dialects) await dialect(app, { store, nextId, catchUp, ...ofPrograms })
  const { resources } = live.current()
  const ofApp = calls.filter(({ needs }) => needs === undefined || Object.hasOwn(resources, needs))
  productCalls(app, ofApp, { store, model: live.current(), contexts, database, ids: parts.ids })
  openapiCall(app, ofApp)
  if (web !== undefined) await webFiles(app, web, live.current, settings.outboundHosts)
  return app
}
