import { engineColumns } from '../../model/system-fields.ts'
import { both, type ChangeDraft, countingRows, hasTenant, platform } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'

const { tenant } = engineColumns

/** Whether a resource becomes one of all tenants, or of each tenant. */
export const isSharedOtherwise = ({ wanted, found }: Pick<Pair, 'wanted' | 'found'>): boolean =>
  wanted.mark.code !== undefined && found.mark.code !== undefined && hasTenant(wanted) !== hasTenant(found)

/** Only a resource without rows becomes one of all tenants, or the reverse: which tenant has a row decides who sees it. */
export function tenantsInRows(pair: Pair): ChangeDraft[] {
  if (!isSharedOtherwise(pair)) return []
  const { wanted, found } = pair
  const { of } = wanted.mark
  const [table, column] = [quoted(wanted.name), quoted(tenant)]
  const draft = {
    mark: 'additive',
    what: both(`${of} 改变 shared`, `Change whether ${of} is shared by all tenants.`),
    counting: countingRows(found, wanted.name),
    refusing: (count: number) =>
      both(
        `${of} 有 ${count} 条记录，不能改变 shared。请导出这些记录，新建一个资源再导入。`,
        `${of} has ${count} rows, so that shared cannot be changed. Export the rows, and import them into a new resource.`,
      ),
  } as const
  return hasTenant(wanted)
    ? [
        {
          ...draft,
          phase: 'columns',
          statements: [
            `alter table ${table} add column ${column} text collate "C" not null default ${platform}`,
            `alter table ${table} alter column ${column} drop default`,
          ],
        },
      ]
    : [
        {
          ...draft,
          phase: 'drop',
          frees: [`${wanted.name}.${tenant}`],
          statements: [`alter table ${table} drop column ${column}`],
        },
      ]
}
