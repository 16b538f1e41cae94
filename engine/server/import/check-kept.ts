import { setImmediate } from 'node:timers/promises'
import type { Chosen, StepProgress } from '../../model/import-view.ts'
import { checkAll } from './check-all.ts'
import type { Corrections } from './check-rows.ts'
import { rememberColumns } from './import-columns.ts'
import { ImportRefusal } from './import-refusal.ts'
import {
  type Correction,
  changeImport,
  type ImportDetails,
  type KeptImport,
  keepTurn,
  leaveTurn,
  takeTurn,
} from './kept-import.ts'
import { keptRows } from './kept-rows.ts'
import type { Steps } from './kept-steps.ts'
import { chosenColumns, importableFields } from './match-columns.ts'
import { Proposals } from './propose.ts'
import { References } from './resolve-references.ts'
import { proposalsOf, unstage, wrongRows } from './staging.ts'

/**
 * What is checked: all rows under other columns; or those that were wrong, with something taken in the place of what a
 * cell says, or all that was proposed.
 */
export type CheckOrder =
  | { readonly columns: Chosen }
  | { readonly correction: Correction }
  | { readonly proposals: true }

const mostCorrections = 1000

/**
 * Checks the rows of a kept import as the store would check them, and stages them; nothing is written. What is wrong
 * with the order itself is thrown before the first row.
 */
export async function checkKept(
  steps: Steps,
  kept: KeptImport,
  order: CheckOrder,
): Promise<AsyncGenerator<StepProgress>> {
  if (kept.state === 'writing' || kept.state === 'written') throw new ImportRefusal('import.wrong-state')
  const { resource, access, work } = steps
  const { revision } = work.asking.model
  const isAgain = !('columns' in order)
  if (isAgain && (kept.state !== 'checked' || kept.details.revision !== revision))
    throw new ImportRefusal('import.not-checked')
  const details: ImportDetails = {
    ...kept.details,
    ...('columns' in order
      ? { columns: order.columns }
      : { corrections: withCorrections(kept.details.corrections, await correctionsIn(steps, kept, order)) }),
    revision,
  }
  const fields = importableFields(resource, access.hidden)
  chosenColumns(fields, details.head, details.columns)
  // A tree's rows may hang on rows that were wrong until now: they are all checked anew.
  return check(steps, kept.id, details, isAgain && resource.tree === undefined)
}

async function* check(
  steps: Steps,
  id: string,
  details: ImportDetails,
  isOfWrong: boolean,
): AsyncGenerator<StepProgress> {
  const { work, resource, access, guard, owner } = steps
  const { queries } = work
  const turn = work.ids.next()
  await takeTurn(queries, id, turn)
  try {
    const only = isOfWrong ? await wrongRows(queries, id) : undefined
    // Until it ends it counts as not checked: what breaks off leaves rows unseen.
    await changeImport(queries, id, { state: 'taken', details })
    await rememberColumns(queries, owner, details.head, details.columns)
    await unstage(queries, id, only)
    const columns = chosenColumns(importableFields(resource, access.hidden), details.head, details.columns).matched
    const checking = {
      id,
      work,
      resource,
      columns,
      access,
      width: details.head.length,
      references: new References(),
      proposals: new Proposals(),
      corrections: correctionsOf(details.corrections),
      ...(guard && { guard }),
    }
    const total = only?.length ?? details.rows
    yield { done: 0, total }
    for await (const done of checkAll(checking, keptRows(queries, id, only && new Set(only)))) {
      await setImmediate()
      if (!(await keepTurn(queries, id, turn))) return
      yield { done, total }
    }
    await changeImport(queries, id, { state: 'checked' })
  } finally {
    await leaveTurn(queries, id, turn)
  }
}

const correctionsIn = async ({ work }: Steps, { id }: KeptImport, order: Exclude<CheckOrder, { columns: Chosen }>) =>
  'correction' in order ? [order.correction] : proposalsOf(work.queries, id, mostCorrections)

function withCorrections(corrections: readonly Correction[], next: readonly Correction[]): readonly Correction[] {
  const isNew = ({ field, from }: Correction) => !next.some(one => one.field === field && one.from === from)
  return [...corrections.filter(isNew), ...next].slice(-mostCorrections)
}

function correctionsOf(corrections: readonly Correction[]): Corrections {
  const found = new Map<string, Map<string, string>>()
  for (const { field, from, to } of corrections) {
    const texts = found.get(field) ?? new Map<string, string>()
    found.set(field, texts.set(from, to))
  }
  return found
}
