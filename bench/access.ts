import { ask } from './callers.ts'
import { type City, startCity } from './city.ts'
import { fillLetters, settle } from './letters.ts'
import { queries } from './queries.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rounds = 100
const letters = 1_000_000
/** What users open most: a list as it opens, and filtered by state. */
const compared = ['no filter', 'by state', 'by enterprise', 'by enterprise and state']
const rereads = 25
/** Milliseconds after which the rights of a user are read again. */
const rereadAfter = 900

/** What access costs: a page of a restricted role against the administrator's, and many roles and users. */
export async function access(): Promise<Section> {
  const city = await startCity()
  try {
    await settle(city)
    const rows: Measure[] = []
    const few = await costs(city)
    await fillRoles(city)
    const many = await costs(city)
    for (const [what, before, after] of [
      ['rights known', few.known, many.known],
      ['rights read again', few.read, many.read],
    ] as const) {
      const cost = after - before
      rows.push({ what: `${what}, 2 roles and 2 users`, figure: `${before.toFixed(2)} ms` })
      rows.push({ what: `${what}, 200 roles and 10,000 users`, figure: `${after.toFixed(2)} ms` })
      rows.push({
        what: `${what}, the difference`,
        figure: `${cost.toFixed(2)} ms`,
        bound: '< 0.3 ms',
        holds: cost < 0.3,
      })
    }
    await fillLetters(city.database, letters)
    for (const what of compared) rows.push(...(await ratioOf(city, what)))
    return {
      title: 'Access',
      how:
        `A page of ten of ${letters.toLocaleString('en')} rows with its total, requested by an administrator and by a role that sees one row in a hundred, in turn: ` +
        `medians of ${rounds} requests each after a warm-up request. Before that, a list of ten rows of the restricted role with few and with many roles and users, ` +
        'with the rights that the server knows, and after a pause in which it forgets them.',
      rows,
    }
  } finally {
    await city.stop()
  }
}

/** The medians of the restricted role's page and of the administrator's, requested in turn. */
async function ratioOf(city: City, what: string): Promise<Measure[]> {
  const path = `/api/ent/v1/entNoticeLetter/page?size=10&${queries[what] ?? ''}`
  const times: Record<string, number[]> = { admin: [], merchant: [] }
  const headers = { admin: await city.signIn('admin'), merchant: await city.signIn('merchant') }
  for (let round = 0; round <= rounds; round++)
    for (const account of ['admin', 'merchant'] as const) {
      const time = await timeOf(city, path, headers[account])
      if (round > 0) times[account]?.push(time)
    }
  const [admin, merchant] = [median(times['admin'] ?? []), median(times['merchant'] ?? [])]
  const ratio = merchant / admin
  return [
    { what: `${what}, administrator`, figure: milliseconds(admin) },
    { what: `${what}, restricted role`, figure: milliseconds(merchant) },
    {
      what: `${what}, restricted role to administrator`,
      figure: ratio.toFixed(2),
      bound: '≤ 1.20',
      holds: ratio <= 1.2,
    },
  ]
}

/** A request of the restricted role while the server knows its rights, and when it reads them again. */
async function costs(city: City): Promise<{ readonly known: number; readonly read: number }> {
  const headers = await city.signIn('merchant')
  const path = '/api/ent/v1/entCamera/page?size=10'
  for (let round = 0; round < 50; round++) await timeOf(city, path, headers)
  const known: number[] = []
  for (let round = 0; round < 400; round++) known.push(await timeOf(city, path, headers))
  const read: number[] = []
  for (let round = 0; round < rereads; round++) {
    await new Promise(resolve => setTimeout(resolve, rereadAfter))
    read.push(await timeOf(city, path, headers))
  }
  return { known: median(known), read: median(read) }
}

async function timeOf({ port }: City, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const start = performance.now()
  await ask({ port, path, headers })
  return performance.now() - start
}

/** Adds roles, each with the merchant's rights, and users with some of them. */
async function fillRoles({ database }: City): Promise<void> {
  await database.query(`
    insert into blade_role (tenant_id, id, create_time, update_time, status, is_deleted, version, role_name, role_alias, sort)
    select '000000', 1000 + n, now(), now(), 1, 0, 1, 'Role ' || n, 'role_' || n, n from generate_series(1, 198) n`)
  await database.query(`
    insert into engine_grant (tenant_id, role_id, code)
    select '000000', 1000 + n, g.code from generate_series(1, 198) n,
      (select distinct code from engine_grant) g`)
  await database.query(`
    insert into blade_user (tenant_id, id, create_time, update_time, status, is_deleted, version, account, name, real_name, role_id, dept_id)
    select '000000', 100000 + n, now(), now(), 1, 0, 1, 'user' || n, 'User ' || n, 'User ' || n,
      array[1001 + n % 198]::bigint[], (select dept_id from blade_user where account = 'merchant') from generate_series(1, 9998) n`)
  for (const table of ['blade_role', 'engine_grant', 'blade_user']) await database.query(`vacuum analyze ${table}`)
}
