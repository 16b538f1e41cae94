import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { passwordFault } from '../fields/password/policy.ts'
import { isPublishedKey } from './auth/published-keys.ts'
import { type Limits, megabytes, usualLimits } from './http/limits.ts'

/** The validated settings of a server. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** The public URL of the server, for links in documents and messages. */
  readonly publicUrl?: string
  /** Folder of the descriptors. */
  readonly appDir: string
  readonly zone: string
  /** Folder of the server's data: embedded database, files, generated secret. */
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly adminPassword?: string
  readonly captcha: boolean
  /** Whether the sign-in page asks for the tenant. */
  readonly tenantMode: boolean
  /** Whether users may act with one of their departments and roles. */
  readonly switchMode: boolean
  /** Whether to load demonstration rows; if absent, decided at the start: see `wantsDemo`. */
  readonly demo?: boolean
  /** Whether descriptors are watched and reloaded while the server runs. */
  readonly live: boolean
  readonly tokenSecret?: string
  /** The key before it, which reads stored secrets. */
  readonly formerSecret?: string
  readonly logLevel: LogLevel
  /** Addresses and networks of proxies whose `X-Forwarded-For` is accepted. */
  readonly trustedProxies: readonly string[]
  /** Hosts of other systems that adapters of services may call. */
  readonly outboundHosts: readonly string[]
  /** The token of `/metrics`, which does not exist without one. */
  readonly metricsToken?: string
  /** Seconds for which a process that stops still serves. */
  readonly drainSeconds: number
  readonly limits: Limits
  /** The channels whose messages are stored in the send log instead of sent. */
  readonly recorded: readonly ('sms' | 'email')[]
  /** Whether text messages are sent by the service in use. */
  readonly smsByProvider: boolean
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** An invalid setting, which prevents the start; the message is one sentence that names the setting. */
export class SettingError extends Error {}

/** One setting as documented in the README or the guide. */
export interface Setting {
  readonly name: string
  /** The default, in words. */
  readonly otherwise: string
  readonly help: string
  /** Documented in the guide to operation, because few servers change it. */
  readonly isRare?: true
}

/** All settings in one table, with which the documentation is compared. */
export const settingTable: readonly Setting[] = [
  { name: 'PORT', otherwise: '8800', help: 'Port; 0 selects a free one.' },
  { name: 'HOST', otherwise: '127.0.0.1', help: 'Network interface; 0.0.0.0 for all.' },
  {
    name: 'PUBLIC_URL',
    otherwise: 'from the request',
    help: 'External address, such as `https://mingchu.example.cn`, for links in printed records.',
  },
  { name: 'APP_DIR', otherwise: 'current folder', help: 'Folder of the descriptors.' },
  { name: 'APP_TZ', otherwise: 'Asia/Shanghai', help: 'Time zone of days and displayed times.' },
  {
    name: 'DATA_DIR',
    otherwise: '`data` in APP_DIR',
    help: 'Folder of the embedded database, uploaded files and the generated token secret.',
  },
  {
    name: 'DATABASE_URL',
    otherwise: 'embedded database',
    help: 'PostgreSQL 15 or newer: `postgres://user:password@host:5432/database`.',
  },
  {
    name: 'ADMIN_PASSWORD',
    otherwise: 'random, printed once, changed at first sign-in',
    help: 'Initial password of `admin`: 8 to 16 characters with lower and upper case, digit and symbol, not a common one.',
  },
  { name: 'CAPTCHA', otherwise: 'on', help: '`off` disables the captcha at sign-in.' },
  {
    name: 'DEMO',
    otherwise: 'on for a new embedded database, if `seeds/demo.yaml` exists; off in production',
    help: '`on` loads demonstration data into an empty database and prints its accounts once.',
  },
  {
    name: 'LIVE',
    otherwise: 'on in development and on the embedded database',
    help: '`on` reloads descriptors when they are saved.',
  },
  {
    name: 'TOKEN_SECRET',
    otherwise: 'generated in DATA_DIR, mode 0600',
    help: 'Key that signs tokens, at least 32 random characters; identical for all processes of one database.',
  },
  {
    name: 'TOKEN_SECRET_FORMER',
    otherwise: 'none',
    help: 'The key before the present one: it reads stored secrets until `npm run rotate-keys` has encrypted them again.',
    isRare: true,
  },
  { name: 'LOG_LEVEL', otherwise: 'info', help: logLevels.map(level => `\`${level}\``).join(', ') },
  {
    name: 'TRUSTED_PROXIES',
    otherwise: 'none',
    help: 'Addresses and networks of the reverse proxies, such as `127.0.0.1, 10.0.0.0/8`. Only from them is `X-Forwarded-For` accepted.',
    isRare: true,
  },
  {
    name: 'OUTBOUND_HOSTS',
    otherwise: 'none',
    help: 'Hosts of device platforms, identity providers, data sources, object storage and text message services that the server may connect to, such as `open.ys7.com, 10.20.1.8:8080`. Others are refused, except the public address of Alibaba Cloud for text messages.',
    isRare: true,
  },
  {
    name: 'METRICS_TOKEN',
    otherwise: 'none',
    help: 'Token for Prometheus, at least 32 random characters; without it, `/metrics` does not exist.',
    isRare: true,
  },
  {
    name: 'DRAIN_SECONDS',
    otherwise: '5 in production, and on PostgreSQL without `NODE_ENV`; otherwise 0',
    help: 'Seconds for which a process still serves after SIGTERM, while `/health/ready` answers 503.',
    isRare: true,
  },
  {
    name: 'TENANT_MODE',
    otherwise: 'off',
    help: '`on`: the sign-in page asks for the tenant. Off, it is `000000`, that of the platform.',
    isRare: true,
  },
  {
    name: 'SWITCH_MODE',
    otherwise: 'off',
    help: '`on`: users choose in their menu with which of their departments and roles they act.',
    isRare: true,
  },
  {
    name: 'RATE_LIMIT',
    otherwise: `${usualLimits.rate}`,
    help: 'Units per minute for each account, or for each address without sign-in; `off` for no limit.',
    isRare: true,
  },
  {
    name: 'UPLOAD_LIMIT_USER',
    otherwise: `${usualLimits.uploadsOfUser / megabytes(1)}`,
    help: 'Megabytes that a user may upload in 24 hours.',
    isRare: true,
  },
  {
    name: 'UPLOAD_LIMIT_TENANT',
    otherwise: `${usualLimits.uploadsOfTenant / megabytes(1)}`,
    help: 'Megabytes that all users of a tenant may upload in 24 hours.',
    isRare: true,
  },
  {
    name: 'SMS',
    otherwise: 'record; off in production, and on PostgreSQL without `NODE_ENV`',
    help: '`record` stores text messages in the send log without sending them; `provider`: the service in use sends them; `off`: none are sent unless a provider is configured.',
    isRare: true,
  },
  { name: 'EMAIL', otherwise: 'as `SMS`', help: 'The same for e-mails.', isRare: true },
]

