import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { outboundFetch } from '../outbound.ts'
import type { Storage } from './storage.ts'

/** How to reach a bucket. */
export interface BucketAccess {
  /** The address of the service, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Milliseconds for one request. */
const timeout = 30_000

/** A storage in a bucket of a service that implements S3, on one of the hosts. */
export function s3Storage(
  { endpoint, bucket, region, accessKey, secretKey }: BucketAccess,
  hosts: readonly string[],
): Storage {
  const s3 = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    region: region || 'auto',
    requestAbortTimeout: timeout,
    fetch: outboundFetch(hosts),
  })
  return {
    async put(key, file) {
      // Uploads are limited to 20 MB.
      await s3.putObject(key, await readFile(file))
      await rm(file, { force: true })
    },
    async get(key) {
      if ((await s3.objectExists(key)) !== true) return undefined
      return {
        size: await s3.getContentLength(key),
        read: (start, end) => Readable.from(partOf(key, start, end)),
      }
    },
    async remove(key) {
      await s3.deleteObject(key)
    },
    async *list() {
      for (const { Key: key, LastModified: at } of (await s3.listObjects()) ?? []) yield { key, at: new Date(at) }
    },
  }

  async function* partOf(key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    if (end < start) return
    // The end is exclusive.
    const { body } = await s3.getObjectRaw(key, false, start, end + 1)
    if (body) yield* body
  }
}
