import type { FastifyRequest } from 'fastify'
import type { ImportLine } from '../../model/import-view.ts'
import { forgetImport } from '../import/forget-imports.ts'
import { changingOf } from '../import/import-access.ts'
import { ImportRefusal } from '../import/import-refusal.ts'
import { type KeptImport, keepTurn, leaveTurn, takeTurn } from '../import/kept-import.ts'
import type { Steps } from '../import/kept-steps.ts'
import { guarded, type RowGuard } from '../import/row-guard.ts'
import type { StagedRow } from '../import/staged-rows.ts'
import { type KeptChange, takeChangesBack } from '../import/take-back.ts'
import { addedIds, countWritten, forgetGone, writtenRows } from '../import/written-rows.ts'
import { beginOperation, endOperation, settleUndo } from '../operations/operation-log.ts'
import { Refusal } from '../refuse.ts'
import { demand } from '../store/access.ts'
import { runBulk } from './bulk-run.ts'
import type { ImportAnswers } from './import-answers.ts'
import type { ImportCallParts } from './import-work.ts'

const changesAtOnce = 50
const mostTold = 50
const removedAtOnce = 50

/** What an import that is to be undone wrote; refused to who may not undo that. */
export async function assureUndone({ work, resource, access }: Steps, { id, state }: KeptImport): Promise<void> {
  if (state !== 'writing' && state !== 'written') throw new ImportRefusal('import.wrong-state')
  const { added, changed } = await countWritten(work.queries, id)
  if (added > 0 || changed === 0) demand(work.asking, resource, 'delete')
  if (changed > 0) changingOf(work.asking, resource, access)
}

/**
 * Deletes what an import added as a person would, row by row where all cannot go together, and gives what it changed
 * its former values, unless somebody changed it since. Nobody else works on the import meanwhile: whoever does already
 * is named before the first line.
 */
export async function undoImport(
  parts: ImportCallParts,
  answers: ImportAnswers,
  request: FastifyRequest,
  steps: Steps,
  kept: KeptImport,
): Promise<AsyncGenerator<ImportLine>> {
  const turn = steps.work.ids.next()
  await takeTurn(steps.work.queries, kept.id, turn)
  return undo(parts, answers, request, steps, kept, turn)
}

async function* undo(
  { store, catchUp }: ImportCallParts,
  answers: ImportAnswers,
  request: FastifyRequest,
  { work: plain, resource, access, guard }: Steps,
  { id, file }: KeptImport,
  turn: string,
): AsyncGenerator<ImportLine> {
  const { queries } = plain
  const operation = plain.ids.next()
  const asking = { ...plain.asking, operation }
  const work = { ...plain, asking }
  const { caller } = asking
  const { language } = request
  let [tried, undone] = [0, 0]
  const left: KeptChange[] = []
  let isStopped = false
  const goesOn = async () => {
    isStopped ||= answers.isClosing || !(await keepTurn(queries, id, turn))
    return !isStopped
  }
  const stopped = () => (isStopped ? new ImportRefusal('import.broken').say[language] : undefined)
  try {
    // What somebody deleted since, or an undoing that broke off, needs no deleting.
    await forgetGone(queries, id, resource)
    const { added, changed } = await countWritten(queries, id)
    const total = added + changed
    await beginOperation(queries, caller, {
      id: operation,
      resource: resource.name,
      kind: 'undo',
      details: { file },
      meant: total,
      undoOf: id,
    })
    if (changed > 0) {
      const editing = changingOf(asking, resource, access)
      for (let before: number | undefined; await goesOn(); ) {
        const rows = await writtenRows(queries, id, changesAtOnce, before)
        if (rows.length === 0) break
        before = rows.at(-1)?.row
        const changes = rows.filter(({ operation }) => operation === 'update')
        const barred = guard ? await barredBy(guard, changes) : []
        const open = changes.filter(({ row }) => !barred.some(one => one.row === row))
        const back = await takeChangesBack(work, id, resource, editing, open)
        undone += back.count
        tried += changes.length
        left.push(...barred, ...back.kept)
        yield { done: tried, total }
      }
    }
    let why = stopped()
    const ids = BigInt64Array.from(added > 0 && why === undefined ? await addedIds(queries, id) : [], BigInt)
    const bulk = {
      store: store.within(operation),
      caller,
      resource: resource.name,
      language,
      requestId: request.id,
      catchUp: () => catchUp(),
      report: (error: unknown) => request.log.error({ err: error }, 'taking back an import met a bug'),
      stopped,
    }
    for await (const line of ids.length > 0 ? runBulk(bulk, ids, { kind: 'remove' }) : []) {
      if (!('id' in line)) continue
      tried += 1
      if (line.ok) undone += 1
      else why ??= line.message
      if (tried % removedAtOnce > 0) continue
      await goesOn()
      yield { done: tried, total }
    }
    if (undone === total) await forgetImport(queries, id)
    why ??= stopped() ?? left[0]?.message[language]
    yield {
      undone,
      left: total - undone,
      ...(why !== undefined && { why }),
      ...(left.length > 0 && { kept: left.sort((one, other) => one.row - other.row).slice(0, mostTold) }),
    }
  } finally {
    await endOperation(queries, caller.tenantId, operation)
    await settleUndo(queries, caller.tenantId, operation, id)
    await forgetGone(queries, id, resource)
    await leaveTurn(queries, id, turn)
  }
}

/** The changes whose former values their writer may not give by now: of people and roles, more than he has himself. */
async function barredBy(guard: RowGuard, changes: readonly StagedRow[]): Promise<KeptChange[]> {
  const barred: KeptChange[] = []
  for (const { row, recordId, before = {} } of changes)
    await guard(guarded({ operation: 'update', recordId, record: before })).catch(error => {
      if (!(error instanceof Refusal)) throw error
      barred.push({ row, message: error.say })
    })
  return barred
}