type Environment = Readonly<Record<string, string | undefined>>

/** Ends a command with a mistyped APP_DIR before it creates the folder and writes into it. */
export function assureAppDir(appDir: string): void {
  // existsSync is false for a path below a file, where statSync throws.
  if (!existsSync(appDir) || !statSync(appDir).isDirectory())
    throw new SettingError(`APP_DIR is "${appDir}"; it must be an existing folder.`)
}

/**
 * Reads the settings of an environment; throws SettingError for the first invalid one. An empty value counts as absent.
 */
export function readSettings(environment: Environment): Settings {
  const given = (name: string) => environment[name]?.trim() || undefined
  const appDir = resolve(given('APP_DIR') ?? '.')
  const databaseUrl = databaseUrlOf(given('DATABASE_URL'))
  const isProduction =
    given('NODE_ENV') === 'production' || (databaseUrl !== undefined && given('NODE_ENV') !== 'development')
  return {
    port: portOf(given('PORT') ?? '8800'),
    host: given('HOST') ?? '127.0.0.1',
    ...whenGiven('publicUrl', publicUrlOf(given('PUBLIC_URL'))),
    appDir,
    zone: zoneOf(given('APP_TZ') ?? 'Asia/Shanghai'),
    dataDir: resolve(given('DATA_DIR') ?? join(appDir, 'data')),
    ...(databaseUrl && { databaseUrl }),
    ...whenGiven('adminPassword', adminPasswordOf(given('ADMIN_PASSWORD'))),
    captcha: isOn('CAPTCHA', given('CAPTCHA') ?? 'on'),
    tenantMode: isOn('TENANT_MODE', given('TENANT_MODE') ?? 'off'),
    switchMode: isOn('SWITCH_MODE', given('SWITCH_MODE') ?? 'off'),
    ...whenGiven('demo', demoOf(given('DEMO'), given('NODE_ENV') === 'production' || databaseUrl !== undefined)),
    live: isOn('LIVE', given('LIVE') ?? (given('NODE_ENV') === 'development' || !databaseUrl ? 'on' : 'off')),
    ...whenGiven('tokenSecret', tokenSecretOf('TOKEN_SECRET', given('TOKEN_SECRET'))),
    ...whenGiven('formerSecret', given('TOKEN_SECRET_FORMER')),
    ...whenGiven('metricsToken', tokenSecretOf('METRICS_TOKEN', given('METRICS_TOKEN'))),
    logLevel: logLevelOf(given('LOG_LEVEL') ?? 'info'),
    trustedProxies: proxiesOf(given('TRUSTED_PROXIES')),
    outboundHosts: hostsOf(given('OUTBOUND_HOSTS')),
    drainSeconds: secondsOf('DRAIN_SECONDS', given('DRAIN_SECONDS')) ?? (isProduction ? 5 : 0),
    limits: {
      ...usualLimits,
      ...whenGiven('rate', rateOf(given('RATE_LIMIT'))),
      ...whenGiven('uploadsOfUser', megabytesOf('UPLOAD_LIMIT_USER', given('UPLOAD_LIMIT_USER'))),
      ...whenGiven('uploadsOfTenant', megabytesOf('UPLOAD_LIMIT_TENANT', given('UPLOAD_LIMIT_TENANT'))),
    },
    recorded: [
      ...(given('SMS') !== 'provider' && isRecorded('SMS', given('SMS'), isProduction) ? ['sms' as const] : []),
      ...(isRecorded('EMAIL', given('EMAIL'), isProduction) ? ['email' as const] : []),
    ],
    smsByProvider: given('SMS') === 'provider',
  }
}

