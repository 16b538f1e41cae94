import type { Bilingual, Field, Resource } from '../../model/model.ts'
import type { Access } from '../auth/access.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import type { Condition } from './condition.ts'
import { isIndexed } from './indexed.ts'
import { whereSql } from './where.ts'

/** The maximum number of rows that are read for a condition that no index supports. */
export const maxScanned = 50_000

/** The first condition that no index supports. */
export const scannedOf = (resource: Resource, conditions: readonly Condition[]): Condition | undefined =>
  conditions.find(condition => !isIndexed(resource, condition))

/** The condition for the rows that would be read for conditions that no index supports. */
export const narrowedSql = (
  resource: Resource,
  access: Access,
  conditions: readonly Condition[],
  which?: (alias: string) => Fragment,
): Fragment =>
  whereSql(
    access,
    conditions.filter(condition => isIndexed(resource, condition)),
    which,
  )

/** Refuses conditions that no index supports among more rows than are read for one. */
export async function assureBoundedScan(
  queries: Queries,
  resource: Resource,
  access: Access,
  conditions: readonly Condition[],
): Promise<void> {
  const scanned = scannedOf(resource, conditions)
  if (!scanned) return
  const narrowed = sql`select 1 from ${word(`"${resource.table}" t`)} where ${narrowedSql(resource, access, conditions)}`
  const some = sql`${narrowed} limit ${word(String(maxScanned + 1))}`
  const [row] = await runAll(queries, sql`select count(*)::int as n from (${some}) few`)
  if (Number(row?.['n']) > maxScanned) throw unfiltered(resource, scanned)
}

/** The refusal to filter more rows than are read for it without an index. */
export const unfiltered = (resource: Resource, { field, operator }: Condition) => {
  const { title, name } = field
  const isText = operator === 'contains'
  const key = isText ? `list: { search: [${name}] }` : `${name}: { index: true }`
  const advice = indexAdvice(resource, field, key)
  return refuse.input({
    [name]: {
      zh: `数据超过 ${maxScanned} 条时不能按${title.zh}查询，请先增加其他查询条件${advice.zh}`,
      en: `More than ${maxScanned} rows cannot be filtered by ${title.en}: please narrow the search first${advice.en}`,
    },
  })
}

/** The rest of a refusal that names the key of a descriptor with which an index is created; empty for system fields. */
export const indexAdvice = (resource: Resource, field: Field, key: string): Bilingual =>
  resource.fields.includes(field)
    ? {
        zh: `；或由管理员在 ${resource.name}.yaml 中写入 ${key}`,
        en: `, or have ${key} added to ${resource.name}.yaml`,
      }
    : { zh: '', en: '' }
