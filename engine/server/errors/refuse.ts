import { listSeparator } from '../../model/list-separator.ts'
import type { Bilingual, Language } from '../../model/model.ts'
import type { Warning } from '../../model/warning.ts'

/** Thrown to reject a request. The code is for programs, the message for users, in their language. */
export class Refusal extends Error {
  readonly code: string
  readonly status: RefusalStatus
  readonly text: Bilingual
  /** By field (`lines.2.price` for that of a line), for a form. */
  readonly errors?: Readonly<Record<string, Bilingual>>
  /** What the user has to acknowledge. */
  readonly warnings?: readonly Warning[]
  /** Data for the client: both versions of a conflict, seconds to wait. */
  readonly data?: unknown
  /** Of a 401, the reason why the session ended, if it is known; of a 503, of a password that is due and of an import, the code. */
  readonly reason?: string

  constructor(
    code: string,
    status: RefusalStatus,
    text: Bilingual,
    more: {
      errors?: Readonly<Record<string, Bilingual>>
      warnings?: readonly Warning[]
      data?: unknown
      reason?: string | undefined
    } = {},
  ) {
    super(text.en)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.text = text
    this.errors = more.errors
    this.warnings = more.warnings
    this.data = more.data
    const reason = more.reason ?? (status === 503 ? code : undefined)
    if (reason !== undefined) this.reason = reason
  }
}

