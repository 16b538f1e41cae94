import type { ChangesPage, ImportedChange, RecordChange } from '../../../model/import-view.ts'
import type { Language } from '../../../model/model.ts'
import { isSame } from '../../store/history.ts'
import { labels } from '../../store/look-up.ts'
import type { ImportSteps } from './import-steps.ts'
import { countRows } from './staged-outcomes.ts'
import { stagedPage } from './staged-pages.ts'
import { valueTextsOf } from './staged-value-text.ts'

/** One page of the records that an import would change or has changed, in row order, with values as text. */
export async function changesPage(
  steps: ImportSteps,
  id: string,
  part: { readonly offset: number; readonly most: number },
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
    const changes = changed.map(
      (field): ImportedChange => ({
        title: field.title,
        from: textOf(field, before[field.name]),
        to: textOf(field, record[field.name]),
      }),
    )
    return { row, id: recordId, display: displays.get(recordId) ?? '', changes }
  })
  // Records that the user can no longer see are omitted.
  return { total: updates, records: records.filter(one => displays.has(one.id)) }
}