const whenGiven = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [key in Key]?: Value }

/** Undefined if it is not set and demonstration rows are harmless. */
const demoOf = (text: string | undefined, isEarnest: boolean): boolean | undefined =>
  text === undefined && !isEarnest ? undefined : isOn('DEMO', text ?? 'off')

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new SettingError(`PORT is "${text}"; it must be 0 to 65535.`)
  return port
}

function zoneOf(text: string): string {
  if (text !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(text)) {
    throw new SettingError(`APP_TZ is "${text}"; it must be a time zone's name such as Asia/Shanghai.`)
  }
  return text
}

// The value may contain a password: the message never repeats it.
function databaseUrlOf(text: string | undefined): string | undefined {
  if (text !== undefined && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) {
    throw new SettingError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.')
  }
  return text
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text !== undefined && !(/^https?:\/\//.test(text) && URL.canParse(text))) {
    throw new SettingError(`PUBLIC_URL is "${text}"; it must be an address like https://mingchu.example.cn.`)
  }
  return text?.replace(/\/+$/, '')
}

function adminPasswordOf(text: string | undefined): string | undefined {
  if (text !== undefined && passwordFault(text)) {
    throw new SettingError(
      'ADMIN_PASSWORD must be 8 to 16 characters with lower case, upper case, a digit and a symbol, and not a common one.',
    )
  }
  return text
}

function tokenSecretOf(name: string, text: string | undefined): string | undefined {
  const isGuessable = text !== undefined && /^\d+$|change.?me|example|secret|password|x{6}/i.test(text)
  if (text !== undefined && (text.length < 32 || new Set(text).size < 10 || isGuessable)) {
    throw new SettingError(`${name} is too weak; it must be at least 32 random characters.`)
  }
  if (text !== undefined && isPublishedKey(text)) {
    throw new SettingError(`${name} is a key from public source code; it must be at least 32 random characters.`)
  }
  return text
}

function proxiesOf(text: string | undefined): readonly string[] {
  const proxies = (text ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = proxies.find(proxy => !isAddressOrNetwork(proxy))
  if (wrong !== undefined) {
    throw new SettingError(`TRUSTED_PROXIES contains "${wrong}"; it must list addresses or networks like 10.0.0.0/8.`)
  }
  return proxies
}

/** Hosts as in an address: a port only where it is not the usual one. */
function hostsOf(text: string | undefined): readonly string[] {
  const hosts = (text ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const isHost = (host: string) => URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host
  const wrong = hosts.find(host => !isHost(host))
  if (wrong !== undefined)
    throw new SettingError(
      `OUTBOUND_HOSTS contains "${wrong}"; it must list hosts like open.ys7.com or 10.20.1.8:8080.`,
    )
  return hosts
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version !== 0 && isLength && more.length === 0
}

function rateOf(text: string | undefined): number | undefined {
  return text === 'off' ? Number.POSITIVE_INFINITY : countOf('RATE_LIMIT', text, 'a number of units, or off')
}

function megabytesOf(name: string, text: string | undefined): number | undefined {
  const count = countOf(name, text, 'a number of megabytes')
  return count === undefined ? undefined : megabytes(count)
}

function secondsOf(name: string, text: string | undefined): number | undefined {
  return text === '0' ? 0 : countOf(name, text, 'a number of seconds')
}

function countOf(name: string, text: string | undefined, what: string): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new SettingError(`${name} is "${text}"; it must be ${what}.`)
  return text === undefined ? undefined : Number(text)
}

function isOn(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new SettingError(`${name} is "${text}"; it must be on or off.`)
  return text === 'on'
}

function isRecorded(name: string, text: string | undefined, isProduction: boolean): boolean {
  if (text !== undefined && text !== 'record' && text !== 'off')
    throw new SettingError(`${name} is "${text}"; it must be record or off.`)
  return text === undefined ? !isProduction : text === 'record'
}

function logLevelOf(text: string): LogLevel {
  const level = logLevels.find(one => one === text)
  if (!level) throw new SettingError(`LOG_LEVEL is "${text}"; it must be one of ${logLevels.join(', ')}.`)
  return level
}
