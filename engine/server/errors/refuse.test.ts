import { describe, expect, it } from 'vitest'
import { type Refusal, refuse } from './refuse.ts'

const title = { zh: '信函', en: 'Letter' }

/** Each refusal of the list: status, code, and what a program reads of it. */
const cases: Readonly<
  Record<keyof typeof refuse, readonly [made: Refusal, status: number, code: string, more?: object]>
> = {
  input: [
    refuse.input({ day: { zh: '请选择日期', en: 'Please select day' } }),
    400,
    'input',
    { errors: { day: { zh: '请选择日期', en: 'Please select day' } } },
  ],
  nothingSelected: [refuse.nothingSelected('id'), 400, 'input', { errors: { id: refuse.nothingSelected().text } }],
  unknownName: [refuse.unknownName('nmae', 'name'), 400, 'unknown-name'],
  signedOut: [refuse.signedOut(), 401, 'signed-out', { reason: undefined }],
  sessionLocked: [refuse.sessionLocked(), 403, 'session-locked', { reason: 'locked' }],
  forbidden: [refuse.forbidden(title), 403, 'forbidden'],
  hiddenField: [
    refuse.hiddenField('phone'),
    403,
    'field-hidden',
    { errors: { phone: { zh: '您没有填写“phone”的权限', en: 'You are not allowed to enter "phone"' } } },
  ],
  outOfReach: [refuse.outOfReach(), 403, 'out-of-reach'],
  readOnly: [refuse.readOnly(title, []), 405, 'read-only'],
  notFound: [refuse.notFound(title), 404, 'not-found'],
  stale: [refuse.stale({ version: 2 }), 409, 'stale', { data: { theirs: { version: 2 } } }],
  duplicate: [
    refuse.duplicate(['letterNo', 'day'], title),
    409,
    'duplicate',
    { errors: { letterNo: title, day: title } },
  ],
  warned: [
    refuse.warned([{ name: 'w1', text: title, fields: ['day'] }]),
    409,
    'warned',
    { warnings: [{ name: 'w1', text: title, fields: ['day'] }] },
  ],
  conflict: [refuse.conflict('described-row', title), 409, 'described-row'],
  busy: [refuse.busy(5), 503, 'busy', { data: { retryAfter: 5 }, reason: 'busy' }],
  unavailable: [refuse.unavailable(5), 503, 'unavailable', { data: { retryAfter: 5 }, reason: 'unavailable' }],
  unresponsive: [refuse.unresponsive(5), 503, 'unresponsive', { data: { retryAfter: 5 }, reason: 'unresponsive' }],
  locked: [refuse.locked(5), 503, 'locked', { data: { retryAfter: 5 }, reason: 'locked' }],
  timedOut: [refuse.timedOut(5), 503, 'timed-out', { data: { retryAfter: 5 }, reason: 'timed-out' }],
  tooMany: [refuse.tooMany(7), 429, 'too-many', { data: { retryAfter: 7 } }],
  lockedOut: [refuse.lockedOut(7), 429, 'locked-out', { data: { retryAfter: 7 } }],
  tooManyWaiting: [refuse.tooManyWaiting(), 429, 'too-many-at-once', { data: { retryAfter: 1 } }],
  tooManyAtOnce: [refuse.tooManyAtOnce(title, 7), 429, 'too-many-at-once', { data: { retryAfter: 7 } }],
  newerEngine: [refuse.newerEngine(), 503, 'newer-engine', { data: { retryAfter: 30 }, reason: 'newer-engine' }],
  stopping: [refuse.stopping(), 503, 'stopping', { reason: 'stopping' }],
  tablesChanged: [refuse.tablesChanged(), 503, 'tables-changed', { data: { retryAfter: 1 }, reason: 'tables-changed' }],
  storageFull: [refuse.storageFull(), 507, 'storage-full'],
  clockApart: [refuse.clockApart(90), 503, 'clock-apart', { reason: 'clock-apart' }],
}

describe('a refusal', () => {
  it.each(Object.entries(cases))('%s', (_name, [made, status, code, more = {}]) => {
    expect(made).toMatchObject({ status, code, message: made.text.en, ...more })
  })
})
