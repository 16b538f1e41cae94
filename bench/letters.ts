import type pg from 'pg'
import { ask } from './callers.ts'
import { type City, password } from './city.ts'

export const enterprises = 1_000
/** One enterprise in a hundred belongs to the merchant, spread over all. */
const every = 100
/** The ids of the merchant's enterprises. */
export const owned = Array.from({ length: enterprises / every }, (_, at) => String((at + 1) * every))
/** The merchant's permissions. */
export const merchantCodes = ['entInfo_view', 'entNoticeLetter_view', 'entCamera_view', 'entCamera_add']

/** Creates enterprises, a merchant with one in a hundred of them, and a role's rights. */
export async function settle(city: City): Promise<void> {
  const { database, port } = city
  const admin = await city.signIn('admin')
  await database.query(`
    insert into ent_info (tenant_id, id, create_time, update_time, status, is_deleted, version, name, credit_code, run_type)
    select '000000', n, now(), now(), 1, 0, 1, 'Enterprise ' || n, 'C' || n, '1' from generate_series(1, ${enterprises}) n`)
  const call = (path: string, body: object) =>
    ask({
      port,
      path,
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: () => JSON.stringify(body),
    })
  // A role that no access rule of the product names: its rows are those of its enterprises, and it may add cameras.
  const role = idIn(await call('/api/blade/v1/bladeRole/save', { roleName: 'Merchant', roleAlias: 'vendor', sort: 1 }))
  await database.query(`insert into engine_grant (tenant_id, role_id, code) select '000000', $1, unnest($2::text[])`, [
    role,
    merchantCodes,
  ])
  const { rows } = await database.query(`select dept_id[1]::text as dept from blade_user limit 1`)
  await call('/api/blade/v1/bladeUser/save', {
    account: 'merchant',
    password,
    name: 'Merchant',
    realName: 'Merchant',
    roleId: [role],
    deptId: [rows[0].dept],
    ownerIds: owned,
  })
}

const idIn = (answer: string): string => (JSON.parse(answer) as { data: { id: string } }).data.id

/**
 * Inserts notice letters up to that number, one enterprise after the other, so that the rows of each are scattered. None
 * is due: the job of automatic steps would write thousands of them during the measurement. Indexes are built afterwards,
 * which takes a fraction of the time: ten million rows are made in some minutes.
 */
export async function fillLetters(database: pg.Client, rows: number): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'ent_notice_letter' and indexname not like '%_pkey'`,
  )
  const isLarge = rows > 100_000
  if (isLarge) for (const { name } of indexes) await database.query(`drop index "${name}"`)
  await database.query(
    `insert into ent_notice_letter (tenant_id, id, create_time, update_time, status, is_deleted, version, owner_id, ent_id,
       letter_no, problem, deadline, letter_status)
     select '000000', 1000000 + n, timestamptz '2026-01-01' + n * interval '10 seconds', now(), 1, 0, 1,
       1 + n % ${enterprises}, 1 + n % ${enterprises}, 'ZG' || n, 'Problem number ' || n, current_date + 30 + (n / 8640)::int,
       case when n < 2000 then '5' else (array['0','1','3','4'])[1 + (n / ${enterprises}) % 4] end
     from generate_series((select count(*) from ent_notice_letter)::int, $1 - 1) n`,
    [rows],
  )
  if (isLarge) {
    await database.query("set maintenance_work_mem = '1GB'")
    for (const { definition } of indexes) await database.query(definition)
  }
  await database.query('vacuum analyze ent_notice_letter')
  await database.query('vacuum analyze ent_info')
}
