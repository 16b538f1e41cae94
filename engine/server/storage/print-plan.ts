import type { Bilingual } from '../../model/model.ts'
import { accessLoss, type PlannedChange } from './change.ts'
import type { ConcernedRow } from './concerned-rows.ts'
import type { MigrationStep } from './step-fault.ts'

/**
 * A plan in sentences in both languages, with the names by which losses are confirmed, and then as SQL that a user can
 * read and run: each statement below its mark and its description.
 */
export function printPlan(
  changes: readonly PlannedChange[],
  steps: readonly MigrationStep[] = [],
  rows: RowsByLoss = new Map(),
): string {
  if (changes.length + steps.length === 0) return ''
  return [
    ...changes.flatMap(change => [...sentences(change), ...rowsOf(change, rows)]),
    '',
    ...changes.map(printChange),
    ...steps.map(printStep),
  ].join('\n')
}

function sentences({ what, loss, count = 0 }: PlannedChange): string[] {
  const [rows, affected] =
    loss === accessLoss ? ['', ''] : [`，影响 ${count} 行`, ` This affects ${count} ${count === 1 ? 'row' : 'rows'}.`]
  const [zh, en] =
    loss === undefined
      ? ['', '']
      : [`${rows}，确认请加 --allow ${loss}`, `${affected} To confirm, add --allow ${loss}.`]
  const question = isRemovedName(loss ?? '') ? [`--   ${renameQuestion.zh}`, `--   ${renameQuestion.en}`] : []
  return [`-- ${what.zh}${zh}。`, `--   ${what.en}${en}`, ...question]
}

/** Asked where a name is removed that rows use. */
export const renameQuestion: Bilingual = {
  zh: '是改名吗？请写 renamedFrom。',
  en: 'Was this a rename? Write renamedFrom.',
}

/** Whether a loss is that of a removed resource, field or role. */
export const isRemovedName = (loss: string): boolean => /^drop:(?!\w+\.owner_id$)/.test(loss)

/** The rows that each loss concerns, by its name. */
export type RowsByLoss = ReadonlyMap<string, readonly ConcernedRow[]>

const rowsOf = ({ loss = '' }: PlannedChange, rows: RowsByLoss): string[] =>
  (rows.get(loss) ?? []).map(({ tenantId, id, value, candidates = [] }) => {
    const text = value == null ? '' : `: ${JSON.stringify(value)}`
    const similar = candidates.length > 0 ? `; similar: ${candidates.join(', ')}` : ''
    return `--     ${id} (tenant ${tenantId})${text}${similar}`
  })

function printChange({ mark, loss, count, what, statements, apart }: PlannedChange): string {
  const rows = count === undefined || loss === accessLoss ? '' : ` (${count} ${count === 1 ? 'row' : 'rows'})`
  return [
    `-- ${mark}${rows}${apart ? ', outside the transaction' : ''}: ${what.en}`,
    ...statements.map(statement => `${statement};`),
    '',
  ].join('\n')
}

const printStep = ({ name, text }: MigrationStep): string => `-- step: ${name}\n${text.trim()}\n`
