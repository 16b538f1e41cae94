import { isInputField } from '../../../fields/record-schema.ts'
import type { AdditionsPage, ChangesPage, RecordChange } from '../../../model/import-view.ts'
import type { Field, Language } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { isSame } from '../../store/history.ts'
import { labels } from '../../store/look-up.ts'
import type { ImportSteps } from './import-steps.ts'
import type { ImportDetails, StagedImport } from './staged-import.ts'
import { countRows } from './staged-outcomes.ts'
import { type StagedRow, stagedOf } from './staged-rows.ts'
import { valueTextsOf } from './staged-value-text.ts'

interface Part {
  readonly offset: number
  readonly most: number
}

/** One page of the records that an import would add or has added, in row order, with values as text. */
export async function additionsPage(
  steps: ImportSteps,
  { id, details }: StagedImport,
  part: Part,
  language: Language,
): Promise<AdditionsPage> {
  const { queries } = steps.work
  const { rows: all, wrong, updates, same } = await countRows(queries, id)
  const rows = await stagedPage(queries, id, 'add', part)
  const textOf = await valueTextsOf(
    steps,
    id,
    rows.map(({ record }) => record),
    language,
  )
  const fields = fieldsOf(steps, details)
  return {
    total: all - wrong - updates - same,
    titles: fields.map(({ title }) => title),
    records: rows.map(({ row, record }) => ({ row, values: fields.map(field => textOf(field, record[field.name])) })),
  }
}

/**
 * The owner fields that no column fills, then the imported fields in column order; fields that no longer exist are
 * omitted.
 */
function fieldsOf({ resource, access }: ImportSteps, { columns, lines }: ImportDetails): Field[] {
  const positions = Object.keys(columns).sort((one, other) => Number(one) - Number(other))
  const assigned = positions.map(position => columns[position]?.split('.')[0] ?? '')
  const names = new Set([...Object.keys(access.own), ...assigned, ...lines.map(({ part }) => part)])
  return [...names].flatMap(name => {
    const field = resource.fields.find(one => one.name === name)
    return field && isInputField(field) && !access.hidden.has(name) ? [field] : []
  })
}

/** One page of the records that an import would change or has changed, in row order, with values as text. */
export async function changesPage(
  steps: ImportSteps,
  id: string,
  part: Part,
  language: Language,
): Promise<ChangesPage> {
  const { work, resource, access } = steps
  const { queries, ctx } = work
  const { updates } = await countRows(queries, id)
  const rows = await stagedPage(queries, id, 'update', part)
  const values = rows.flatMap(({ record, before }) => [record, before ?? {}])
  const textOf = await valueTextsOf(steps, id, values, language)
  const ids = rows.map(({ recordId }) => recordId)
  const found = await labels(queries, ctx, resource, ids)
  const displays = new Map(found.map(({ id, name }) => [id, name]))
  const fields = resource.fields.filter(({ name }) => !access.hidden.has(name))
  const records = rows.map(({ row, recordId, record, before = {} }): RecordChange => {
    const changed = fields.filter(({ name }) => name in before && !isSame(before[name], record[name] ?? null))
    const changes = changed.map(field => ({
      title: field.title,
      from: textOf(field, before[field.name]),
      to: textOf(field, record[field.name]),
    }))
    return { row, id: recordId, display: displays.get(recordId) ?? '', changes }
  })
  // Records that the user can no longer see are omitted.
  return { total: updates, records: records.filter(one => displays.has(one.id)) }
}

/** One page of the valid rows with one operation, in order. */
async function stagedPage(
  queries: Queries,
  id: string,
  operation: 'add' | 'update',
  { offset, most }: Part,
): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and problems is null and operation = $2
     order by row limit $3::integer offset $4::integer`,
    [id, operation, most, offset],
  )
  return rows.map(stagedOf)
}
