import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queries } from '../database/database.ts'
import { faultOf, refusalOf } from '../errors/database-errors.ts'

/** A hand-written migration for what the planner cannot express: `migrations/0001-some-words.sql`, run once. */
export interface SqlStep {
  readonly name: string
  readonly text: string
}

/** Thrown when the steps differ from those that the database has recorded, or a step is invalid. */
export class StepFault extends Error {}

const namePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/

/** Reads an app's steps in order; throws if a name is invalid or a number is repeated. */
export async function readSteps(appDir: string): Promise<SqlStep[]> {
  const folder = join(appDir, 'migrations')
  const former = (await readdir(join(appDir, 'steps')).catch(absent)).find(name => name.endsWith('.sql'))
  if (former !== undefined) throw new StepFault(`steps/${former} is in the folder of version 1: run npm run migrate.`)
  const names = (await readdir(folder).catch(absent)).filter(name => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!namePattern.test(name)) throw new StepFault(`migrations/${name}: a step is named like 0001-some-words.sql.`)
    if (names[index + 1]?.startsWith(name.slice(0, 5)))
      throw new StepFault(`migrations/${name} and migrations/${names[index + 1]} share a number.`)
  }
  return Promise.all(names.map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

/** The steps that have not run on this database; throws if one was changed after it ran. */
export async function stepsToRun(queries: Queries, steps: readonly SqlStep[]): Promise<SqlStep[]> {
  if (steps.length === 0) return []
  const ran = await stepsThatRan(queries)
  const altered = steps.find(step => ran.has(step.name) && ran.get(step.name) !== digestOf(step))
  if (altered) throw new StepFault(`migrations/${altered.name} was changed after it ran: write another step instead.`)
  return steps.filter(({ name }) => !ran.has(name))
}

/** Runs each pending step in a transaction of its own and records it. The engine's tables must exist. */
export async function runSteps(database: Database, steps: readonly SqlStep[]): Promise<SqlStep[]> {
  return database.patiently(async queries => {
    const open = await stepsToRun(queries, steps)
    for (const step of open) {
      await queries.transaction().execute(async transaction => {
        // Two processes may start at once: the second waits here and then finds the step done.
        await sql`lock table engine_step in exclusive mode`.execute(transaction)
        if ((await stepsThatRan(transaction)).has(step.name)) return
        await sql
          .raw(step.text)
          .execute(transaction)
          .catch(error => Promise.reject(failed(step, error)))
        await sql`insert into engine_step (name, digest, ran) values (${step.name}, ${digestOf(step)}, now())`.execute(
          transaction,
        )
      })
    }
    return open
  })
}

async function stepsThatRan(queries: Queries): Promise<Map<string, string>> {
  const { rows: there } = await sql<{ it: string | null }>`select to_regclass('engine_step') as it`.execute(queries)
  if (!there[0]?.it) return new Map()
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from engine_step`.execute(queries)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** An SQL error of a step is its author's to fix; a lost connection is not. */
function failed({ name }: SqlStep, error: unknown): unknown {
  if (faultOf(error) === undefined || refusalOf(error)?.status === 503) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StepFault(`migrations/${name} failed, and nothing of it was done: ${message}.`, { cause: error })
}

const digestOf = ({ text }: SqlStep): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)

function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
