import { typeOf } from '../../../fields/index.ts'
import { ofOption } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import { displayFieldOf } from '../../../model/display.ts'
import type { Field, Language } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import type { Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { labels } from '../../store/look-up.ts'
import { partsOf } from '../../store/referring.ts'
import type { ImportSteps } from './import-steps.ts'

/** The text of a staged field value; a secret is only shown as present. */
export type ValueText = (field: Field, value: unknown) => string

/** Returns the function for the values of these staged records, with references resolved under the user's rights. */
export async function valueTextsOf(
  { work, resource }: Pick<ImportSteps, 'work' | 'resource'>,
  id: string,
  records: readonly Row[],
  language: Language,
): Promise<ValueText> {
  const { queries, ctx } = work
  const names = new Map<string, string>()
  for (const of of new Set(resource.fields.filter(isReference).map(ofOption))) {
    const fields = resource.fields.filter(field => isReference(field) && ofOption(field) === of)
    const ids = records.flatMap(record => fields.flatMap(({ name }) => [record[name] ?? []].flat().map(String)))
    if (ids.length === 0) continue
    // The parent of a tree row may be a record that the same file adds.
    const display = of === resource.name ? displayFieldOf(resource) : undefined
    if (display)
      for (const [one, text] of await stagedTexts(queries, id, display.name, ids)) names.set(`${of} ${one}`, text)
    for (const one of await labels(queries, ctx, resourceOf(ctx.model, of), [...new Set(ids)]))
      names.set(`${of} ${one.id}`, one.name)
  }
  const parts = new Set(partsOf(ctx.model, resource).map(({ name }) => name))
  return (field, value) => {
    if (value === null || value === undefined) return ''
    if (parts.has(field.name)) return countOf(value, language)
    if (typeOf(field).secret) return '••••••'
    if (!isReference(field)) return typeOf(field).format(value, field, ctx.model, language)
    return [value]
      .flat()
      .map(one => names.get(`${ofOption(field)} ${one}`) ?? String(one))
      .join(language === 'zh' ? '、' : ', ')
  }
}

/** Values of one field of staged records, by their future ids. */
async function stagedTexts(
  queries: Queries,
  id: string,
  field: string,
  recordIds: readonly string[],
): Promise<readonly (readonly [id: string, text: string])[]> {
  const rows = await run(
    queries,
    `select record_id::text as id, record ->> $2 as text from engine_import_row
     where import_id = $1::bigint and record_id = any($3::bigint[]) and record ->> $2 is not null`,
    [id, field, recordIds],
  )
  return rows.map(({ id, text }) => [String(id), String(text)] as const)
}

const countOf = (lines: unknown, language: Language): string => {
  const count = Array.isArray(lines) ? lines.length : 0
  return language === 'zh' ? `${count} 条明细` : count === 1 ? '1 line' : `${count} lines`
}
