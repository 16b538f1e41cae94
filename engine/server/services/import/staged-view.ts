import { typeOf } from '../../../fields/index.ts'
import { isNeeded } from '../../../fields/record-schema.ts'
import type { Chosen, ImportLinesView, ImportTarget, ImportView, SampleRow } from '../../../model/import-view.ts'
import type { Queries } from '../../database/database.ts'
import { inlineParts } from './file-reading.ts'
import { isCheckedNow } from './import-rights.ts'
import type { ImportSteps } from './import-steps.ts'
import { proposedColumns } from './match-columns.ts'
import { type ImportDetails, importOf } from './staged-import.ts'
import { countProblems, countRows, countWarnings } from './staged-outcomes.ts'
import type { TableRow } from './table-row.ts'
import { type ColumnTarget, type LinesPart, linesParts, lineTargets, recordTargets } from './targets.ts'
import { sampleRows } from './uploaded-rows.ts'

const sampled = 5
const longest = 200
const maxSummed = 50

/** The current view of a user's own import. */
export async function viewOf({ work, owner, resource: former, access }: ImportSteps, id: string): Promise<ImportView> {
  const { queries } = work
  // At the end of a long step, the Model may be another one.
  const ctx = work.ctx.renewed()
  const { model } = ctx
  const resource = model.resources[former.name] ?? former
  const { file, state, at, expires, isBusy, details } = await importOf(queries, owner, id)
  const { encoding, sheets, sheet, headRow, head, rows, match, options, goodRows } = details
  const { hidden, own } = access
  const parts = linesParts(model, resource, hidden)
  const mayAdd = access.adding !== undefined
  const mayUpdate = access.changing !== undefined
  const keys = mayUpdate || parts.length > 0
  const targets = recordTargets(resource, { hidden, own, keys, inline: inlineParts(parts, details.lines) })
  const columns = knownColumns(details.columns, targets)
  const [counts, sample, summary, warnings] = await Promise.all([
    countRows(queries, id),
    sampleRows(queries, id, undefined, sampled),
    countProblems(queries, id, maxSummed),
    countWarnings(queries, id),
  ])
  const lines: ImportLinesView[] = []
  for (const part of parts) lines.push(await linesView(queries, id, part, details))
  return {
    id,
    file,
    state,
    at,
    expires,
    isBusy,
    encoding,
    sheets,
    sheet,
    headRow,
    head,
    rows,
    columns,
    proposed: proposedNames(targets, head, columns),
    targets: targets.map(viewOfTarget),
    lines,
    match,
    options,
    mayAdd,
    mayUpdate,
    goodRows,
    isStale: (state === 'checked' || state === 'writing') && !isCheckedNow(ctx, resource, details),
    sample: shown(sample, columns, targets),
    counts,
    summary,
    warnings,
  }
}

async function linesView(
  queries: Queries,
  id: string,
  part: LinesPart,
  details: ImportDetails,
): Promise<ImportLinesView> {
  const { name, field } = part
  const known = { part: name, title: field.title, isRequired: isNeeded(field) }
  const own = details.lines.find(one => one.part === name)
  if (!own) return { ...known, sheet: null, head: [], rows: 0, columns: {}, proposed: {}, sample: [], targets: [] }
  const { sheet, head, rows } = own
  const targets = lineTargets(part)
  const columns = knownColumns(own.columns, targets)
  const sample = shown(await sampleRows(queries, id, name, sampled), columns, targets)
  const proposed = proposedNames(targets, head, columns)
  return { ...known, sheet, head, rows, columns, proposed, sample, targets: targets.map(viewOfTarget) }
}

/** A field that was renamed or removed since is assigned again. */
const knownColumns = (columns: Chosen, targets: readonly ColumnTarget[]): Chosen =>
  Object.fromEntries(Object.entries(columns).filter(([, chosen]) => targets.some(({ name }) => name === chosen)))

const proposedNames = (targets: readonly ColumnTarget[], head: readonly string[], columns: Chosen): Chosen =>
  Object.fromEntries(proposedColumns(targets, head, columns).map(({ index, target }) => [index, target.name]))

const viewOfTarget = ({ name, title, isRequired, isKey, finds }: ColumnTarget): ImportTarget => ({
  name,
  title,
  isRequired,
  isKey,
  finds,
})

/** Sample rows: long texts are cut, secrets are hidden. */
function shown(rows: readonly TableRow[], columns: Chosen, targets: readonly ColumnTarget[]): SampleRow[] {
  const isSecret = (index: number) => {
    const target = targets.find(({ name }) => name === columns[index])
    return target !== undefined && typeOf(target.field).secret === true
  }
  return rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, index) => (isSecret(index) && cell !== '' ? '••••••' : cell.slice(0, longest))),
  }))
}
