import type { PlannedChange } from './change.ts'
import type { SqlStep } from './steps.ts'

/** A plan as SQL that a user can read and run: each statement below its mark and its description. */
export function printPlan(changes: readonly PlannedChange[], steps: readonly SqlStep[] = []): string {
  return [...changes.map(printChange), ...steps.map(printStep)].join('\n')
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
