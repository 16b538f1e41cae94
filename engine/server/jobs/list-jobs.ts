import type { JobRunView, JobView } from '../../model/job-view.ts'
import type { Language } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import type { Jobs } from './job.ts'

const mostRuns = 50

const runColumns = word(`r.id::text as "id", r.job as "job", r.started as "startTime", r.ended as "endTime",
  (extract(epoch from coalesce(r.ended, clock_timestamp()) - r.started) * 1000)::bigint as "duration",
  r.result as "result", r.count as "count", r.message as "message", r.attempts as "attempts", r.server as "server",
  r.user_name as "userName"`)

/** All jobs of this server with their last run, in the order of their next one. */
export async function listJobs(queries: Queries, jobs: Jobs, language: Language): Promise<JobView[]> {
  const rows = await runAll(
    queries,
    sql`select j.name as "name", j.next_at as "nextTime",
        coalesce(j.lease_until > clock_timestamp(), false) as "isRunning", ${runColumns}
      from engine_job j left join lateral (
        select * from engine_job_run r where r.job = j.name order by r.id desc limit 1) r on true
      where j.name = any(${Object.keys(jobs)}::text[]) order by j.next_at, j.name`,
  )
  return rows.flatMap((row): JobView[] => {
    const name = String(row['name'])
    const job = jobs[name]
    if (!job) return []
    return [
      {
        name,
        title: job.title[language],
        schedule: 'at' in job.schedule ? { at: job.schedule.at } : { seconds: job.schedule.seconds },
        nextTime: timeOf(row['nextTime']),
        isRunning: row['isRunning'] === true,
        last: row['id'] === null ? null : runOf(row, jobs, language),
      },
    ]
  })
}

/** A part of the runs, the latest first. */
export interface RunsPart {
  readonly job?: string
  /** Runs before this one. */
  readonly before?: string
}

/** Runs, also of jobs that this server no longer has, which have their name as title. */
export async function listRuns(
  queries: Queries,
  jobs: Jobs,
  { job, before }: RunsPart,
  language: Language,
): Promise<{ readonly runs: readonly JobRunView[]; readonly hasMore: boolean }> {
  const ofJob = job === undefined ? word('true') : sql`r.job = ${job}`
  const earlier = before === undefined ? word('true') : sql`r.id < ${before}::bigint`
  const rows = await runAll(
    queries,
    sql`select ${runColumns} from engine_job_run r where ${ofJob} and ${earlier} order by r.id desc limit ${mostRuns + 1}::integer`,
  )
  return {
    runs: rows.slice(0, mostRuns).map(row => runOf(row, jobs, language)),
    hasMore: rows.length > mostRuns,
  }
}

function runOf(row: Row, jobs: Jobs, language: Language): JobRunView {
  const job = String(row['job'])
  const { result, message, userName } = row
  return {
    id: String(row['id']),
    job,
    title: Object.hasOwn(jobs, job) ? (jobs[job]?.title[language] ?? job) : job,
    startTime: timeOf(row['startTime']),
    endTime: row['endTime'] === null ? null : timeOf(row['endTime']),
    duration: Number(row['duration']),
    result: result === 'done' || result === 'failed' ? result : 'running',
    count: Number(row['count']),
    message: message === null ? null : String(message),
    attempts: Number(row['attempts']),
    server: String(row['server']),
    userName: userName === null ? null : String(userName),
  }
}

const timeOf = (value: unknown): string => String(value).slice(0, 19)
