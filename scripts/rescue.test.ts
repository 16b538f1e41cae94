import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPassword } from '../engine/server/auth/password.ts'
import { lockFolder } from '../engine/server/database/lock-file.ts'
import { type OpenWork, openRescueWork } from '../engine/server/open-work.ts'
import { rescueAdministrator } from '../engine/server/services/accounts/rescue.ts'
import { readSettings } from '../engine/server/settings.ts'
import { builtServer, shortLived } from '../tests/support/built.ts'
import { databasesUnderTest, type Place, testZone } from '../tests/support/databases.ts'
import { writeApp } from '../tests/support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape and fail where they differ
type Any = any

/** What an operator may find: each leaves no administrator who can sign in. */
const breakages: Readonly<Record<string, string>> = {
  'nothing but the tables': `truncate blade_tenant, blade_client, blade_role, blade_user, blade_dept cascade`,
  'a deleted tenant': `update blade_tenant set is_deleted = 1`,
  'a renumbered tenant': `update blade_tenant set tenant_id = '000009'`,
  'an expired tenant': `update blade_tenant set expire_time = '2000-01-01'`,
  'a deleted client': `update blade_client set is_deleted = 1`,
  'a renamed client': `update blade_client set client_id = 'other'`,
  'a client without grants': `update blade_client set authorized_grant_types = '{social}'`,
  'a client with a secret': `update blade_client set client_secret = 'secret'`,
  'a renamed alias': `update blade_role set role_alias = 'former' where role_alias = 'administrator'`,
  'a deleted role': `update blade_role set is_deleted = 1`,
  'a user without the role': `update blade_user set role_id = '{}'`,
  'a deleted user': `update blade_user set is_deleted = 1`,
  'a disabled user': `update blade_user set disabled_at = now()`,
  'a user that SQL disabled': `update blade_user set status = 0`,
  'a user without a password': `update blade_user set password = null`,
  'a removed user': `delete from blade_user`,
  'a lost second factor': `insert into engine_second_factor (tenant_id, user_id, secret, confirmed_at)
    select tenant_id, id, 'lost', now() from blade_user where account = 'admin'`,
  'a locked user': `insert into engine_sign_in_failure (subject, failures, last_at) values ('000000/admin', 99, now())
    on conflict (subject) do update set failures = 99, last_at = now()`,
}

/** The account that can sign in by the web client. */
const signsIn = `
  select u.id::text, u.password, u.version,
    (select count(*)::int from engine_password_due d where d.user_id = u.id) as due
  from blade_user u join blade_role r on r.id = any(u.role_id) and r.tenant_id = u.tenant_id
    join blade_tenant t on t.tenant_id = u.tenant_id
  where u.account = 'admin' and u.tenant_id = '000000' and u.status = 1 and u.disabled_at is null and u.is_deleted = 0 and r.is_deleted = 0
    and r.role_alias = 'administrator' and t.is_deleted = 0 and t.expire_time is null
    and exists (select from blade_client where client_id = 'mingchu' and client_secret is null and is_deleted = 0
      and authorized_grant_types @> '{captcha,password,refresh_token}')
    and not exists (select from engine_sign_in_failure where subject = '000000/admin')
    and not exists (select from engine_second_factor f where f.user_id = u.id)`

describe.each(databasesUnderTest())('npm run rescue, on $kind', kind => {
  const appDir = writeApp({ 'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n' })
  const folder = mkdtempSync(join(tmpdir(), 'mingchu-rescue-'))
  let place: Place

  /** Works on the database, which one process at a time may open if it is embedded. */
  const opened = async <Result>(work: (opened: OpenWork) => Promise<Result>): Promise<Result> => {
    const { url, dataDir = folder } = place
    const settings = readSettings({ APP_DIR: appDir, DATA_DIR: dataDir, APP_TZ: testZone, DATABASE_URL: url })
    const one = await openRescueWork(settings, 'zh', () => undefined)
    return work(one).finally(() => one.close())
  }
  const rows = async ({ database }: OpenWork, text: string): Promise<Any[]> =>
    (await sql.raw<Any>(text).execute(database.kysely)).rows

  beforeAll(async () => {
    place = await kind.place()
    expect((await command([])).code).toBe(0)
  }, 60_000)
  afterAll(async () => {
    await place.remove()
    for (const one of [appDir, folder]) rmSync(one, { recursive: true, force: true })
  })

  /** Runs the command; returns its exit code and output. */
  async function command(flags: readonly string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [...shortLived, join(await builtServer(), 'rescue.js'), ...flags], {
      env: {
        PATH: process.env['PATH'],
        APP_DIR: appDir,
        APP_TZ: testZone,
        ...(place.url === undefined ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.url, DATA_DIR: folder }),
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part))
    return new Promise(resolve => child.once('close', code => resolve({ code, output })))
  }

  it('prints a password once, and makes another account without a change of the first', async () => {
    const first = `select password, version from blade_user where account = 'admin'`
    const before = await opened(one => rows(one, first))
    const { code, output } = await command(['--account', 'second', '--lang', 'zh'])
    expect([code, output]).toEqual([0, expect.stringMatching(/^账号 second，密码 \S{14}：首次登录后须修改。\n$/)])
    expect(await opened(one => rows(one, first))).toEqual(before)
  }, 60_000)

  it('repairs what it finds, and records it', async () => {
    await opened(async one => {
      for (const [name, breakage] of Object.entries(breakages)) {
        await rows(one, breakage)
        const { password } = await rescueAdministrator(one, 'admin')
        const [user] = await rows(one, signsIn)
        expect([name, user?.due, await isPassword(password, user?.password)]).toEqual([name, 1, true])
        const [entry] = await rows(
          one,
          `select reason, actor_kind, version from engine_history
            where resource = 'bladeUser' and record_id = ${user.id} order by id desc limit 1`,
        )
        expect(entry).toEqual({ reason: 'rescue-command', actor_kind: 'system', version: user.version })
      }
    })
  }, 60_000)

  it('changes nothing but the account where all else is in order', async () => {
    await opened(async one => {
      const others = 'select c.version, t.version, r.version from blade_client c, blade_tenant t, blade_role r'
      const before = await rows(one, others)
      await rescueAdministrator(one, 'admin')
      expect(await rows(one, others)).toEqual(before)
    })
  }, 60_000)

  it('refuses an unknown option, and an embedded database in use, by its process', async () => {
    expect(await command(['--acount', 'admin'])).toMatchObject({ code: 1, output: expect.stringContaining('--acount') })
    if (place.dataDir === undefined) return
    const lock = await lockFolder(place.dataDir)
    const refused = await command([])
    await lock.release()
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`in use by process ${process.pid}`) })
  }, 60_000)
})
