import { literal, quoted } from './sql-text.ts'
import type { LinePart } from './table.ts'

/**
 * Rewrites the history of lines that have a field, by `changed`: of their changes, as JSON by field. It is stored with
 * their master: `{ "lines": { "lines": [{ "id": …, "changes": … }] } }`.
 */
export function linesInRows(part: LinePart, field: string, changed: (values: string) => string): string[] {
  const path = `array[${[part.field, 'lines'].map(literal).join(', ')}]`
  const values = `(line -> 'changes')`
  const line = `jsonb_set(line, '{changes}', ${changed(values)})`
  const each = `case when jsonb_exists(${values}, ${literal(field)}) then ${line} else line end`
  const lines = `select jsonb_agg(${each} order by n) from jsonb_array_elements("changes" #> ${path}) with ordinality listed(line, n)`
  const found = `$.${quoted(part.field)}.lines[*].changes.${quoted(field)}`
  const which = `"resource" = ${literal(part.resource)} and jsonb_path_exists("changes", ${literal(found)})`
  return [`update "engine_history" set "changes" = jsonb_set("changes", ${path}, (${lines})) where ${which}`]
}