/** The record with which another conflicts, for a link. */
export interface ExistingRecord {
  readonly resource: string
  readonly id: string
  readonly name: string
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 503 | 507

/** Every refusal of the engine, in one list for reading and documentation. */
export const refuse = {
  input: (errors: Readonly<Record<string, Bilingual>>) =>
    new Refusal('input', 400, Object.values(errors)[0] ?? { zh: '参数校验失败', en: 'Invalid input' }, {
      errors,
    }),
  nothingSelected: (name = 'ids') =>
    refuse.input({ [name]: { zh: '请选择至少一条数据', en: 'Please select at least one record' } }),
  unknownName: (name: string, near?: string) =>
    new Refusal('unknown-name', 400, {
      zh: `没有名为“${name}”的字段或条件${near ? `，是否想写“${near}”？` : '。'}`,
      en: `There is no field or condition "${name}".${near ? ` Did you mean "${near}"?` : ''}`,
    }),
  signedOut: (zh = '请求未授权', en = 'Please sign in', reason?: string) =>
    new Refusal('signed-out', 401, { zh, en }, { reason }),
  /** `roles` are the titles of the roles that have the permission, `attempted` is what an explanation is asked for. */
  forbidden: (operation: Bilingual, roles: readonly Bilingual[] = [], attempted?: object) =>
    new Refusal(
      'forbidden',
      403,
      {
        zh: `您没有“${operation.zh}”的权限，请联系管理员授权${listed(roles, 'zh', '。有此权限的角色：')}`,
        en: `You do not have the permission "${operation.en}". Contact an administrator.${listed(roles, 'en', ' Roles with it: ')}`,
      },
      attempted && { data: { attempted } },
    ),
  /** The user locked the session. */
  sessionLocked: () =>
    new Refusal(
      'session-locked',
      403,
      { zh: '会话已锁定，请先解锁', en: 'The session is locked; unlock it first' },
      { reason: 'locked' },
    ),
  /** A field that is hidden from the actor, whatever its value: the answer does not depend on the stored one. */
  hiddenField(name: string): Refusal {
    const text = { zh: `您没有填写“${name}”的权限`, en: `You are not allowed to enter "${name}"` }
    return new Refusal('field-hidden', 403, text, { errors: { [name]: text } })
  },
  /** A write after which the user could no longer write the row. */
  outOfReach: () =>
    new Refusal('out-of-reach', 403, {
      zh: '保存后该记录将超出您的数据权限',
      en: 'You are not allowed to save a record with these values',
    }),
  /** A write of a resource whose rows only the system and the steps of other resources write. */
  readOnly: (what: Bilingual, writers: readonly Bilingual[]) =>
    new Refusal('read-only', 405, {
      zh: `“${what.zh}”不能新增、修改或删除：记录由${writers.length === 0 ? '系统' : `${writers.map(({ zh }) => `“${zh}”`).join('、')}的操作`}写入`,
      en: `${what.en} cannot be added, changed or deleted: ${writers.length === 0 ? 'the system writes the records' : `the records are written by steps of ${writers.map(({ en }) => `"${en}"`).join(', ')}`}`,
    }),
  notFound: (what: Bilingual) =>
    new Refusal('not-found', 404, { zh: `没有找到该${what.zh}`, en: `${what.en} not found` }),
  stale: (theirs: unknown) =>
    new Refusal(
      'stale',
      409,
      {
        zh: '该记录已被其他用户修改，请比较后再保存',
        en: 'Another user changed this record. Compare the changes, then save again.',
      },
      { data: { theirs } },
    ),
  /** The message is at each of the fields. */
  duplicate: (fields: readonly string[], text: Bilingual, existing?: ExistingRecord) =>
    new Refusal('duplicate', 409, text, {
      errors: Object.fromEntries(fields.map(field => [field, text])),
      ...(existing && { data: { existing } }),
    }),
  conflict: (code: string, text: Bilingual) => new Refusal(code, 409, text),
  /** The change has warnings that the user has not acknowledged. */
  warned(all: readonly Warning[]): Refusal {
    const warnings = [...new Map(all.map(one => [`${one.name} ${one.fields.join()}`, one])).values()]
    const count = new Set(warnings.map(({ name }) => name)).size
    const text = {
      zh: `有 ${count} 项警告需要确认：${warnings[0]?.text.zh}`,
      en: `${count === 1 ? '1 warning requires' : `${count} warnings require`} acknowledgement: ${warnings[0]?.text.en}`,
    }
    return new Refusal('warned', 409, text, { warnings })
  },
  /** A queue with a limited length is full. */
  busy: (seconds: number) =>
    new Refusal(
      'busy',
      503,
      { zh: '当前请求较多，请稍后重试', en: 'Too many requests at the moment; please retry later' },
      { data: { retryAfter: seconds } },
    ),
  unavailable: (seconds: number) =>
    new Refusal(
      'unavailable',
      503,
      { zh: '数据库暂时无法连接，请稍后重试', en: 'The database is not available at the moment; please retry later' },
      { data: { retryAfter: seconds } },
    ),
  /** The database did not respond within the time limit. */
  unresponsive: (seconds: number) =>
    new Refusal(
      'unresponsive',
      503,
      { zh: '数据库没有响应，请稍后重试', en: 'The database does not respond; please retry later' },
      { data: { retryAfter: seconds } },
    ),
  /** A statement that reads waited too long for a lock of its tables. */
  locked: (seconds: number) =>
    new Refusal(
      'locked',
      503,
      {
        zh: '所查询的数据正被其他操作锁定，请稍后重试',
        en: 'The requested data is locked by another operation; please retry later',
      },
      { data: { retryAfter: seconds } },
    ),
  /** The database cancelled a statement after its time limit. */
  timedOut: (seconds: number) =>
    new Refusal(
      'timed-out',
      503,
      {
        zh: '处理超过时间限制，已中止；请缩小查询范围，或稍后重试',
        en: 'The request exceeded its time limit and was cancelled: narrow the search, or retry later',
      },
      { data: { retryAfter: seconds } },
    ),
  /** The account, or the address of a client without sign-in, has used its units of this minute. */
  tooMany: (seconds: number) =>
    new Refusal(
      'too-many',
      429,
      { zh: `请求过于频繁，请 ${seconds} 秒后再试`, en: `Too many requests; please try again in ${seconds} s` },
      { data: { retryAfter: seconds } },
    ),
  /** Too many passwords or codes of the account, or from the address, were wrong. */
  lockedOut: (seconds: number) => new Refusal('locked-out', 429, lockedOut, { data: { retryAfter: seconds } }),
  /** As many requests of the account or connection as may wait for others do so already. */
  tooManyWaiting: () =>
    refuse.tooManyAtOnce(
      { zh: '同时等待处理的请求过多，请稍后再试', en: 'Too many requests are waiting; please try again later' },
      1,
    ),
  /** As many as are allowed of something run already. */
  tooManyAtOnce: (text: Bilingual, seconds: number) =>
    new Refusal('too-many-at-once', 429, text, { data: { retryAfter: seconds } }),
  /** A newer engine has stored its revision: one version writes a database. */
  newerEngine: () =>
    new Refusal(
      'newer-engine',
      503,
      {
        zh: '数据库已由更新版本的程序升级：请更新本服务器的程序并重新启动',
        en: 'A newer version of the program has upgraded the database: update this server and restart it',
      },
      { data: { retryAfter: 30 } },
    ),
  /** The process is about to stop and still serves; of the readiness only. */
  stopping: () =>
    new Refusal('stopping', 503, { zh: '服务器进程即将停止', en: 'This process of the server is about to stop' }),
  /** Tables or columns were renamed after the Model of the request was read. */
  tablesChanged: () =>
    new Refusal(
      'tables-changed',
      503,
      { zh: '页面配置刚刚更新，请重试', en: 'The descriptors have just been changed; please retry' },
      { data: { retryAfter: 1 } },
    ),
  /** The disk of the server or of the database is full. */
  storageFull: () =>
    new Refusal('storage-full', 507, {
      zh: '服务器存储空间已满，未能保存，请联系管理员',
      en: 'The storage of the server is full; nothing was saved. Please contact an administrator.',
    }),
  /** The clock of the server differs too much from that of the database. */
  clockApart: (seconds: number) =>
    new Refusal('clock-apart', 503, {
      zh: `服务器时钟与数据库相差 ${seconds} 秒，请校准时间`,
      en: `The clock of the server differs from the database's by ${seconds} s; synchronise its time`,
    }),
} as const

/** Also of the token endpoint, whose errors are those of OAuth. */
export const lockedOut: Bilingual = {
  zh: '登录错误次数过多,请稍后再试',
  en: 'Too many failed attempts; please try again later',
}

const listed = (titles: readonly Bilingual[], language: Language, begin: string): string =>
  titles.length === 0 ? '' : begin + titles.map(title => title[language]).join(listSeparator(language))
