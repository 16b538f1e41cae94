import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const port = Number(process.env['PORT'] || 8800)
const target = `http://127.0.0.1:${port}`

const server = spawn(
  process.execPath,
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', join(root, 'server/main.ts')],
  {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  },
)
const web = await createServer({
  root,
  server: { port: port + 1, proxy: { '/api': target, '/image-api': target, '/health': target } },
})
await web.listen()
web.printUrls()

server.once('exit', code => web.close().then(() => process.exit(code ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal))
