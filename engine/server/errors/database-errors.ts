import { Refusal, refuse } from './refuse.ts'

/** The details of a PostgreSQL error, from either driver. */
export interface DatabaseFault {
  readonly code: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly detail?: string
}

/**
 * Why a statement got no answer: no connection could be opened, or it was lost (`unavailable`), none became free
 * (`busy`), the database did not respond (`unresponsive`), or what is read was locked too long (`locked`).
 */
type UnavailableCode = 'unavailable' | 'busy' | 'unresponsive' | 'locked'

/** Thrown by connections for a statement without an answer. */
export class DatabaseUnavailable extends Error {
  readonly code: UnavailableCode

  constructor(code: UnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnavailable'
    this.code = code
  }
}

/** The details of a PostgreSQL error; undefined for other errors. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseUnavailable) return faultOf(error.cause)
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  if (!/^[0-9A-Z]{5}$/.test(error.code) || !('severity' in error)) return undefined
  return error as Error & DatabaseFault
}

const secondsToWait = 5

/**
 * The refusal for a database error, or undefined for an internal error. A violated unique index is handled by
 * `uniqueFault` first: only with the Model can the field be named.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const unanswered = unansweredCode(error)
  if (unanswered !== undefined) return refuse[unanswered](secondsToWait)
  if (error instanceof Error && 'code' in error && fullCodes.includes(String(error.code))) return refuse.storageFull()
  const code = faultOf(error)?.code
  return code === undefined ? undefined : refusalOfCode(code)
}

/** Of the file system, and of PostgreSQL. */
const fullCodes = ['ENOSPC', 'EDQUOT', '53100']

/** The code and the message of an error that is refused because of the database, without values of the request. */
export function loggedFault(error: unknown): { readonly code: string; readonly message: string } | undefined {
  if (error instanceof Refusal || !refusalOf(error)) return undefined
  const message = error instanceof Error ? error.message : String(error)
  const code = unansweredCode(error) ?? faultOf(error)?.code ?? ''
  // Messages on invalid values quote them.
  return { code, message: code.startsWith('22') ? message.replace(/".*"/s, '"…"') : message }
}

/** A reference without its record. */
export const stillReferred = (): Refusal =>
  refuse.conflict('referred', {
    zh: '所引用的记录不存在，或该记录正被其他记录引用',
    en: 'A referenced record does not exist, or other records refer to this one',
  })

function refusalOfCode(code: string): Refusal | undefined {
  if (code === '23505' || code === '23P01')
    return refuse.conflict('duplicate', { zh: '已存在相同的记录', en: 'The record already exists' })
  if (code === '23503') return stillReferred()
  if (code.startsWith('40') || code === '55P03')
    return refuse.conflict('busy', {
      zh: '记录正被他人修改，请重试',
      en: 'The record is being changed; please try again',
    })
  if (code.startsWith('22') || code === '23502' || code === '23514')
    return new Refusal('input', 400, { zh: '数据格式不正确或超出范围', en: 'A value is invalid or out of range' })
  if (code === '54000' || code === '54001')
    return new Refusal('too-complex', 400, { zh: '查询过于复杂', en: 'The query is too complex' })
  if (code === '57014') return refuse.timedOut(secondsToWait)
  // 28, 3D and 55000: the server responds, but denies access to the database.
  if (/^(08|28|3D|53|57|58|55000)/.test(code)) return refuse.unavailable(secondsToWait)
  return undefined
}

/** The details of a violated unique index or exclusion constraint, whose name is `constraint`. */
export const uniqueFault = (error: unknown): DatabaseFault | undefined => {
  const fault = faultOf(error)
  return fault?.code === '23505' || fault?.code === '23P01' ? fault : undefined
}

/** Whether the same transaction may succeed when retried: deadlocks and serialisation failures. */
export const isWorthRetry = (error: unknown): boolean => ['40001', '40P01'].includes(faultOf(error)?.code ?? '')

/** Whether a transaction failed by a deadlock, a serialisation failure or a lock timeout. */
export const isLockFault = (error: unknown): boolean => isWorthRetry(error) || faultOf(error)?.code === '55P03'

/** Whether a table or column differs from the Model: the request reads the Model again and is retried once. */
export function isChangedTable(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'tables-changed'
  const code = faultOf(error)?.code ?? ''
  if (['42703', '42P01', '42804', '42883'].includes(code)) return true
  return code === '0A000' && /cached plan/.test(String((error as Error).message))
}

const networkFaults = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
]
// pg sets neither a class nor a code on these.
const driverWords: readonly (readonly [RegExp, UnavailableCode])[] = [
  [/Query read timeout|timeout exceeded when trying to connect|connection timeout|timeout expired/, 'unresponsive'],
  [
    /Connection terminated|Client has encountered a connection error|not queryable|Cannot use a pool after/,
    'unavailable',
  ],
]

function unansweredCode(error: unknown): UnavailableCode | undefined {
  if (error instanceof DatabaseUnavailable) return error.code
  if (error instanceof AggregateError) return error.errors.map(unansweredCode).find(code => code !== undefined)
  if (!(error instanceof Error)) return undefined
  if ('code' in error && networkFaults.includes(String(error.code)) && 'syscall' in error) return 'unavailable'
  return driverWords.find(([words]) => words.test(error.message))?.[1]
}
