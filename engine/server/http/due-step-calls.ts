import type { Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { stepsOf } from '../../model/steps.ts'
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
import { confirmRule } from '../jobs/due-rules.ts'
import { dueStepsJob } from '../jobs/due-steps.ts'
import { fillingValues } from '../jobs/filling-values.ts'
import { runNow } from '../jobs/job-table.ts'
import { orphanedWork } from '../jobs/orphaned-work.ts'
import { dueStepsOf } from '../store/due-rows.ts'
import type { App } from './app.ts'

const path = '/api/engine/due-steps'
const maxAllowed = 1_000_000
const maxFailures = 1000

/**
 * `/api/engine/due-steps`: the automatic steps that wait for an administrator, the records for which they failed, and the
 * work of jobs that runs for all rows of a resource, or is orphaned. Administrators of the platform see and confirm these;
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
    const waiting = await runAll(
      kysely,
      sql`select resource, step, digest, first_seen as "firstSeen", due, confirmed_at as "confirmedAt",
          confirmed_name as "confirmedBy", made, allowed, stopped_at as "stoppedAt" from engine_due_step
        where confirmed_at is null or stopped_at is not null order by resource, step`,
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
        waiting: isOfPlatform(ctx)
          ? waiting.filter(isPresent).map(row => ({ ...row, ...titlesOf(ctx.model, row) }))
          : [],
        clock: (isOfPlatform(ctx) && clock) || null,
        filling,
        orphaned: orphaned.map(({ message, ...row }) => ({ ...row, message: message[language] })),
        failures: failures.map(({ message, ...row }) => ({ ...row, message: (message as Row)[language] })),
      },
      language,
    )
  })
  app.post(`${path}/confirm`, async ({ ctx, body, language }) => {
    assurePlatform(ctx)
    const { userId, name } = ctx.actor
    const asked = confirmationOf(body)
    if (!(await confirmRule(kysely, asked, { id: userId, name })))
      throw refuse.notFound({ zh: '待确认的自动步骤', en: 'Automatic step that waits for confirmation' })
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
    throw refuse.forbidden({ zh: '确认自动步骤', en: 'Confirm automatic steps' })
}

/** Whether a row concerns a step of the Model in its present version. */
function presentIn(model: Model): (row: Row) => boolean {
  const present = new Set(
    dueStepsOf(model).map(({ resource, step, digest }) => `${resource.name} ${step.name} ${digest}`),
  )
  return row => present.has(`${row['resource']} ${row['step']} ${row['digest']}`)
}

/** The titles of a step of the Model and of its resource. */
function titlesOf(model: Model, row: Row) {
  const resource = resourceOf(model, String(row['resource']))
  const step = stepsOf(resource).find(({ name }) => name === row['step'])
  return { resourceTitle: resource.title, title: step?.title }
}

function confirmationOf(body: unknown) {
  const { resource, step, digest, allow } = knownIn(body, ['resource', 'step', 'digest', 'allow'])
  if (typeof resource !== 'string' || typeof step !== 'string' || typeof digest !== 'string')
    throw refuse.input({ step: { zh: '请指定资源、步骤和版本', en: 'Name the resource, the step and its version' } })
  if (allow === undefined || allow === null) return { resource, step, digest }
  if (typeof allow !== 'number' || !Number.isInteger(allow) || allow < 1 || allow > maxAllowed)
    throw refuse.input({
      allow: { zh: `请填写 1 到 ${maxAllowed} 的整数`, en: `Enter a whole number from 1 to ${maxAllowed}` },
    })
  return { resource, step, digest, allow }
}
