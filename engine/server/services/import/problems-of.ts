import { typeOf } from '../../../fields/index.ts'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import type { MatchedColumn } from './match-columns.ts'
import type { FileRecordDraft, LineDraft, RecordDraft } from './record-draft.ts'

/** Adds a proposed value to a problem of a record or a line. */
export type Propose = (resource: Resource, values: Row, problem: RowProblem) => Promise<RowProblem>

/** All problems of a record: those of its own cells from left to right, then those of its lines. */
export async function problemsOf(resource: Resource, draft: RecordDraft, propose: Propose): Promise<RowProblem[]> {
  if (draft.barred) return [{ row: draft.source.row, ...draft.barred }]
  const all: RowProblem[] = []
  for (const problem of ownProblems(draft)) all.push(await propose(resource, draft.values, problem))
  for (const line of [...draft.lines.values()].flat()) {
    const { part } = line.reading
    for (const problem of lineProblems(line)) all.push(await propose(part.resource, line.values, problem))
  }
  return all
}

function lineProblems(line: LineDraft): RowProblem[] {
  const { part, own } = line.reading
  return ownProblems(line).map(problem => ({
    ...problem,
    ...(own && { sheet: own.sheet }),
    field: problem.field === undefined ? part.name : `${part.name}.${problem.field}`,
  }))
}

function ownProblems({ source, columns, errors }: FileRecordDraft): RowProblem[] {
  const columnOf = (name: string) => columns.find(({ target }) => target.field.name === name)
  // Problems of the row as a whole come first.
  const ordered = [...errors].sort(([one], [other]) => (columnOf(one)?.index ?? -1) - (columnOf(other)?.index ?? -1))
  return ordered.map(([name, error]) => {
    const column = columnOf(name)
    return {
      row: source.row,
      ...(name !== '' && { field: name }),
      ...(column && problemCell(column, source.cells)),
      ...error,
    }
  })
}

const longest = 100

/** The column and the text of its cell; without the text of a secret. */
export function problemCell(column: MatchedColumn, cells: readonly string[]): Pick<RowProblem, 'column' | 'value'> {
  const value = typeOf(column.target.field).secret ? undefined : cells[column.index]?.trim()
  return { column: column.source, ...(value && { value: [...value].slice(0, longest).join('') }) }
}
