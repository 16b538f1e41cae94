declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** An S3 server for development, which the tests run. */
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
