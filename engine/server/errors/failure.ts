import type { Bilingual, Language } from '../../model/model.ts'
import { refusalOf } from './database-errors.ts'
import type { Envelope } from './envelope.ts'
import type { Refusal } from './refuse.ts'

/** The response to a failed request. */
export interface FailedResponse {
  readonly status: number
  readonly body: Envelope
  /** Seconds after which to retry. */
  readonly retryAfter?: number
  /** An internal error, to be logged completely. */
  readonly bug: boolean
}

/** Converts any error of a request to a response. All errors pass through here. */
export function failureOf(error: unknown, language: Language, requestId: string): FailedResponse {
  const refusal = refusalOf(error)
  if (refusal) return failureOfRefusal(refusal, language)
  const status = statusOf(error)
  const text = sentences[status]
  if (!text) return bug(language, requestId)
  return { status, body: failed(status, text[language]), bug: false, ...(status === 429 && { retryAfter: 60 }) }
}

function failureOfRefusal(
  { status, text, data, errors, warnings, reason }: Refusal,
  language: Language,
): FailedResponse {
  const body = { ...failed(status, text[language], data), ...(reason !== undefined && { reason }) }
  const wait = status === 503 || status === 429 ? secondsIn(data) : undefined
  return {
    status,
    body: {
      ...body,
      ...(errors && { errors: inOneLanguage(errors, language) }),
      ...(warnings && { warnings: warnings.map(one => ({ ...one, text: one.text[language] })) }),
    },
    bug: status === 507,
    ...(wait !== undefined && { retryAfter: wait }),
  }
}

/** The response to an invalid HTTP request: its request line, a header or the connection was faulty. */
export const failed = (status: number, msg: string, data: unknown = null): Envelope => ({
  code: status,
  success: false,
  data,
  msg,
})

/** Messages by status, where nothing more is known. */
export const sentences: Readonly<Record<number, Bilingual>> = {
  400: { zh: '消息不能读取', en: 'Invalid request' },
  404: { zh: '404 没找到请求', en: 'Not found' },
  405: { zh: '不支持当前请求方法', en: 'Method not allowed' },
  408: { zh: '请求超时', en: 'Request timeout' },
  413: { zh: '请求内容过大', en: 'The request is too large' },
  415: { zh: '不支持当前媒体类型', en: 'This media type is not supported' },
  429: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests; please try again later' },
  431: { zh: '请求头过大', en: 'The request headers are too large' },
}

function bug(language: Language, requestId: string): FailedResponse {
  const text = { zh: `服务器异常，编号 ${requestId}`, en: `Internal server error, ID ${requestId}` }
  return { status: 500, body: failed(500, text[language]), bug: true }
}

// Fastify and its plugins set a status on the error; one without a message here becomes 400.
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return status in sentences ? status : 400
  return 500
}

const secondsIn = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : 1

const inOneLanguage = (errors: Readonly<Record<string, Bilingual>>, language: Language) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, text[language]]))
