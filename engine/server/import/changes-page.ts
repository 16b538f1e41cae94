import { typeOf } from '../../fields/index.ts'
import { ofOption } from '../../fields/options.ts'
import type { Change, ChangesPage, RecordChange } from '../../model/import-view.ts'
import type { Field, Language } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { isSame } from '../store/history.ts'
import { labels } from '../store/look-up.ts'
import { partsOf } from '../store/referring.ts'
import type { Row } from '../store/shape.ts'
import type { Steps } from './kept-steps.ts'
import { countRows } from './staged-outcomes.ts'
import { updatesPage } from './staging.ts'

/** What an import would change, or did: records by their rows, some at a time, in a person's words. */
export async function changesPage(
  { work, resource, access }: Steps,
  id: string,
  { offset, most }: { readonly offset: number; readonly most: number },
  language: Language,
): Promise<ChangesPage> {
  const { queries, asking } = work
  const { updates } = await countRows(queries, id)
  const rows = await updatesPage(queries, id, offset, most)
  const names = await namesOf(
    { work, resource, access },
    rows.flatMap(({ record, before }) => [record, before ?? {}]),
  )
  const found = await labels(
    queries,
    asking,
    resource,
    rows.map(({ recordId }) => recordId),
  )
  const displays = new Map(found.map(({ id, name }) => [id, name]))
  const fields = resource.fields.filter(({ name }) => !access.hidden.has(name))
  const parts = new Map(partsOf(asking.model, resource).map(({ name }) => [name, true]))
  const records = rows.map(({ row, recordId, record, before = {} }): RecordChange => {
    const changed = fields.filter(({ name }) => name in before && !isSame(before[name], record[name] ?? null))
    const changes = changed.map((field): Change => {
      const say = (value: unknown) =>
        parts.has(field.name) ? countOf(value, language) : textOf(field, value, names, language, asking.model)
      return { title: field.title, from: say(before[field.name]), to: say(record[field.name]) }
    })
    return { row, id: recordId, display: displays.get(recordId) ?? '', changes }
  })
  // What the person may not see any more is not shown to him.
  return { total: updates, records: records.filter(one => displays.has(one.id)) }
}

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What stands for the records that values refer to, by resource and id. */
async function namesOf(
  { work, resource }: Pick<Steps, 'work' | 'resource' | 'access'>,
  records: readonly Row[],
): Promise<Names> {
  const { queries, asking } = work
  const wanted = new Map<string, Set<string>>()
  for (const field of resource.fields) {
    if (field.type !== 'reference') continue
    const ids = wanted.get(ofOption(field)) ?? new Set()
    for (const record of records) for (const id of [record[field.name] ?? []].flat()) ids.add(String(id))
    wanted.set(ofOption(field), ids)
  }
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const [of, ids] of wanted) {
    if (ids.size === 0) continue
    const found = await labels(queries, asking, resourceOf(asking.model, of), [...ids])
    names.set(of, new Map(found.map(({ id, name }) => [id, name])))
  }
  return names
}

function textOf(
  field: Field,
  value: unknown,
  names: Names,
  language: Language,
  model: Steps['work']['asking']['model'],
): string {
  if (value === null || value === undefined || typeOf(field).secret) return ''
  if (field.type !== 'reference') return typeOf(field).format(value, field, model, language)
  const known = names.get(ofOption(field))
  return [value]
    .flat()
    .map(id => known?.get(String(id)) ?? String(id))
    .join(language === 'zh' ? '、' : ', ')
}

const countOf = (lines: unknown, language: Language): string => {
  const count = Array.isArray(lines) ? lines.length : 0
  return language === 'zh' ? `${count} 条明细` : count === 1 ? '1 line' : `${count} lines`
}
