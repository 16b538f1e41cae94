import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compressedFiles } from '../scripts/compressed-files.ts'

/**
 * Builds a page of `bench/<name>` with a copy of the built server that serves it; returns the server's start file. The
 * folder is inside the checkout, where packages are found.
 */
export async function buildPage(name: string): Promise<string> {
  const folder = resolve('node_modules', '.cache', 'mingchu', name)
  await rm(folder, { recursive: true, force: true })
  await cp('dist/server', join(folder, 'server'), { recursive: true })
  await build({
    root: resolve('bench', name),
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), compressedFiles()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: join(folder, 'web'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  })
  return join(folder, 'server', 'main.js')
}
