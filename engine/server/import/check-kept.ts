import { setImmediate } from 'node:timers/promises'
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
import type { StepProgress, Steps } from './kept-steps.ts'
import { type Chosen, chosenColumns, importableFields } from './match-columns.ts'
import { Proposals } from './propose.ts'
import { References } from './resolve-references.ts'
import { unstage, wrongRows } from './staging.ts'

/** What is checked: all rows under other columns, or those that were wrong with something taken in their place. */
export type CheckOrder = { readonly columns: Chosen } | { readonly correction: Correction }

const mostCorrections = 1000

/**
 * Checks the rows of a kept import as the store would check them, and stages them; nothing is written. What is wrong
 * with the order itself is thrown before the first row.
 */
export function checkKept(steps: Steps, kept: KeptImport, order: CheckOrder): AsyncGenerator<StepProgress> {
  if (kept.state === 'writing' || kept.state === 'written') throw new ImportRefusal('import.wrong-state')
  const { resource, access, work } = steps
  const { revision } = work.asking.model
  const isAgain = 'correction' in order
  if (isAgain && (kept.state !== 'checked' || kept.details.revision !== revision))
    throw new ImportRefusal('import.not-checked')
  const details: ImportDetails = {
    ...kept.details,
    ...(isAgain
      ? { corrections: withCorrection(kept.details.corrections, order.correction) }
      : { columns: order.columns }),
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

function withCorrection(corrections: readonly Correction[], next: Correction): readonly Correction[] {
  const others = corrections.filter(({ field, from }) => field !== next.field || from !== next.from)
  return [...others, next].slice(-mostCorrections)
}

function correctionsOf(corrections: readonly Correction[]): Corrections {
  const found = new Map<string, Map<string, string>>()
  for (const { field, from, to } of corrections) {
    const texts = found.get(field) ?? new Map<string, string>()
    found.set(field, texts.set(from, to))
  }
  return found
}
