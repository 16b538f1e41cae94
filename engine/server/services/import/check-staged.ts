import type { CheckOrder, Chosen, Correction, StepProgress } from '../../../model/import-view.ts'
import { checkAll } from './check-all.ts'
import { hasSecretColumns } from './clear-secrets.ts'
import { type FileReading, readingOf } from './file-reading.ts'
import { demandFor, type ImportAccess } from './import-access.ts'
import { storeColumns } from './import-columns.ts'
import { ImportRefusal } from './import-refusal.ts'
import { importRights, isCheckedNow } from './import-rights.ts'
import type { ImportSteps } from './import-steps.ts'
import { Proposals } from './proposals.ts'
import type { Corrections } from './record-draft.ts'
import { selfReferences } from './references-in-file.ts'
import {
  acquireLease,
  changeImport,
  type ImportDetails,
  releaseLease,
  renewImportLease,
  type StagedImport,
} from './staged-import.ts'
import { proposalsOf } from './staged-outcomes.ts'
import { rowNumbers, unstage } from './staged-rows.ts'
import { uploadedRows } from './uploaded-rows.ts'

const maxCorrections = 1000

/**
 * Checks the rows of a staged import as the store would and stages the results; no record is written. Faults of the
 * order itself are thrown before the first row.
 */
export async function checkStaged(
  steps: ImportSteps,
  staged: StagedImport,
  order: CheckOrder,
): Promise<AsyncGenerator<StepProgress>> {
  // Rows of an import that wrote others are checked again where the descriptors changed meanwhile.
  const isPartial = staged.state === 'writing' && staged.details.goodRows
  if (!isPartial && (staged.state === 'writing' || staged.state === 'written'))
    throw new ImportRefusal('import.wrong-state')
  const { resource, work } = steps
  const { model } = work.ctx
  const isAgain = !('columns' in order)
  if (isAgain && (staged.state === 'taken' || !isCheckedNow(work.ctx, resource, staged.details)))
    throw new ImportRefusal('import.not-checked')
  const chosen = isAgain
    ? { corrections: withCorrections(staged.details.corrections, await correctionsIn(steps, staged, order)) }
    : chosenIn(staged.details, order)
  const rights = importRights(work.ctx, resource)
  const chosenNow = { ...staged.details, ...chosen, revision: model.revision, rights }
  const access = demandFor(work.ctx, resource, steps.access, chosenNow.match)
  const reading = readingOf(work.ctx, resource, access, chosenNow)
  const details: ImportDetails = { ...chosenNow, hasSecrets: hasSecretColumns(reading) }
  // Rows may refer to rows that were wrong, and lines depend on their records: then all rows are checked again.
  const isOfWrong = isAgain && !isPartial && selfReferences(resource).length === 0 && reading.parts.length === 0
  return check(steps, staged.id, { details, reading, access, isOfWrong, isPartial })
}

/** The parameters of one check. */
interface Check {
  readonly details: ImportDetails
  readonly reading: FileReading
  readonly access: ImportAccess
  readonly isOfWrong: boolean
  /** Some rows are written, and are not checked again. */
  readonly isPartial: boolean
}

async function* check(steps: ImportSteps, id: string, checked: Check) {
  const { details, reading, access, isOfWrong, isPartial } = checked
  const { work, resource, owner } = steps
  const { queries } = work
  const turn = work.ids.next()
  await acquireLease(queries, id, turn)
  try {
    const only = isOfWrong ? await rowNumbers(queries, id, 'problems is not null') : undefined
    const written = new Set(isPartial ? await rowNumbers(queries, id, 'written') : [])
    // Until the check ends, no row may be written: an interrupted check has skipped rows.
    await changeImport(work, id, { state: isPartial ? 'writing' : 'taken', details: { ...details, revision: null } })
    await storeColumns(queries, work.ctx.model, owner, details)
    await unstage(queries, id, only)
    const checking = {
      id,
      // Warnings of rules never stop an import.
      work: { ...work, ctx: work.ctx.unasked() },
      resource,
      reading,
      access,
      written,
      proposals: new Proposals(),
      corrections: correctionsOf(details.corrections),
    }
    const total = only?.length ?? details.rows
    yield { done: 0, total }
    for await (const done of checkAll(checking, uploadedRows(queries, id, only))) {
      if (!(await renewImportLease(queries, id, turn))) return
      yield { done, total }
    }
    await changeImport(work, id, {
      state: isPartial ? 'writing' : 'checked',
      details: { revision: details.revision },
    })
  } finally {
    await releaseLease(queries, id, turn)
  }
}

/** The user's choice, merged with earlier choices. */
const chosenIn = ({ lines }: ImportDetails, order: Extract<CheckOrder, { columns: Chosen }>) => ({
  columns: order.columns,
  lines: lines.map(one => ({ ...one, columns: order.lines?.[one.part] ?? one.columns })),
  match: order.match ?? null,
  options: order.options ?? {},
})

const correctionsIn = async (
  { work }: ImportSteps,
  { id }: StagedImport,
  order: Exclude<CheckOrder, { columns: Chosen }>,
) => ('correction' in order ? [order.correction] : proposalsOf(work.queries, id, maxCorrections))

function withCorrections(corrections: readonly Correction[], next: readonly Correction[]): readonly Correction[] {
  const isNew = ({ field, from }: Correction) => !next.some(one => one.field === field && one.from === from)
  return [...corrections.filter(isNew), ...next].slice(-maxCorrections)
}

function correctionsOf(corrections: readonly Correction[]): Corrections {
  const found = new Map<string, Map<string, string>>()
  for (const { field, from, to } of corrections) {
    const texts = found.get(field) ?? new Map<string, string>()
    found.set(field, texts.set(from, to))
  }
  return found
}
