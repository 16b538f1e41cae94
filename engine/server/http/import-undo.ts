import type { FastifyRequest } from 'fastify'
import type { ImportLine } from '../../model/import-view.ts'
import { changingOf } from '../import/import-access.ts'
import { ImportRefusal } from '../import/import-refusal.ts'
import { forgetImport, type KeptImport } from '../import/kept-import.ts'
import type { Steps } from '../import/kept-steps.ts'
import { type KeptChange, takeChangesBack } from '../import/take-back.ts'
import { addedIds, countWritten, forgetAdded, writtenRows } from '../import/written-rows.ts'
import { demand } from '../store/access.ts'
import { runBulk } from './bulk-run.ts'
import type { ImportAnswers } from './import-answers.ts'
import type { ImportCallParts } from './import-work.ts'

const changesAtOnce = 50
const mostTold = 50
const removedAtOnce = 1000

/** What an import that is to be undone wrote; refused to who may not undo that. */
export async function assureUndone({ work, resource, access }: Steps, { id, state }: KeptImport): Promise<void> {
  if (state !== 'writing' && state !== 'written') throw new ImportRefusal('import.wrong-state')
  const { added, changed } = await countWritten(work.queries, id)
  if (added > 0 || changed === 0) demand(work.asking, resource, 'delete')
  if (changed > 0) changingOf(work.asking, resource, access)
}

/**
 * Deletes what an import added as a person would, row by row where all cannot go together, and gives what it changed
 * its former values, unless somebody changed it since.
 */
export async function* undoImport(
  { store, catchUp }: ImportCallParts,
  answers: ImportAnswers,
  request: FastifyRequest,
  { work, resource, access }: Steps,
  kept: KeptImport,
): AsyncGenerator<ImportLine> {
  const { queries, asking } = work
  const { language } = request
  const { added, changed } = await countWritten(queries, kept.id)
  const total = added + changed
  let [tried, undone] = [0, 0]
  const left: KeptChange[] = []
  const stopped = () => (answers.isClosing ? new ImportRefusal('import.broken').say[language] : undefined)
  let why: string | undefined
  if (changed > 0) {
    const editing = changingOf(asking, resource, access)
    for (let before: number | undefined; why === undefined; ) {
      const rows = await writtenRows(queries, kept.id, changesAtOnce, before)
      if (rows.length === 0) break
      before = rows.at(-1)?.row
      const changes = rows.filter(({ operation }) => operation === 'update')
      const back = await takeChangesBack(work, kept.id, resource, editing, changes)
      undone += back.count
      tried += changes.length
      left.push(...back.kept)
      why = stopped()
      yield { done: tried, total }
    }
  }
  const ids = BigInt64Array.from(added > 0 && why === undefined ? await addedIds(queries, kept.id) : [], BigInt)
  const bulk = {
    store,
    caller: asking.caller,
    resource: resource.name,
    language,
    requestId: request.id,
    catchUp: () => catchUp(),
    report: (error: unknown) => request.log.error({ err: error }, 'taking back an import met a bug'),
    stopped,
  }
  let gone: string[] = []
  for await (const line of ids.length > 0 ? runBulk(bulk, ids, { kind: 'remove' }) : []) {
    if (!('id' in line)) continue
    tried += 1
    if (line.ok) {
      undone += 1
      gone.push(line.id)
    } else why ??= line.message
    if (gone.length >= removedAtOnce) await forgetAdded(queries, kept.id, gone.splice(0))
    if (tried % 50 === 0) yield { done: tried, total }
  }
  await forgetAdded(queries, kept.id, gone)
  gone = []
  if (undone === total) await forgetImport(queries, kept.id)
  why ??= left[0]?.message[language]
  yield {
    undone,
    left: total - undone,
    ...(why !== undefined && { why }),
    ...(left.length > 0 && { kept: left.sort((one, other) => one.row - other.row).slice(0, mostTold) }),
  }
}
