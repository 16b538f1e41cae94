/** Limits of what clients may use. Counts per account and address are kept in the memory of each process. */
export interface Limits {
  /** Units per minute of one account, or of one address without sign-in; Infinity for no limit. */
  readonly rate: number
  /** Error logs per minute of one account. */
  readonly errorLogs: number
  /** Concurrent requests of one account, or of one address without sign-in; `waiting` more wait. */
  readonly requests: number
  /** Requests of an account, and of a connection, that wait for others to be answered. */
  readonly waiting: number
  /** Concurrent exports of one account. */
  readonly exports: number
  /** Concurrent event streams of one account. */
  readonly streams: number
  /** Bytes that a user may upload in 24 hours. */
  readonly uploadsOfUser: number
  /** Bytes that all users of a tenant may upload in 24 hours. */
  readonly uploadsOfTenant: number
  /** Milliseconds within which the body of a request arrives; of an upload, within which some of it does. */
  readonly bodyTime: number
  /** Milliseconds within which a client reads something of a response. */
  readonly responseTime: number
}

const megabyte = 1_048_576

export const usualLimits: Limits = {
  rate: 3000,
  errorLogs: 20,
  requests: 64,
  waiting: 400,
  exports: 4,
  streams: 10,
  uploadsOfUser: 1000 * megabyte,
  uploadsOfTenant: 20_000 * megabyte,
  bodyTime: 20_000,
  responseTime: 30_000,
}

/** Megabytes in bytes. */
export const megabytes = (count: number): number => count * megabyte
