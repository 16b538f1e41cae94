import type { FastifyRequest } from 'fastify'

/** The kinds of operations that endpoints do, by what they cost the server. */
export type CallKind = keyof typeof unitsOf

/** The units of each kind, of which an account has `RATE_LIMIT` per minute. */
export const unitsOf = {
  /** Health, files of the web, sign-out: never refused. */
  free: 0,
  read: 1,
  write: 10,
  upload: 10,
  /** A total without a cap. */
  count: 40,
  bulk: 40,
  undo: 40,
  export: 40,
  import: 40,
  pdf: 40,
} as const satisfies Readonly<Record<string, number>>

/** The kind that an endpoint declares, or a function of its request if it serves several; by default, by its method. */
export function kindOf(request: FastifyRequest): CallKind {
  const { kind } = request.routeOptions.config
  if (kind === undefined) return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
  return typeof kind === 'function' ? kind(request) : kind
}
