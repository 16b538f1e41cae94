import { join, relative } from 'node:path'

/** Bytes that every system allows in the path of a Unix socket. */
const longest = 103

/**
 * The socket in the data folder by which commands reach the server that uses it, relative to the working folder where
 * that is shorter; undefined if either path is too long.
 */
export function socketPath(dataDir: string): string | undefined {
  const path = join(dataDir, 'operator', 'socket')
  return [path, relative('.', path)].find(one => Buffer.byteLength(one) <= longest)
}
