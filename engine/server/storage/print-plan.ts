import type { PlannedChange } from './change.ts'
import type { SqlStep } from './steps.ts'

/**
 * A plan in sentences in both languages, with the names by which losses are confirmed, and then as SQL that a user can
 * read and run: each statement below its mark and its description.
 */
export function printPlan(changes: readonly PlannedChange[], steps: readonly SqlStep[] = []): string {
  if (changes.length + steps.length === 0) return ''
  return [...changes.flatMap(sentences), '', ...changes.map(printChange), ...steps.map(printStep)].join('\n')
}

function sentences({ what, loss, count = 0 }: PlannedChange): string[] {
  const zh = loss === undefined ? '' : `，影响 ${count} 行，确认：--allow ${loss}`
  const en =
    loss === undefined ? '' : ` This concerns ${count} ${count === 1 ? 'row' : 'rows'}; to confirm it: --allow ${loss}.`
  return [`-- ${what.zh}${zh}。`, `--   ${what.en}${en}`]
}

function printChange({ mark, count, what, statements, apart }: PlannedChange): string {
  const rows = count === undefined ? '' : ` (${count} ${count === 1 ? 'row' : 'rows'})`
  return [
    `-- ${mark}${rows}${apart ? ', apart from the others' : ''}: ${what.en}`,
    ...statements.map(statement => `${statement};`),
    '',
  ].join('\n')
}

const printStep = ({ name, text }: SqlStep): string => `-- step: ${name}\n${text.trim()}\n`
