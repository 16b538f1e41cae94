import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { utilitySheet } from './engine/web/look/utility-sheet.ts'
import { compressedFiles } from './scripts/compressed-files.ts'
import { preloadLinks } from './scripts/preload-links.ts'
import { unusedParts } from './scripts/unused-parts.ts'
import { webChunks } from './scripts/web-chunks.ts'

/** The oldest browsers for which the web is built; `index.html` tells users of older ones (docs/guide/production.md). */
const oldestBrowsers = ['chrome112', 'edge112', 'firefox121', 'safari16.4']

/** Builds the web client into `dist/web`, which the server serves. In development, Vite proxies `/api` to the server. */
export default defineConfig({
  publicDir: false,
  // The package's exports name its development build only.
  resolve: {
    alias: [{ find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') }],
  },
  plugins: [react(), utilitySheet, unusedParts(), preloadLinks(), compressedFiles()],
  build: {
    // Browsers without it (Safari 16.4) load the chunks when they are imported.
    modulePreload: { polyfill: false },
    outDir: 'dist/web',
    emptyOutDir: true,
    target: oldestBrowsers,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [webChunks()] } } },
  },
  server: { proxy: { '/api': { target: process.env['MINGCHU_URL'] ?? 'http://127.0.0.1:8800' } } },
})
