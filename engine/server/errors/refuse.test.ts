import { describe, expect, it } from 'vitest'
import { type Refusal, refuse } from './refuse.ts'

const title = { zh: '信函', en: 'Letter' }

/** Each refusal of the list: status, code, message in both languages, and what a program reads of it. */
const cases: Readonly<
  Record<
    keyof typeof refuse,
    readonly [made: Refusal, status: number, code: string, zh: string, en: string, more?: object]
  >
> = {
  input: [
    refuse.input({ day: { zh: '请选择日期', en: 'Please select day' } }),
    400,
    'input',
    '请选择日期',
    'Please select day',
    { errors: { day: { zh: '请选择日期', en: 'Please select day' } } },
  ],
  unknownName: [
    refuse.unknownName('nmae', 'name'),
    400,
    'unknown-name',
    '没有名为“nmae”的字段或条件，是否想写“name”？',
    'There is no field or condition "nmae". Did you mean "name"?',
  ],
  signedOut: [refuse.signedOut(), 401, 'signed-out', '请求未授权', 'Please sign in', { reason: undefined }],
  forbidden: [
    refuse.forbidden(title),
    403,
    'forbidden',
    '您没有“信函”的权限，请联系管理员授权',
    'You do not have the permission "Letter". Contact an administrator.',
  ],
  hiddenField: [
    refuse.hiddenField('phone'),
    403,
    'field-hidden',
    '您没有填写“phone”的权限',
    'You are not allowed to enter "phone"',
    { errors: { phone: { zh: '您没有填写“phone”的权限', en: 'You are not allowed to enter "phone"' } } },
  ],
  outOfReach: [
    refuse.outOfReach(),
    403,
    'out-of-reach',
    '保存后该记录将超出您的数据权限',
    'You are not allowed to save a record with these values',
  ],
  notFound: [refuse.notFound(title), 404, 'not-found', '没有找到该信函', 'Letter not found'],
  stale: [
    refuse.stale({ version: 2 }),
    409,
    'stale',
    '该记录已被其他用户修改，请比较后再保存',
    'Another user changed this record. Compare the changes, then save again.',
    { data: { theirs: { version: 2 } } },
  ],
  duplicate: [
    refuse.duplicate(['letterNo', 'day'], title),
    409,
    'duplicate',
    '信函',
    'Letter',
    { errors: { letterNo: title, day: title } },
  ],
  warned: [
    refuse.warned([{ name: 'w1', text: title, fields: ['day'] }]),
    409,
    'warned',
    '有 1 项警告需要确认：信函',
    '1 warning requires acknowledgement: Letter',
    { warnings: [{ name: 'w1', text: title, fields: ['day'] }] },
  ],
  conflict: [refuse.conflict('described-row', title), 409, 'described-row', '信函', 'Letter'],
  busy: [
    refuse.busy(5),
    503,
    'busy',
    '当前请求较多，请稍后重试',
    'Too many requests at the moment; please retry later',
    { data: { retryAfter: 5 }, reason: 'busy' },
  ],
  unavailable: [
    refuse.unavailable(5),
    503,
    'unavailable',
    '数据库暂时无法连接，请稍后重试',
    'The database is not available at the moment; please retry later',
    { data: { retryAfter: 5 }, reason: 'unavailable' },
  ],
  unresponsive: [
    refuse.unresponsive(5),
    503,
    'unresponsive',
    '数据库没有响应，请稍后重试',
    'The database does not respond; please retry later',
    { data: { retryAfter: 5 }, reason: 'unresponsive' },
  ],
  locked: [
    refuse.locked(5),
    503,
    'locked',
    '所查询的数据正被其他操作锁定，请稍后重试',
    'The requested data is locked by another operation; please retry later',
    { data: { retryAfter: 5 }, reason: 'locked' },
  ],
  timedOut: [
    refuse.timedOut(5),
    503,
    'timed-out',
    '处理超过时间限制，已中止；请缩小查询范围，或稍后重试',
    'The request exceeded its time limit and was cancelled: narrow the search, or retry later',
    { data: { retryAfter: 5 }, reason: 'timed-out' },
  ],
  tooMany: [
    refuse.tooMany(7),
    429,
    'too-many',
    '请求过于频繁，请 7 秒后再试',
    'Too many requests; please try again in 7 s',
    { data: { retryAfter: 7 } },
  ],
  tooManyWaiting: [
    refuse.tooManyWaiting(),
    429,
    'too-many-at-once',
    '同时等待处理的请求过多，请稍后再试',
    'Too many requests are waiting; please try again later',
    { data: { retryAfter: 1 } },
  ],
  tooManyAtOnce: [
    refuse.tooManyAtOnce(title, 7),
    429,
    'too-many-at-once',
    '信函',
    'Letter',
    { data: { retryAfter: 7 } },
  ],
  outdated: [
    refuse.outdated(30),
    503,
    'outdated',
    '本服务器的程序不支持当前的页面配置，请更新并重新启动',
    'The program of this server does not support the current descriptors: update and restart it',
    { data: { retryAfter: 30 }, reason: 'outdated' },
  ],
  tablesChanged: [
    refuse.tablesChanged(),
    503,
    'tables-changed',
    '页面配置刚刚更新，请重试',
    'The descriptors have just been changed; please retry',
    { data: { retryAfter: 1 }, reason: 'tables-changed' },
  ],
  storageFull: [
    refuse.storageFull(),
    507,
    'storage-full',
    '服务器存储空间已满，未能保存，请联系管理员',
    'The storage of the server is full; nothing was saved. Please contact an administrator.',
  ],
  clockApart: [
    refuse.clockApart(90),
    503,
    'clock-apart',
    '服务器时钟与数据库相差 90 秒，请校准时间',
    "The clock of the server differs from the database's by 90 s; synchronise its time",
    { reason: 'clock-apart' },
  ],
}

describe('a refusal', () => {
  it.each(Object.entries(cases))('%s', (_name, [made, status, code, zh, en, more = {}]) => {
    expect(made).toMatchObject({ status, code, text: { zh, en }, message: en, ...more })
  })
})
