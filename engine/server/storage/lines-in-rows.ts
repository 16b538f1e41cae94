import { literal, quoted } from './sql-text.ts'
import type { LinePart } from './table.ts'

/** A column with the values of records by field, in which those of a master contain the values of its lines. */
interface ColumnWithLines {
  readonly table: string
  readonly column: string
  /** Changes by field, `{ "lines": { "lines": [{ "id": …, "changes": … }] } }`, or values: `{ "lines": [{ "id": … }] }`. */
  readonly content: 'changes' | 'values'
  /** The rows of the master. */
  readonly isOf: (resource: string) => string
}

/** Those with names of fields of lines. A new one must be added here. */
const columnsWithLines: readonly ColumnWithLines[] = [
  {
    table: 'engine_history',
    column: 'changes',
    content: 'changes',
    isOf: resource => `"resource" = ${literal(resource)}`,
  },
  ...['record', 'before'].map(
    (column): ColumnWithLines => ({
      table: 'engine_import_row',
      column,
      content: 'values',
      isOf: resource =>
        `"import_id" in (select "id" from "engine_import" where "resource" = ${literal(resource)} and "state" = 'writing')`,
    }),
  ),
]

/** Rewrites what is stored of lines that have a field, by `changed`: of their changes or values, as JSON by field. */
export function linesInRows(
  part: LinePart,
  field: string,
  changed: (values: string, content: ColumnWithLines['content']) => string,
): string[] {
  return columnsWithLines.map(({ table, column, content, isOf }) => {
    const ofChanges = content === 'changes'
    const path = `array[${[part.field, ...(ofChanges ? ['lines'] : [])].map(literal).join(', ')}]`
    const values = ofChanges ? `(line -> 'changes')` : 'line'
    const line = ofChanges
      ? `jsonb_set(line, '{changes}', ${changed(values, content)})`
      : `(${changed(values, content)})`
    const each = `case when jsonb_exists(${values}, ${literal(field)}) then ${line} else line end`
    const lines = `select jsonb_agg(${each} order by n) from jsonb_array_elements(${quoted(column)} #> ${path}) with ordinality listed(line, n)`
    const found = `$.${quoted(part.field)}${ofChanges ? '.lines[*].changes' : '[*]'}.${quoted(field)}`
    return `update ${quoted(table)} set ${quoted(column)} = jsonb_set(${quoted(column)}, ${path}, (${lines})) where ${isOf(part.resource)} and jsonb_path_exists(${quoted(column)}, ${literal(found)})`
  })
}

/** Renames a field of lines in what is stored of them; of a merge only where the new name has nothing. */
export const renameInLines = (part: LinePart, from: string, to: string, isMerge?: true): string[] =>
  linesInRows(part, from, (values, content) => {
    const [former, next] = [from, to].map(name => `${values} -> ${literal(name)}`) as [string, string]
    const kept = isMerge ? `coalesce(nullif(${next}, 'null'), ${former})` : former
    const renamed = `(${values} - ${literal(from)}) || jsonb_build_object(${literal(to)}, ${kept})`
    const isLeft = isMerge && content === 'changes'
    return isLeft ? `(case when jsonb_exists(${values}, ${literal(to)}) then ${values} else ${renamed} end)` : renamed
  })
