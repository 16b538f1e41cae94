import { isInputField } from '../../../fields/record-schema.ts'
import type { AdditionsPage } from '../../../model/import-view.ts'
import type { Field, Language } from '../../../model/model.ts'
import type { ImportSteps } from './import-steps.ts'
import type { ImportDetails, StagedImport } from './staged-import.ts'
import { countRows } from './staged-outcomes.ts'
import { stagedPage } from './staged-pages.ts'
import { valueTextsOf } from './staged-value-text.ts'

/** One page of the records that an import would add or has added, in row order, with values as text. */
export async function additionsPage(
  steps: ImportSteps,
  { id, details }: StagedImport,
  part: { readonly offset: number; readonly most: number },
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
