import type { Language } from '../../engine/model/model.ts'
import { sentences } from '../../engine/server/errors/failure.ts'
import type { Attempt } from './malformed/attempt.ts'
import { type RawAnswer, requestBytes } from './raw-http.ts'

/** The layer that answered a request. */
export type Layer = 'none' | 'connection' | 'sign-in' | 'routing' | 'reading' | 'store'

/** The layer that answered, recognised by its response. */
export function layerOf(answer: RawAnswer | undefined): Layer {
  if (!answer) return 'none'
  if (!answer.headers['x-request-id']) return 'connection'
  if (answer.status === 401) return 'sign-in'
  const { msg = '' } = envelopeOf(answer) ?? {}
  const isMessageOf = (status: number) => Object.values(sentences[status] ?? {}).includes(String(msg))
  if (answer.status === 405 || isMessageOf(404)) return 'routing'
  if ([413, 415].includes(answer.status) || isMessageOf(400) || /^(消息不能读取|Invalid request)/.test(String(msg)))
    return 'reading'
  return 'store'
}

/** The faults of a response; empty for a correct one. */
export function faultsOfAnswer(attempt: Attempt, answer: RawAnswer | undefined): string[] {
  if (!answer) return attempt.leaving === 'waits' ? ['no answer came'] : []
  const { status } = answer
  if (status >= 500 && status !== 503) return [`the status is ${status}`]
  if (status === 304 || attempt.method === 'HEAD') return []
  if (status === 200 && isBare(attempt.target)) return []
  if (status === 200 && attempt.target.startsWith('/api/engine/bulk/')) return faultsOfLines(attempt, answer)
  const envelope = envelopeOf(answer)
  if (!envelope) return [`the answer is no envelope: ${answer.body.toString().slice(0, 200)}`]
  const faults: string[] = []
  if (envelope.code !== status) faults.push(`the code is ${envelope.code}, the status ${status}`)
  if (envelope.success !== status < 300) faults.push(`success is ${envelope.success} at status ${status}`)
  if (!('data' in envelope)) faults.push('there is no data')
  const texts = [envelope.msg, ...Object.values(envelope.errors ?? {})]
  const language = layerOf(answer) === 'connection' ? languageOfUnparsed(attempt, texts) : attempt.language
  for (const text of texts) {
    if (typeof text !== 'string' || text === '') faults.push(`a message is ${JSON.stringify(text)}`)
    else faults.push(...faultsOfText(text, language))
  }
  // Clients of the REST dialect read the message there.
  const isRest = attempt.target.startsWith('/api/rest/')
  const more = Object.keys(envelope).filter(key => !ofEnvelope.has(key) && !(isRest && key === 'message'))
  if (status >= 400 && more.length > 0) faults.push(`it reveals more than it should: ${more.join(', ')}`)
  if ((status === 503 || status === 429) && !answer.headers['retry-after'])
    faults.push('the header Retry-After is missing')
  // Empty where no method exists.
  if (status === 405 && answer.headers['allow'] === undefined) faults.push('the header Allow is missing')
  return faults
}

/**
 * The language of the answer to a request that was not parsed: that of its header, or Chinese where the header was not
 * received with the bytes at which the parser failed, which a long head or a body may precede.
 */
function languageOfUnparsed({ method, target, headers, body, language }: Attempt, texts: readonly unknown[]): Language {
  const isInOnePiece = !body && requestBytes(method, target, headers).length < 8192
  return isInOnePiece || !/\p{Script=Han}/u.test(texts.join('')) ? language : 'zh'
}

/**
 * The faults of a response with one line per row: it must count its rows, give a reason for each failed one, and end.
 */
function faultsOfLines({ language }: Attempt, { body }: RawAnswer): string[] {
  const lines = body.toString().trimEnd().split('\n').map(parsed) as (Readonly<Record<string, unknown>> | undefined)[]
  const [first, rows, last] = [lines[0], lines.slice(1, -1), lines.at(-1)]
  const refused = rows.filter(row => row?.['ok'] === false)
  const [total, done, failed] = [first?.['total'], last?.['done'], last?.['failed']]
  const faults = total === rows.length && Number(done) + Number(failed) === total ? [] : ['the rows do not add up']
  if (refused.length !== failed) faults.push(`${failed} are reported as failed, and ${refused.length} were refused`)
  for (const row of refused) {
    const texts = [row?.['message'], ...Object.values((row?.['errors'] ?? {}) as object)]
    for (const text of texts)
      faults.push(
        ...(typeof text === 'string' && text !== '' ? faultsOfText(text, language) : ['a message is missing']),
      )
  }
  return faults
}

interface AnEnvelope {
  readonly code: unknown
  readonly success: unknown
  readonly msg: unknown
  readonly data?: unknown
  readonly errors?: Readonly<Record<string, unknown>>
}

function envelopeOf({ headers, body }: RawAnswer): AnEnvelope | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  const value = parsed(body.toString())
  const isEnvelope = typeof value === 'object' && value !== null && 'code' in value && 'msg' in value
  return isEnvelope ? (value as AnEnvelope) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ofEnvelope: ReadonlySet<string> = new Set([
  'code',
  'success',
  'data',
  'msg',
  'errors',
  'reason',
  'error',
  'error_description',
])

/** Endpoints whose successful responses have the platform's own shape. */
const isBare = (target: string): boolean =>
  /^\/api\/blade-auth\/oauth\/(captcha|token|logout|clear-cache)|^\/image-api\/|^\/api\/rest\/|^\/api\/engine\/((events|mark|openapi)\b|(export|pdf)\/)/.test(
    target,
  )

/** Quoted texts come from users and may be anything. */
const withoutQuotes = (text: string): string => text.replace(/“[^”]*”|\\?"[^"]*"/g, '')

function faultsOfText(text: string, language: 'zh' | 'en'): string[] {
  const plain = withoutQuotes(text)
  const faults = language === 'zh' && !/\p{Script=Han}/u.test(plain) ? [`it is not Chinese: ${text.slice(0, 200)}`] : []
  if (language === 'en' && !/[A-Za-z]/.test(plain)) faults.push(`it is not English: ${text.slice(0, 200)}`)
  if (language === 'en' && /\p{Script=Han}/u.test(plain)) faults.push(`it contains Chinese: ${text.slice(0, 200)}`)
  if (betraying.test(plain)) faults.push(`it betrays the inside: ${text.slice(0, 200)}`)
  if (text.length > 500) faults.push(`it is ${text.length} characters long`)
  return faults
}

// SQL, paths, stack traces and internal values.
const betraying =
  /\b(select .* from|insert into|update .* set|delete from|violates|relation|syntax error|bigint|varchar|timestamptz|pg_\w+|constraint|TypeError|RangeError|SyntaxError|ECONN\w+|ENOENT|undefined|NaN|node_modules|node:\w+)\b|::\w|\[object |\.[jt]s:\d|\/(tmp|work|home|root|usr|var)\/|\n\s+at /
