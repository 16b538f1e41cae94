import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const kinds = /\.(?:js|css|html|svg|json)$/

const ways = [
  {
    ending: '.br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  },
  { ending: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
] as const

/**
 * Lays beside each text of the build what browsers are sent in its place, where that is smaller: once and as small as
 * it gets, not at every request anew.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => kinds.test(fileName))
      await Promise.all(
        files.map(async file => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          for (const { ending, compress } of ways) {
            const small = await compress(bytes)
            if (small.length < bytes.length) await writeFile(join(dir, file.fileName + ending), small)
          }
        }),
      )
    },
  }
}
