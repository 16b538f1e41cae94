import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database, Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf, isLockFault, refusalOf } from '../errors/database-errors.ts'
import { sqlFault } from './sql-fault.ts'
import { type MigrationStep, StepFault } from './step-fault.ts'

const namePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/
const isStep = (name: string): boolean => /\.(sql|ya?ml)$/.test(name)

/** Reads an app's steps in order; throws if a name is invalid or a number is repeated. */
export async function readSteps(appDir: string): Promise<readonly MigrationStep[]> {
  const {
    steps,
    faults: [fault],
  } = await findSteps(appDir)
  if (fault) throw fault
  return steps
}

/** Steps, and what is wrong with files of migrations. */
export interface FoundSteps {
  readonly steps: readonly MigrationStep[]
  readonly faults: readonly StepFault[]
}

/** The steps whose names are valid, in order, and what is wrong with the files. */
async function findSteps(appDir: string): Promise<FoundSteps> {
  const folder = join(appDir, 'migrations')
  const present = await namesIn(folder)
  const names = present.names.filter(isStep).sort()
  const valid = names.filter(name => namePattern.test(name))
  const faults = [
    ...present.faults,
    ...names
      .filter(name => !valid.includes(name))
      .map(name => (name.endsWith('.sql') ? invalidName(name) : noSql(name))),
    ...valid.flatMap((name, index) => {
      const next = valid[index + 1]
      return next?.startsWith(name.slice(0, 5)) ? [sameNumber(name, next)] : []
    }),
  ]
  const read = await Promise.all(valid.map(name => readStep(folder, name)))
  return {
    steps: read.flatMap(step => (step instanceof StepFault ? [] : [step])),
    faults: [...faults, ...read.filter(step => step instanceof StepFault)],
  }
}

async function readStep(folder: string, name: string): Promise<MigrationStep | StepFault> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => undefined)
  // Opening a named pipe would wait for a writer.
  const bytes = found?.isFile() ? await readFile(path) : undefined
  // PostgreSQL accepts no zero byte, which a text in UTF-16 contains.
  return bytes && isUtf8(bytes) && !bytes.includes(0) ? { name, text: bytes.toString() } : noText(name)
}

const noText = (name: string) =>
  new StepFault({
    zh: `migrations/${name} 不是 UTF-8 编码的文本文件。`,
    en: `migrations/${name} is not a text file in UTF-8.`,
  })

const invalidName = (name: string) =>
  new StepFault({
    zh: `migrations/${name}：文件名须形如 0001-some-words.sql。`,
    en: `migrations/${name}: the file name must have the form 0001-some-words.sql.`,
  })

const noSql = (name: string) =>
  new StepFault(
    {
      zh: '迁移须写成 SQL。要在资源之间移动值，请先导出、再导入到另一个资源，或写成带编号的 SQL 文件，如 0001-some-words.sql。',
      en: 'Migrations are written in SQL. To move values between resources, export them and import them into the other one, or write a numbered SQL file such as 0001-some-words.sql.',
    },
    { file: `migrations/${name}`, line: 1, column: 1 },
  )

const sameNumber = (name: string, next: string) =>
  new StepFault({
    zh: `migrations/${name} 与 migrations/${next} 编号相同。`,
    en: `migrations/${name} and migrations/${next} have the same number.`,
  })

const ofTransaction = (word: string) =>
  new StepFault({
    zh: `含有 ${word}：迁移与其他变更在同一个事务中执行，不能自己开始或结束事务。`,
    en: `it contains ${word}: migrations run in the transaction of the other changes and cannot begin or end one.`,
  })

const quotedParts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/g
const transactionWord = /^\s*(begin|start\s+transaction|commit|rollback|abort|prepare\s+transaction)\b/i

/** The fault of SQL with a statement that would begin or end a transaction. */
function transactionFault({ text }: MigrationStep): StepFault | undefined {
  const statements = text.replace(quotedParts, ' ').split(';')
  const [word] = statements.flatMap(statement => transactionWord.exec(statement)?.[1] ?? [])
  return word === undefined ? undefined : ofTransaction(word.toUpperCase())
}

