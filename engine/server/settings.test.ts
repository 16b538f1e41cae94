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
    ['PORT', '88o0', 'PORT is "88o0"; it must be 0 to 65535.'],
    ['PORT', '65536', 'PORT is "65536"; it must be 0 to 65535.'],
    ['APP_TZ', 'Mars/Olympus', 'APP_TZ is "Mars/Olympus"; it must be a time zone\'s name such as Asia/Shanghai.'],
    ['CAPTCHA', 'yes', 'CAPTCHA is "yes"; it must be on or off.'],
    ['DEMO', '1', 'DEMO is "1"; it must be on or off.'],
    ['SMS', 'on', 'SMS is "on"; it must be record or off.'],
    ['LIVE', 'true', 'LIVE is "true"; it must be on or off.'],
    ['TOKEN_SECRET', 'short', 'TOKEN_SECRET is too weak; it must be at least 32 random characters.'],
    ['TOKEN_SECRET', 'a'.repeat(40), 'TOKEN_SECRET is too weak; it must be at least 32 random characters.'],
    ...['changeme-'.repeat(4), '1234567890'.repeat(4), 'abcdefghi'.repeat(4)].map(key => [
      'TOKEN_SECRET',
      key,
      'TOKEN_SECRET is too weak; it must be at least 32 random characters.',
    ]),
    ...publishedKeys.map(key => [
      'TOKEN_SECRET',
      key,
      'TOKEN_SECRET is a key from public source code; it must be at least 32 random characters.',
    ]),
    [
      'ADMIN_PASSWORD',
      'admin',
      'ADMIN_PASSWORD must be 8 to 16 characters with lower case, upper case, a digit and a symbol, and not a common one.',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['RATE_LIMIT', '0', 'RATE_LIMIT is "0"; it must be a number of units, or off.'],
    ['UPLOAD_LIMIT_USER', '1 GB', 'UPLOAD_LIMIT_USER is "1 GB"; it must be a number of megabytes.'],
    [
      'OUTBOUND_HOSTS',
      'open.ys7.com, https://x.cn',
      'OUTBOUND_HOSTS contains "https://x.cn"; it must list hosts like open.ys7.com or 10.20.1.8:8080.',
    ],
    ['UPLOAD_LIMIT_TENANT', '-1', 'UPLOAD_LIMIT_TENANT is "-1"; it must be a number of megabytes.'],
    [
      'TRUSTED_PROXIES',
      'proxy',
      'TRUSTED_PROXIES contains "proxy"; it must list addresses or networks like 10.0.0.0/8.',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES contains "10.0.0.0/33"; it must list addresses or networks like 10.0.0.0/8.',
    ],
    ['TRUSTED_PROXIES', '*', 'TRUSTED_PROXIES contains "*"; it must list addresses or networks like 10.0.0.0/8.'],
    [
      'DATABASE_URL',
      'mysql://root:secret@db/x',
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database.',
    ],
  ])('refuses %s=%s with one sentence that names it', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence)
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
