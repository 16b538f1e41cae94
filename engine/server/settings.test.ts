import { describe, expect, it } from 'vitest'
import { usualLimits } from './http/limits.ts'
import { readSettings, settingTable } from './settings.ts'

/** The sentence of which the original platform's default key consists, as a key and encoded as the platform does. */
const sentence = 'BladeX is a powerful microservice architecture upgraded and optimized from a commercial project'
const publishedKeys = [sentence, btoa(sentence.toLowerCase().replaceAll(' ', ''))]

describe('settings', () => {
  it('returns a default for every variable that is not set', () => {
    expect(readSettings({ PWD: '/srv' })).toMatchObject({
      port: 8800,
      host: '127.0.0.1',
      zone: 'Asia/Shanghai',
      captcha: true,
      live: true,
      logLevel: 'info',
    })
  })

  it('by default watches descriptors on the embedded database and in development only', () => {
    const DATABASE_URL = 'postgres://somewhere/mingchu'
    expect(readSettings({ DATABASE_URL }).live).toBe(false)
    expect(readSettings({ DATABASE_URL, NODE_ENV: 'development' }).live).toBe(true)
    expect(readSettings({ LIVE: 'off' }).live).toBe(false)
  })

  it('leaves the demonstration undecided by default, and disables it on a server of PostgreSQL or in production', () => {
    expect(readSettings({}).demo).toBeUndefined()
    expect(readSettings({ DATABASE_URL: 'postgres://somewhere/mingchu' }).demo).toBe(false)
    expect(readSettings({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(readSettings({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true)
    expect(readSettings({ DEMO: 'off' }).demo).toBe(false)
  })

  it.each([
    [{}, ['sms', 'email']],
    [{ NODE_ENV: 'production' }, []],
    [{ NODE_ENV: 'production', SMS: 'record' }, ['sms']],
    [{ DATABASE_URL: 'postgres://somewhere/mingchu' }, []],
    [{ DATABASE_URL: 'postgres://somewhere/mingchu', NODE_ENV: 'development' }, ['sms', 'email']],
    [{ SMS: 'off' }, ['email']],
  ])('records messages outside production, unless set otherwise: %j', (environment, recorded) => {
    expect(readSettings(environment).recorded).toEqual(recorded)
  })

  it('by default stores the data of an app next to its descriptors', () => {
    expect(readSettings({ APP_DIR: '/srv/app' }).dataDir).toBe('/srv/app/data')
    expect(readSettings({ APP_DIR: '/srv/app', DATA_DIR: '/var/app' }).dataDir).toBe('/var/app')
  })

  it.each([
    ['PORT', '88o0'],
    ['PORT', '65536'],
    ['APP_TZ', 'Mars/Olympus'],
    ['CAPTCHA', 'yes'],
    ['SMS', 'on'],
    ['TOKEN_SECRET', 'short'],
    ...['a'.repeat(40), 'changeme-'.repeat(4), '1234567890'.repeat(4), 'abcdefghi'.repeat(4)].map(key => [
      'TOKEN_SECRET',
      key,
    ]),
    ...publishedKeys.map(key => ['TOKEN_SECRET', key]),
    ['ADMIN_PASSWORD', 'admin'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT', '0'],
    ['UPLOAD_LIMIT_USER', '1 GB'],
    ['UPLOAD_LIMIT_TENANT', '-1'],
    ['OUTBOUND_HOSTS', 'open.ys7.com, https://x.cn'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://root:secret@db/x'],
  ])('refuses %s=%s with one sentence that names it', (name, value) => {
    expect(() => readSettings({ [String(name)]: value })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  })

  it('reads proxies and limits, and has defaults for them', () => {
    expect(readSettings({})).toMatchObject({ trustedProxies: [], limits: usualLimits })
    expect(
      readSettings({
        TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 fd00::/8',
        RATE_LIMIT: 'off',
        UPLOAD_LIMIT_USER: '5',
        UPLOAD_LIMIT_TENANT: '50',
      }),
    ).toMatchObject({
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      limits: { rate: Number.POSITIVE_INFINITY, uploadsOfUser: 5_242_880, uploadsOfTenant: 52_428_800 },
    })
  })

  it('documents every name that it reads, and no other', () => {
    const read = new Set<string>()
    readSettings(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
    read.delete('NODE_ENV')
    expect([...read].sort()).toEqual(settingTable.map(({ name }) => name).sort())
  })
})
