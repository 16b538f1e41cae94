import { setImmediate } from 'node:timers/promises'
import type { StepProgress } from '../../model/import-view.ts'
import { refusalOf } from '../database/errors.ts'
import { beginOperation, endOperation, forgetOperation, touchOperation } from '../operations/operation-log.ts'
import { sql } from '../store/fragment.ts'
import { runAll } from '../store/run.ts'
import { forgetSecrets } from './forget-secrets.ts'
import { demandFor } from './import-access.ts'
import { ImportRefusal } from './import-refusal.ts'
import { changeImport, type ImportDetails, type KeptImport, keepTurn, leaveTurn, takeTurn } from './kept-import.ts'
import type { Steps } from './kept-steps.ts'
import { readingOf } from './reading.ts'
import { countRows } from './staged-outcomes.ts'
import { takeBack } from './take-back.ts'
import { writeAll } from './write-all.ts'

/**
 * Writes the checked rows of a kept import in short transactions. All or nothing: what stops it, or a row that cannot
 * be written after all, takes every row back. Of good rows, those that were written stay, and the rest may follow.
 */
export async function writeKept(
  steps: Steps,
  kept: KeptImport,
  goodRows: boolean,
): Promise<AsyncGenerator<StepProgress>> {
  const { work } = steps
  const isGoingOn = kept.state === 'writing'
  if (!isGoingOn && kept.state !== 'checked')
    throw new ImportRefusal(kept.state === 'written' ? 'import.wrong-state' : 'import.not-checked')
  if (kept.details.revision !== work.asking.model.revision) throw new ImportRefusal('import.not-checked')
  const { rows, wrong, same } = await countRows(work.queries, kept.id)
  if (wrong === rows) throw new ImportRefusal('import.no-right')
  const isOfGood = isGoingOn ? kept.details.goodRows : goodRows
  if (wrong > 0 && !isOfGood) throw new ImportRefusal('import.has-wrong', { count: wrong })
  const access = demandFor(work.asking, steps.resource, steps.access, kept.details.match)
  return write({ ...steps, access }, kept.id, { ...kept.details, goodRows: isOfGood }, rows - wrong - same)
}

async function* write(kept: Steps, id: string, details: ImportDetails, total: number): AsyncGenerator<StepProgress> {
  // The import's id is the operation's too: its entries of history carry it.
  const steps = { ...kept, work: { ...kept.work, asking: { ...kept.work.asking, operation: id } } }
  const { work, resource, access, guard } = steps
  const reading = readingOf(work.asking.model, resource, access, details)
  const { queries } = work
  const turn = work.ids.next()
  await takeTurn(queries, id, turn)
  try {
    const { goodRows } = details
    await changeImport(queries, id, { state: 'writing', details })
    await begin(steps, id, details)
    const { written: before } = await countRows(queries, id)
    yield { done: before, total }
    const rows = writeAll({
      id,
      work,
      resource,
      access,
      reading,
      goodRows,
      ...(guard && { guard }),
    })
    for (;;) {
      const { done, value } = await rows.next().catch(error => brokenOff(steps, id, goodRows, error))
      if (done) {
        await changeImport(queries, id, { state: value ? 'written' : 'checked' })
        if (value) await forgetSecrets(queries, id, reading)
        else await forgetOperation(queries, work.asking.caller.tenantId, id)
        return
      }
      yield { done: before + value, total }
      await touchOperation(queries, work.asking.caller.tenantId, id)
      await setImmediate()
      if (!(await keepTurn(queries, id, turn))) {
        if (!goodRows) await takeAllBack(steps, id)
        return
      }
    }
  } finally {
    await end(steps, id)
    await leaveTurn(queries, id, turn)
  }
}

/** Writes down that the import begins or goes on, for the page of recent operations. */
async function begin({ work, resource }: Steps, id: string, { rows }: ImportDetails): Promise<void> {
  const { asking, queries } = work
  const [kept] = await runAll(queries, sql`select file from engine_import where id = ${id}::bigint`)
  const details = { file: String(kept?.['file'] ?? '') }
  await beginOperation(queries, asking.caller, { id, resource: resource.name, kind: 'import', details, meant: rows })
}

/** Writes down how many rows were written, and how many are wrong. The database may be away. */
async function end({ work }: Steps, id: string): Promise<void> {
  const { queries, asking } = work
  try {
    const { wrong, written } = await countRows(queries, id)
    await endOperation(queries, asking.caller.tenantId, id, { done: written, failed: wrong })
  } catch (error) {
    if (refusalOf(error)?.status !== 503) throw error
  }
}

/** What cannot be taken back now, since the database is away, is when it is back. */
async function brokenOff(steps: Steps, id: string, goodRows: boolean, error: unknown): Promise<never> {
  if (!goodRows) await takeAllBack(steps, id).catch(() => undefined)
  throw error
}

/** Takes all rows of an import back, so that it is as it was when it had been checked. */
export async function takeAllBack({ work, resource }: Pick<Steps, 'work' | 'resource'>, id: string): Promise<void> {
  await takeBack(work, id, resource, undefined)
  await forgetOperation(work.queries, work.asking.caller.tenantId, id)
  await changeImport(work.queries, id, { state: 'checked' })
}
