import { typeOf } from '../../fields/index.ts'
import { fieldAtPath } from '../../fields/placeholder-faults.ts'
import { referredResource } from '../../fields/traits.ts'
import { placeholdersIn, stepPathOf } from '../../model/message.ts'
import type { Bilingual, Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { valueText } from '../../record/value-text.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { isPersonalRead } from './message-text.ts'
import type { Work } from './work.ts'

/** A placeholder of a template. */
interface TemplateParam {
  readonly key: string
  /** The title of the field, after that of the reference through which it is read. */
  readonly name: Bilingual
  /** A value of the type of the field, in Chinese. */
  readonly example: string
  /** Whether addresses of others do not get the value. */
  readonly isPersonal: boolean
}

/** The placeholders of a text about a record of the resource, each once, in their order. */
export function templateParams(model: Model, resource: Resource | undefined, text: Bilingual): TemplateParam[] {
  if (!resource) return []
  const names = [...placeholdersIn(text.zh), ...placeholdersIn(text.en)].map(({ name }) => name)
  return [...new Set(names)].flatMap(key => {
    const { via } = stepPathOf(key)
    const reference = via === undefined ? undefined : fieldOf(resource, via)
    const of = reference ? referredResource(reference, model) : resource
    const { field } = fieldAtPath(key, resource, model)
    if (!field || !of) return []
    const named = (language: Language) =>
      [...(reference ? [reference] : []), field].map(({ title }) => title[language]).join(' › ')
    const label = referredResource(field, model)?.title.zh
    const record = { [field.name]: typeOf(field).example(field, model, 1), [`${field.name}Name`]: label }
    const example = valueText(field, record, model, 'zh')
    return [{ key, name: { zh: named('zh'), en: named('en') }, example, isPersonal: isPersonalRead(model, of, field) }]
  })
}

/**
 * Replaces the stored parameters of templates by those of their present texts; `rows` lacks deleted templates. The table is
 * one of the engine, computed from the templates: its rows are never changed, and have no history.
 */
export async function storeTemplateParams(
  { ctx: { model }, queries }: Work,
  ids: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const all = rows.flatMap(row => {
    const [id, text] = [String(row['id']), { zh: String(row['textZh']), en: String(row['textEn']) }]
    return templateParams(model, model.resources[String(row['sourceResource'])], text).map((param, index) => ({
      id: idOfCode(`${id} ${param.key}`),
      template_id: id,
      sort: index + 1,
      key: param.key,
      name_zh: param.name.zh,
      name_en: param.name.en,
      example: param.example,
      is_personal: param.isPersonal,
    }))
  })
  await runAll(queries, sql`delete from engine_template_param where template_id = any(${ids}::bigint[])`)
  await runAll(
    queries,
    sql`insert into engine_template_param (id, template_id, sort, key, name_zh, name_en, example, is_personal)
      select id, template_id, sort, key, name_zh, name_en, example, is_personal
      from jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb) as p(id bigint, template_id bigint, sort integer, key text,
        name_zh text, name_en text, example text, is_personal boolean)`,
  )
}
