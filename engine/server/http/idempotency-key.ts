import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refuse.ts'

/** The idempotency key of a request; throws if it is invalid. */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Refusal('idempotency-key', 400, {
      zh: '请求头 Idempotency-Key 不正确',
      en: 'The header Idempotency-Key is not valid',
    })
  }
  return key
}