const changedSince = ({ name }: MigrationStep) =>
  new StepFault({
    zh: `migrations/${name} 执行后又被修改：请另写一个步骤。`,
    en: `migrations/${name} was changed after it ran: write another step instead.`,
  })

/** The steps that have not run on this database; throws if one was changed after it ran. */
export async function stepsToRun(queries: Queries, steps: readonly MigrationStep[]): Promise<MigrationStep[]> {
  if (steps.length === 0) return []
  const ran = await stepsThatRan(queries)
  const altered = steps.find(isAltered(ran))
  if (altered) throw changedSince(altered)
  return steps.filter(({ name }) => !ran.has(name))
}

const isAltered =
  (ran: ReadonlyMap<string, string>) =>
  (step: MigrationStep): boolean =>
    ran.has(step.name) && ran.get(step.name) !== digestOf(step)

/** An app's steps that have not run on this database, and everything for which a start would refuse to run them. */
export async function openSteps({ kysely }: Pick<Database, 'kysely'>, appDir: string): Promise<FoundSteps> {
  const { steps, faults } = await findSteps(appDir)
  const ran = steps.length > 0 ? await stepsThatRan(kysely) : new Map<string, string>()
  const open = steps.filter(({ name }) => !ran.has(name))
  return {
    steps: open,
    faults: [
      ...faults,
      ...steps.filter(isAltered(ran)).map(changedSince),
      ...open.flatMap(step => {
        const fault = transactionFault(step)
        return fault ? [named(step, fault)] : []
      }),
    ],
  }
}

/** Runs the steps that have not run, and records them, in a transaction in which the tables have changed. */
export async function runSteps(transaction: Queries, steps: readonly MigrationStep[]): Promise<void> {
  await execute(transaction, sql`lock table engine_step in exclusive mode`)
  for (const step of await stepsToRun(transaction, steps)) {
    await runStep(transaction, step).catch(error => Promise.reject(failed(step, error)))
    await execute(
      transaction,
      sql`insert into engine_step (name, digest, ran) values (${step.name}, ${digestOf(step)}, now())`,
    )
  }
}

async function runStep(transaction: Queries, step: MigrationStep): Promise<void> {
  const fault = transactionFault(step)
  if (fault) throw fault
  await execute(transaction, word(step.text))
}

async function stepsThatRan(queries: Queries): Promise<Map<string, string>> {
  const { rows: there } = await execute<{ it: string | null }>(queries, sql`select to_regclass('engine_step') as it`)
  if (!there[0]?.it) return new Map()
  const { rows } = await execute<{ name: string; digest: string }>(queries, sql`select name, digest from engine_step`)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** The fault with the name of its file. */
const named = ({ name }: Pick<MigrationStep, 'name'>, fault: StepFault): StepFault =>
  fault.at
    ? fault
    : new StepFault({ zh: `migrations/${name}：${fault.text.zh}`, en: `migrations/${name}: ${fault.text.en}` })

/** An SQL error of a step is its author's to fix; a lost connection and a lock of another transaction are not. */
function failed(step: MigrationStep, error: unknown): unknown {
  if (error instanceof StepFault) return named(step, error)
  if (faultOf(error) === undefined || isLockFault(error) || refusalOf(error)?.status === 503) return error
  return sqlFault(step, error)
}

const digestOf = ({ text }: MigrationStep): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)

/** The names in a folder, or why it cannot be read. A missing folder counts as empty. */
async function namesIn(folder: string): Promise<{ readonly names: string[]; readonly faults: readonly StepFault[] }> {
  try {
    return { names: await readdir(folder), faults: [] }
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { names: [], faults: [] }
    const name = basename(folder)
    const text =
      code === 'ENOTDIR'
        ? { zh: `${name} 是文件，不是文件夹，请改名。`, en: `${name} is a file, not a folder: rename it.` }
        : { zh: `${name}/ 无法读取（${code}）。`, en: `${name}/ cannot be read (${code}).` }
    return { names: [], faults: [new StepFault(text)] }
  }
}
