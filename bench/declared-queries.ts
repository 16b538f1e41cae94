import { ask } from './callers.ts'
import { type City, startCity } from './city.ts'
import { enterprises, owned, settle } from './letters.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rounds = 15
const rows = 1_000_000
/** The longest median of a page of ten and of a list of at most 1,000 rows, in milliseconds. */
const bounds = { page: 60, list: 250 } as const

/** Queries that the product declares, by what they find. */
const queries: Readonly<Record<string, { readonly path: string; readonly returns: keyof typeof bounds }>> = {
  'entInfo.schoolPage': { path: 'ent/v1/entInfo/schoolPage?size=10', returns: 'page' },
  'entInfo.listLicenceSystemByQuery, few matches': {
    path: 'ent/v1/entInfo/listLicenceSystemByQuery?likeName=rise%20654321',
    returns: 'list',
  },
  'entInfo.listLicenceSystemByQuery, many matches': {
    path: 'ent/v1/entInfo/listLicenceSystemByQuery?likeName=Enterprise%206',
    returns: 'list',
  },
  'businessEntOrder.detailAnalysisOrder': {
    path: 'business/v1/businessEntOrder/detailAnalysisOrder?entId=500&supplierName=Supplier%207&size=10',
    returns: 'page',
  },
  'businessEntOrderDetail.listDeliveryDetail': {
    path: 'business/v1/businessEntOrderDetail/listDeliveryDetail?orderId=1500000',
    returns: 'list',
  },
}

const codes = ['entInfo_licence', 'businessEntOrder_view', 'businessEntOrderDetail_view']

/** Queries that descriptors declare, of an administrator and of a user who sees one row in a hundred. */
export async function declaredQueries(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const start = performance.now()
    await fill(city)
    const filled = Math.round((performance.now() - start) / 1000)
    const measures: Measure[] = []
    for (const account of ['admin', 'merchant']) measures.push(...(await measured(city, account)))
    return {
      title: `Declared queries at ${rows.toLocaleString('en')} rows`,
      how:
        `Queries of the product on tables of ${rows.toLocaleString('en')} rows each, by an administrator and by a role that sees one row in a hundred. ` +
        `One request at a time, medians of ${rounds} requests after a warm-up request. Inserting the rows took ${filled} s.`,
      rows: measures,
    }
  } finally {
    await city.stop()
  }
}

/** Enterprises, orders and lines up to that number each. Indexes are built afterwards, which takes a fraction of the time. */
async function fill({ database }: City): Promise<void> {
  await database.query(
    `insert into engine_grant (tenant_id, role_id, code)
     select '000000', id, unnest($1::text[]) from blade_role where role_alias = 'vendor' on conflict do nothing`,
    [codes],
  )
  await database.query(`update blade_user set owner_ids = $1::bigint[] where account = 'merchant'`, [
    [...owned, ...Array.from({ length: rows / 100 - owned.length }, (_, n) => String(enterprises + (n + 1) * 100))],
  ])
  const of = `'000000', n, now(), now(), 1, 0, 1`
  const system = 'tenant_id, id, create_time, update_time, status, is_deleted, version'
  await filled(
    database,
    'ent_info',
    `insert into ent_info (${system}, name, credit_code, licence_no, run_type, business_type)
     select ${of}, 'Enterprise ' || n, 'C' || n, 'JY' || n, '1', case when n % 50 = 0 then 'PRISC' else 'HOTEL' end
     from generate_series(${enterprises + 1}, ${rows}) n`,
  )
  await filled(
    database,
    'business_ent_order',
    `insert into business_ent_order (${system}, owner_id, ent_id, order_no, order_time, supplier_name, order_status)
     select ${of}, 1 + n % ${enterprises}, 1 + n % ${enterprises}, 'DD' || n, now() - n * interval '10 seconds',
       'Supplier ' || (n / ${enterprises}) % 20, '1'
     from generate_series(1000000, ${1_000_000 + rows - 1}) n`,
  )
  await database.query(`insert into business_product_type (${system}, name, code)
    select ${of}, 'Vegetables', 'VEG' from generate_series(1, 1) n`)
  await filled(
    database,
    'business_ent_order_detail',
    `insert into business_ent_order_detail (${system}, owner_id, order_id, product_name, product_type_id, quantity, unit, price, amount)
     select ${of}, 1 + n % ${enterprises}, n, 'Product ' || n % 100, 1, 2, '1', 3, 6
     from generate_series(1000000, ${1_000_000 + rows - 1}) n`,
  )
}

async function filled(database: City['database'], table: string, statement: string): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes i
     where tablename = $1 and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [table],
  )
  for (const { name } of indexes) await database.query(`drop index "${name}"`)
  await database.query(statement)
  await database.query("set maintenance_work_mem = '1GB'")
  for (const { definition } of indexes) await database.query(definition)
  await database.query(`vacuum analyze ${table}`)
}

async function measured(city: City, account: string): Promise<Measure[]> {
  const headers = await city.signIn(account)
  const measures: Measure[] = []
  for (const [what, { path, returns }] of Object.entries(queries)) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now()
      await ask({ port: city.port, path: `/api/${path}`, headers })
      times.push(performance.now() - start)
    }
    const time = median(times.slice(1))
    const bound = bounds[returns]
    measures.push({
      what: `${account}, ${what}`,
      figure: milliseconds(time),
      bound: `≤ ${bound} ms`,
      holds: time <= bound,
    })
  }
  return measures
}
