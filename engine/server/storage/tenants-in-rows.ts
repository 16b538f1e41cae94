import { engineColumns } from '../../model/system-fields.ts'
import { both, type ChangeDraft, countingRows, hasTenant, platform } from './change.ts'
import type { Pair } from './pair.ts'
import { literal, quoted } from './sql-text.ts'

const { tenant } = engineColumns

/** Whether a resource becomes one of all tenants, or of each tenant, which are changes of all its rows. */
export const isSharedOtherwise = ({ wanted, found }: Pick<Pair, 'wanted' | 'found'>): boolean =>
  wanted.mark.code !== undefined && found.mark.code !== undefined && hasTenant(wanted) !== hasTenant(found)

/**
 * Rows of one tenant that become those of all, or the reverse. Both change which users see them, so that they wait for a
 * confirmation. Their history and counters follow them.
 */
export function tenantsInRows(pair: Pair): ChangeDraft[] {
  if (!isSharedOtherwise(pair)) return []
  const { wanted, found, nameNow } = pair
  const of = wanted.mark.of
  const [table, column] = [quoted(wanted.name), quoted(tenant)]
  const counting = countingRows(found, nameNow)
  const moved: ChangeDraft = {
    phase: 'names',
    mark: 'additive',
    what: both(`历史和编号随 ${of} 的记录改变所属租户`, `Move the history and the counters of ${of} with its rows.`),
    statements: hasTenant(wanted) ? toPlatform(of) : toAll(of),
  }
  if (hasTenant(wanted))
    return [
      {
        phase: 'columns',
        mark: 'additive',
        what: both(
          `${of} 的记录不再由所有租户共用，将只属于租户 000000：其他租户的用户不再能看到`,
          `Make the rows of ${of} those of the tenant 000000 only: users of other tenants will no longer see them.`,
        ),
        counting,
        losing: { name: `tenant:${wanted.name}`, mark: 'breaks-rows' },
        statements: [
          `alter table ${table} add column ${column} text collate "C" not null default ${platform}`,
          `alter table ${table} alter column ${column} drop default`,
        ],
      },
      moved,
    ]
  return [
    {
      phase: 'rename',
      mark: 'additive',
      what: both(`检查 ${of} 的编号`, `Check the ids of ${of}.`),
      counting: countingRows(
        found,
        nameNow,
        `exists (select from ${quoted(nameNow)} other where other."id" = mine."id" and other.${column} <> mine.${column})`,
      ),
      onlyIfAny: true,
      refusing: (count, ids) =>
        both(
          `${of} 不能由所有租户共用：有 ${count} 条记录的编号与其他租户的记录相同（${ids.join('、')}）。请先用 migrations/ 中的 SQL 文件给其中一个租户的记录换编号，单独保存并执行，再写 shared: true。`,
          `The rows of ${of} cannot be shared by all tenants: ${count} of them have the id of a row of another tenant (${ids.join(', ')}). First give those of one tenant other ids by an SQL file in migrations/, which is saved and runs alone, and then write shared: true.`,
        ),
      statements: [],
    },
    {
      phase: 'drop',
      mark: 'additive',
      what: both(
        `${of} 的记录由所有租户共用：不再记录它们属于哪个租户，其他租户的用户也能按权限看到`,
        `Share the rows of ${of} among all tenants: their tenants are lost, and users of the other tenants see them as far as their rights permit.`,
      ),
      counting,
      losing: { name: `tenant:${wanted.name}`, mark: 'data-losing' },
      frees: [`${nameNow}.${tenant}`],
      statements: [`alter table ${table} drop column ${column}`],
    },
    moved,
  ]
}

const serial = 'engine_serial'
const highest = `on conflict (tenant_id, resource, field, period) do update set last = greatest(${serial}.last, excluded.last)`

/** History and counters of rows of all tenants have no tenant; jobs work on these rows for that of the platform. */
const toPlatform = (of: string): string[] => [
  `update engine_history set tenant_id = ${platform} where tenant_id = '' and resource = ${literal(of)}`,
  // Steps of other tenants that create a record once would find one of the platform, and create none.
  `delete from engine_origin where tenant_id <> ${platform} and target = ${literal(of)}`,
  `insert into ${serial} (tenant_id, resource, field, period, last) select ${platform}, resource, field, period, last from ${serial} where tenant_id = '' and resource = ${literal(of)} ${highest}`,
  `delete from ${serial} where tenant_id = '' and resource = ${literal(of)}`,
]

const toAll = (of: string): string[] => [
  `update engine_history set tenant_id = '' where tenant_id <> '' and resource = ${literal(of)}`,
  `insert into ${serial} (tenant_id, resource, field, period, last) select '', resource, field, period, max(last) from ${serial} where tenant_id <> '' and resource = ${literal(of)} group by resource, field, period ${highest}`,
  `delete from ${serial} where tenant_id <> '' and resource = ${literal(of)}`,
  ...['engine_step_time', 'engine_step_failure', 'engine_stale_value'].map(
    table => `update ${table} set tenant_id = ${platform} where tenant_id <> ${platform} and resource = ${literal(of)}`,
  ),
]
