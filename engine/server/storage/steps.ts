import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Bilingual, Model } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { faultOf, refusalOf } from '../errors/database-errors.ts'
import { moveInWords, moveOf, runMove } from './move-step.ts'
import { StepFault } from './step-fault.ts'

/** A migration for what the planner cannot express, run once: `migrations/0001-some-words.sql`, or `.yaml` with a move. */
export interface MigrationStep {
  readonly name: string
  readonly text: string
}

const namePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.(sql|yaml)$/
const isStep = (name: string): boolean => /\.(sql|ya?ml)$/.test(name)
const isMove = ({ name }: MigrationStep): boolean => name.endsWith('.yaml')

/** Reads an app's steps in order; throws if a name is invalid or a number is repeated. */
export async function readSteps(appDir: string): Promise<MigrationStep[]> {
  const folder = join(appDir, 'migrations')
  const former = (await readdir(join(appDir, 'steps')).catch(absent)).find(name => name.endsWith('.sql'))
  if (former !== undefined)
    throw new StepFault({
      zh: `steps/${former} 位于第 1 版的目录，请执行 npm run migrate。`,
      en: `steps/${former} is in the folder of version 1: run npm run migrate.`,
    })
  const names = (await readdir(folder).catch(absent)).filter(isStep).sort()
  for (const [index, name] of names.entries()) {
    if (!namePattern.test(name))
      throw new StepFault({
        zh: `migrations/${name}：文件名须形如 0001-some-words.sql 或 0001-some-words.yaml。`,
        en: `migrations/${name}: the file name must have the form 0001-some-words.sql or 0001-some-words.yaml.`,
      })
    const next = names[index + 1]
    if (next?.startsWith(name.slice(0, 5)))
      throw new StepFault({
        zh: `migrations/${name} 与 migrations/${next} 编号相同。`,
        en: `migrations/${name} and migrations/${next} have the same number.`,
      })
  }
  return Promise.all(names.map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

/** The steps that have not run on this database; throws if one was changed after it ran. */
export async function stepsToRun(queries: Queries, steps: readonly MigrationStep[]): Promise<MigrationStep[]> {
  if (steps.length === 0) return []
  const ran = await stepsThatRan(queries)
  const altered = steps.find(step => ran.has(step.name) && ran.get(step.name) !== digestOf(step))
  if (altered)
    throw new StepFault({
      zh: `migrations/${altered.name} 执行后又被修改：请另写一个步骤。`,
      en: `migrations/${altered.name} was changed after it ran: write another step instead.`,
    })
  return steps.filter(({ name }) => !ran.has(name))
}

/** Runs each pending step in a transaction of its own and records it. The engine's tables must exist. */
export async function runSteps(
  database: Database,
  model: Model,
  steps: readonly MigrationStep[],
): Promise<MigrationStep[]> {
  return database.patiently(async queries => {
    const open = await stepsToRun(queries, steps)
    for (const step of open) {
      await queries.transaction().execute(async transaction => {
        // Two processes may start at once: the second waits here and then finds the step done.
        await sql`lock table engine_step in exclusive mode`.execute(transaction)
        if ((await stepsThatRan(transaction)).has(step.name)) return
        await runStep(transaction, model, step).catch(error => Promise.reject(failed(step, error)))
        await sql`insert into engine_step (name, digest, ran) values (${step.name}, ${digestOf(step)}, now())`.execute(
          transaction,
        )
      })
    }
    return open
  })
}

async function runStep(transaction: Queries, model: Model, step: MigrationStep): Promise<void> {
  if (isMove(step)) await runMove(transaction, model, moveOf(step.text))
  else await sql.raw(step.text).execute(transaction)
}

/** The steps as a plan shows them: a move with what it would do at present. */
export const shownSteps = (queries: Queries, model: Model, steps: readonly MigrationStep[]): Promise<ShownStep[]> =>
  Promise.all(
    steps.map(async step => {
      if (!isMove(step)) return step
      const what = await wordsOf(queries, model, step).catch(error => Promise.reject(failed(step, error)))
      return { ...step, what }
    }),
  )

async function wordsOf(queries: Queries, model: Model, { text }: MigrationStep): Promise<Bilingual> {
  return moveInWords(queries, model, moveOf(text))
}

/** A step with its description in words. */
export interface ShownStep extends MigrationStep {
  readonly what?: Bilingual
}

async function stepsThatRan(queries: Queries): Promise<Map<string, string>> {
  const { rows: there } = await sql<{ it: string | null }>`select to_regclass('engine_step') as it`.execute(queries)
  if (!there[0]?.it) return new Map()
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from engine_step`.execute(queries)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** An SQL error of a step is its author's to fix; a lost connection is not. */
function failed({ name }: MigrationStep, error: unknown): unknown {
  if (error instanceof StepFault)
    return new StepFault({
      zh: `migrations/${name}：${error.text.zh}。`,
      en: `migrations/${name}: ${error.text.en}.`,
    })
  if (faultOf(error) === undefined || refusalOf(error)?.status === 503) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StepFault(
    {
      zh: `migrations/${name} 执行失败，未作任何改动：${message}`,
      en: `migrations/${name} failed and was rolled back: ${message}.`,
    },
    { cause: error },
  )
}

const digestOf = ({ text }: MigrationStep): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)

function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
