import { isBoolean, referredResource } from '../../../fields/traits.ts'
import type { TimeUnit } from '../../../model/chart.ts'
import type { Language } from '../../../model/model.ts'
import { accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Axis, GroupKey } from '../../store/charts/axes.ts'
import { displaySql } from '../../store/select.ts'

/** The labels of the keys of a group, in the language of the request. */
export async function labelsOf(
  queries: Queries,
  ctx: RequestContext,
  { field, group, entries }: Axis,
  keys: readonly GroupKey[],
): Promise<(key: GroupKey) => string> {
  const { language, model } = ctx
  const names = new Map<GroupKey, string>([[null, none[language]]])
  const of = referredResource(field, model)
  for (const { key, title } of entries) names.set(key, title[language])
  if (isBoolean(field)) for (const [key, title] of Object.entries(truth)) names.set(key, title[language])
  const ids = keys.filter(key => key !== null)
  if (of && ids.length > 0) {
    const those = sql`n."id" = any(${ids}::bigint[]) and ${accessToNames(ctx, of).rows('n')}`
    const shown = displaySql(ctx, of, 'n')
    const rows = await runAll(
      queries,
      sql`select n."id"::text as id, ${shown} as name from ${word(`"${of.table}" n`)} where ${those}`,
    )
    for (const { id, name } of rows) names.set(String(id), String(name ?? id))
  }
  return key => names.get(key) ?? timeLabel(key ?? '', group.unit, language)
}

const none = { zh: '无', en: 'None' }
const truth = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } }

function timeLabel(key: string, unit: TimeUnit | undefined, language: Language): string {
  const isChinese = language === 'zh'
  if (unit === 'weekday')
    return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, Number(key)),
    )
  if (unit === 'hourOfDay') return isChinese ? `${key} 时` : `${key.padStart(2, '0')}:00`
  const [year = '', part = ''] = key.split(/-[WQ]/)
  if (unit === 'week') return isChinese ? `${Number(part)} 周` : `Week ${Number(part)}`
  if (unit === 'quarter') return isChinese ? `${year} 年 ${part} 季度` : `Q${part} ${year}`
  return key
}
