import type { FastifyRequest } from 'fastify'
import { assureKnownNames } from '../../errors/known-names.ts'
import { refuse } from '../../errors/refuse.ts'
import type { EngineDialectParts } from '../../http/dialect.ts'

/** The dependencies of the `blade` dialect. */
export type BladeParts = Omit<EngineDialectParts, 'catchUp'>

/** A parameter of the query string or of a JSON body; an empty text if it is absent. */
export function parameter({ query, body }: FastifyRequest, name: string): string {
  for (const source of [query, body]) {
    const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** Refuses parameters of a call, in its query string or its body, that have other names than these. */
export function assureParameters({ query, body }: FastifyRequest, names: readonly string[]): void {
  for (const source of [query, body]) if (typeof source === 'object' && source !== null) assureNames(source, names)
}

/** Refuses other names than these, but for choice labels of forms (`$sex`) and the token, which clients may send along. */
export function assureNames(given: object, names: readonly string[]): void {
  const isSentAlong = (name: string) => name.startsWith('$') || name.toLowerCase() === 'blade-auth'
  assureKnownNames(Object.fromEntries(Object.entries(given).filter(([name]) => !isSentAlong(name))), names)
}

/** A parameter with comma-separated ids. */
export function idsOf(request: FastifyRequest, name: string): string[] {
  const ids = parameter(request, name)
    .split(',', 1001)
    .filter(id => id !== '')
  if (ids.length === 0 || ids.length > 1000 || !ids.every(isRecordId)) {
    throw refuse.nothingSelected(name)
  }
  return ids
}

/** Whether a text has the form of an id. */
export const isRecordId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text)

/** The record of a JSON body. */
export function bodyRecordOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw refuse.input({ body: { zh: '消息不能读取', en: 'Invalid request body: it must be an object' } })
}

/** Ids of a JSON body: a list, or a text with commas; at least one. */
export function someIdsOf(given: unknown, name: string): string[] {
  const ids = idListOf(given, name)
  if (ids.length === 0) throw refuse.nothingSelected(name)
  return ids
}

/** Ids of a JSON body: a list, which may be empty, or a text with commas. */
export function idListOf(given: unknown, name: string): string[] {
  const list = typeof given === 'string' ? given.split(',').filter(Boolean) : given
  if (Array.isArray(list) && list.length <= 5000 && list.every(isIdOfNode)) {
    return list.map(String)
  }
  throw refuse.input({ [name]: { zh: '编号不正确', en: 'Invalid ID' } })
}

const isIdOfNode = (id: unknown) => (typeof id === 'string' || typeof id === 'number') && /^\d{1,19}$/.test(String(id))

/** Whether a record has a value: clients send the id of a new record as an empty text. */
export const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
