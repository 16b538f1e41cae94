import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles the server of a checkout into files that plain Node runs; packages stay external.
 * @param {string} root
 * @param {string} outDir
 * @param {Readonly<Record<string, string>>} more additional entries by name
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
          'built-database': join(root, 'engine/server/built-database.ts'),
          // Worker threads need entries of their own.
          'pdf-worker': join(root, 'engine/server/services/pdf/pdf-worker.ts'),
          'xlsx-worker': join(root, 'engine/server/services/import/xlsx-worker.ts'),
          'demo-worker': join(root, 'server/cameras/demo/demo-worker.ts'),
          ...more,
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
