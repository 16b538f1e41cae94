import { join } from 'node:path'
import { build } from 'vite'

/**
 * Makes the server of a checkout one file that runs on a bare Node; packages stay where npm put them.
 * @param {string} root
 * @param {string} outDir
 * @param {Readonly<Record<string, string>>} more entries beside its own, by their names
 */
export const bundleServer = (root, outDir, more = {}) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      rollupOptions: {
        input: {
          main: join(root, 'server/main.ts'),
          template: join(root, 'engine/server/database/template.ts'),
          // A thread of its own has an entry of its own.
          'pdf-worker': join(root, 'engine/server/services/pdf/pdf-worker.ts'),
          'xlsx-worker': join(root, 'engine/server/services/import/xlsx-worker.ts'),
          ...more,
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
