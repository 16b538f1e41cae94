import {
  idOf,
  operationId,
  operationName,
  resourceId,
  resourceOfId,
  resourceWithId,
  stepWithId,
} from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import { confirmClock } from '../jobs/clock-guard.ts'
import { dueStepsJob } from '../jobs/due-steps.ts'
import { fillingValues } from '../jobs/filling-values.ts'
import { runNow } from '../jobs/job-table.ts'
import { orphanedWork } from '../jobs/orphaned-work.ts'
import { dueStepsOf } from '../store/due-rows.ts'
import { type DueStepName, includeSkipped } from '../store/due-since.ts'
import type { App } from './app.ts'

const path = '/api/engine/due-steps'
const maxFailures = 1000

/**
 * `/api/engine/due-steps`: the automatic steps that skip records, the records for which they failed, and the
 * work of jobs that runs for all rows of a resource, or is orphaned. Administrators of the platform see and run these;
 * failures are those of the user's tenant.
 */
export function dueStepCalls(app: App, database: Database): void {
  const { kysely } = database
  app.get(path, async ({ ctx, language }) => {
    assureAdministrator(ctx)
    const failures = await runAll(
      kysely,
      sql`select resource, record_id::text as id, step, failures, at, next_at as "nextAt", message from engine_step_failure
        where tenant_id = ${ctx.actor.tenantId} order by at desc limit ${maxFailures}::integer`,
    )
    const skipped = await runAll(
      kysely,
      sql`select resource, step, digest, since, due from engine_due_step where due > 0 order by resource, step`,
    )
    const [clock] = await runAll(
      kysely,
      sql`select waits_since as "waitsSince", moved_seconds::integer as seconds from engine_due_clock
        where id = 1 and waits_since is not null`,
    )
    const isPresent = presentIn(ctx.model)
    const orphaned = isOfPlatform(ctx) ? await orphanedWork(kysely, ctx.model) : []
    const filling = isOfPlatform(ctx) ? await fillingValues(kysely, ctx.model) : []
    return done(
      {
        skipped: isOfPlatform(ctx)
          ? skipped.filter(isPresent).map(row => ({ ...row, ...titlesOf(ctx.model, row) }))
          : [],
        clock: (isOfPlatform(ctx) && clock) || null,
        filling,
        orphaned: orphaned.map(({ message, ...row }) => ({ ...row, message: message[language] })),
        failures: failures.map(({ message, ...row }) => ({
          ...withNames(ctx.model, row),
          message: (message as Row)[language],
        })),
      },
      language,
    )
  })
  app.post(`${path}/run`, async ({ ctx, body, language }) => {
    assurePlatform(ctx)
    if (!(await includeSkipped(kysely, stepOf(ctx.model, body))))
      throw refuse.notFound({ zh: '有跳过数据的自动步骤', en: 'Automatic step with skipped records' })
    await runNow(kysely, dueStepsJob)
    return done(null, language)
  })
  app.post(`${path}/confirm-clock`, async ({ ctx, language }) => {
    assurePlatform(ctx)
    if (!(await confirmClock(kysely))) throw refuse.notFound({ zh: '待确认的时钟变化', en: 'Change of the clock' })
    await runNow(kysely, dueStepsJob)
    return done(null, language)
  })
}

const isOfPlatform = ({ actor }: RequestContext) => actor.tenantId === platformTenant

function assureAdministrator({ actor }: RequestContext): void {
  if (!actor.administrator) throw refuse.forbidden({ zh: '查看自动步骤', en: 'View automatic steps' })
}

function assurePlatform(ctx: RequestContext): void {
  if (!ctx.actor.administrator || !isOfPlatform(ctx))
    throw refuse.forbidden({ zh: '执行自动步骤', en: 'Run automatic steps' })
}

/** Whether a row concerns a step of the Model in its present version. */
function presentIn(model: Model): (row: Row) => boolean {
  const present = new Set(
    dueStepsOf(model).map(({ resource, step, digest }) => `${idOf(resource)} ${idOf(step)} ${digest}`),
  )
  return row => present.has(`${row['resource']} ${row['step']} ${row['digest']}`)
}

/** The names and titles of a step of the Model and of its resource. */
function titlesOf(model: Model, row: Row) {
  const resource = resourceOfId(model, String(row['resource']))
  const step = stepWithId(resource, String(row['step']))
  return { resource: resource.name, step: step?.name, resourceTitle: resource.title, title: step?.title }
}

/** A row with the present names of its resource and step; ids of those that were removed. */
function withNames(model: Model, row: Row): Row {
  const resource = resourceWithId(model, String(row['resource']))
  const step = String(row['step'])
  return resource ? { ...row, resource: resource.name, step: operationName(resource, step) } : row
}

function stepOf(model: Model, body: unknown): DueStepName {
  const { resource, step, digest } = knownIn(body, ['resource', 'step', 'digest'])
  if (typeof resource !== 'string' || typeof step !== 'string' || typeof digest !== 'string')
    throw refuse.input({ step: { zh: '请指定资源、步骤和版本', en: 'Name the resource, the step and its version' } })
  const of = Object.hasOwn(model.resources, resource) ? model.resources[resource] : undefined
  return { resource: resourceId(model, resource), step: of ? operationId(of, step) : step, digest }
}
