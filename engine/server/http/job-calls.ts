import type { FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { Jobs } from '../jobs/job.ts'
import { startByHand } from '../jobs/job-table.ts'
import { listJobs, listRuns } from '../jobs/list-jobs.ts'
import type { App } from './app.ts'
import { wrongIds } from './context-of.ts'

export interface JobCallParts {
  readonly database: Database
  /** The jobs of this server, those of the product included. */
  readonly jobs: Jobs
}

const path = '/api/engine/jobs'

/**
 * `/api/engine/jobs`: the scheduled jobs, their runs (`/runs`, narrowed by `job`, paged by `before`), and their start by
 * hand (`POST /:name/run`; 409 while the job is running). For administrators of the platform: jobs belong to no tenant.
 */
export function jobCalls(app: App, { database, jobs }: JobCallParts): void {
  const queries = database.kysely
  app.get(path, async request => {
    assureOperator(request)
    return done(await listJobs(queries, jobs, request.language), request.language)
  })
  app.get(`${path}/runs`, async request => {
    assureOperator(request)
    const { job, before } = Object(request.query) as Readonly<Record<string, unknown>>
    if (before !== undefined && (typeof before !== 'string' || !isId(before))) throw wrongIds()
    if (job !== undefined && (typeof job !== 'string' || !Object.hasOwn(jobs, job))) throw noJob()
    const part = { ...(job !== undefined && { job }), ...(before !== undefined && { before }) }
    return done(await listRuns(queries, jobs, part, request.language), request.language)
  })
  app.post<{ Params: { name: string } }>(`${path}/:name/run`, async request => {
    const user = assureOperator(request)
    const { name } = request.params
    if (!Object.hasOwn(jobs, name)) throw noJob()
    if (!(await startByHand(queries, name, user)))
      throw refuse.conflict('job.running', {
        zh: '任务正在运行，请在本次运行结束后再执行',
        en: 'The job is running. Start it again when this run has ended.',
      })
    return done(null, request.language)
  })
}

/** The administrator of the platform who makes the request. */
function assureOperator({ ctx: { actor } }: FastifyRequest): { readonly id: string; readonly name: string } {
  if (actor.userId === null || !actor.administrator || actor.tenantId !== platformTenant)
    throw refuse.forbidden({ zh: '定时任务', en: 'Scheduled jobs' })
  return { id: actor.userId, name: actor.name }
}

const noJob = () => refuse.notFound({ zh: '任务', en: 'Job' })
