import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
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
  renames: RenamesByLoss = new Map(),
): string {
  if (changes.length + steps.length === 0) return ''
  return [
    ...changes.flatMap(change => [...sentences(change), ...renamesOf(change, renames), ...rowsOf(change, rows)]),
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
  return [`-- ${what.zh}${zh}。`, `--   ${what.en}${en}`]
}

/** The renames that each loss may be, by its name. */
export type RenamesByLoss = ReadonlyMap<string, readonly UndeclaredRename[]>

const renamesOf = ({ loss = '' }: PlannedChange, renames: RenamesByLoss): string[] =>
  (renames.get(loss) ?? []).flatMap(rename => {
    const place = 'dictionary' in rename ? [rename.dictionary, rename.entry] : [rename.resource, rename.field]
    const [name, written] = [place.filter(Boolean).join('.'), `renamedFrom: ${rename.from}`]
    return [
      `--   如果只是改名，请在 ${name} 中写 ${written}，数据不会丢失。`,
      `--   If it was only renamed, write ${written} in ${name}: nothing is lost.`,
    ]
  })

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
