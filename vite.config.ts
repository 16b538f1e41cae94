import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './scripts/compressed-files.ts'
import { preloadLinks } from './scripts/preload-links.ts'
import { unusedParts } from './scripts/unused-parts.ts'
import { webChunks } from './scripts/web-chunks.ts'

/** Builds the web client into `dist/web`, which the server serves. In development, Vite proxies `/api` to the server. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), unusedParts(), preloadLinks(), compressedFiles()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [webChunks()] } } },
  },
  server: { proxy: { '/api': { target: process.env['MINGCHU_URL'] ?? 'http://127.0.0.1:8800' } } },
})
