import type { StepProgress } from '../../../model/import-view.ts'
import { deleteOperation } from '../operations/operation-log.ts'
import { clearSecrets } from './clear-secrets.ts'
import { readingOf } from './file-reading.ts'
import { demandFor } from './import-access.ts'
import { presentImport, withinImport } from './import-operation.ts'
import { ImportRefusal } from './import-refusal.ts'
import { isCheckedNow } from './import-rights.ts'
import type { ImportSteps } from './import-steps.ts'
import { rollBack } from './roll-back.ts'
import {
  acquireLease,
  changeImport,
  type ImportDetails,
  releaseLease,
  renewImportLease,
  type StagedImport,
} from './staged-import.ts'
import { countRows } from './staged-outcomes.ts'
import { writeAll } from './write-all.ts'

/**
 * Writes the checked rows of a staged import in short transactions. An all-or-nothing import is rolled back when it is
 * stopped or a row cannot be written. With `goodRows`, written rows remain and the rest can follow.
 */
export async function writeStaged(
  steps: ImportSteps,
  staged: StagedImport,
  goodRows: boolean,
): Promise<AsyncGenerator<StepProgress>> {
  const { work } = steps
  const isGoingOn = staged.state === 'writing'
  if (!isGoingOn && staged.state !== 'checked')
    throw new ImportRefusal(staged.state === 'written' ? 'import.wrong-state' : 'import.not-checked')
  if (!isCheckedNow(work.ctx, steps.resource, staged.details)) throw new ImportRefusal('import.not-checked')
  const { rows, wrong, same } = await countRows(work.queries, staged.id)
  if (wrong === rows) throw new ImportRefusal('import.no-right')
  const isOfGood = isGoingOn ? staged.details.goodRows : goodRows
  if (wrong > 0 && !isOfGood) throw new ImportRefusal('import.has-wrong', { count: wrong })
  const access = demandFor(work.ctx, steps.resource, steps.access, staged.details.match)
  return write({ ...steps, access }, staged, { ...staged.details, goodRows: isOfGood }, rows - wrong - same)
}

async function* write(
  given: ImportSteps,
  { id, file }: StagedImport,
  details: ImportDetails,
  total: number,
): AsyncGenerator<StepProgress> {
  const steps = { ...given, work: withinImport(given.work, id) }
  const { work, resource, access } = steps
  const reading = readingOf(work.ctx, resource, access, details)
  const { queries } = work
  const turn = work.ids.next()
  await acquireLease(queries, id, turn)
  let rows: ReturnType<typeof writeAll> | undefined
  try {
    const { goodRows } = details
    await changeImport(work, id, { state: 'writing', details: { goodRows } })
    const { written: before } = await countRows(queries, id)
    yield { done: before, total }
    const running = { id, work, resource, goodRows }
    rows = writeAll({
      ...running,
      access,
      reading,
      begun: { file, rows: details.rows },
      ...(steps.catchUp && { catchUp: steps.catchUp }),
      async renewed() {
        const unit = work.ctx.renewed()
        return presentImport(running, unit.withRights(await steps.renewedActor(unit)), details.match)
      },
    })
    for (;;) {
      const { done, value } = await rows.next().catch(error => brokenOff(steps, id, goodRows, error))
      if (done) {
        await changeImport(work, id, { state: value ? 'written' : 'checked' })
        if (value) await clearSecrets(queries, id, reading)
        return
      }
      yield { done: before + value, total }
      if (!(await renewImportLease(queries, id, turn))) {
        if (!goodRows) await rollBackAll(steps, id)
        return
      }
    }
  } finally {
    await rows?.return(false)
    await releaseLease(queries, id, turn)
  }
}

/** If the rollback fails because the database is unreachable, recovery repeats it later. */
async function brokenOff(steps: ImportSteps, id: string, goodRows: boolean, error: unknown): Promise<never> {
  if (!goodRows) await rollBackAll(steps, id).catch(() => undefined)
  throw error
}

/** Rolls back all rows of an import and returns it to the state `checked`. */
export async function rollBackAll(
  { work, resource }: Pick<ImportSteps, 'work' | 'resource'>,
  id: string,
): Promise<void> {
  const ctx = work.ctx.renewed()
  await rollBack({ ...work, ctx }, id, ctx.model.resources[resource.name] ?? resource, undefined)
  await deleteOperation(work.queries, work.ctx.actor.tenantId, id)
  await changeImport({ ...work, ctx }, id, { state: 'checked' })
}
