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
 * Adds compressed versions of the build's text files where they are smaller: once with the best compression, instead of
 * at every request.
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
