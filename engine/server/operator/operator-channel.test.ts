import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { FolderLocked, type Lock, lockFolder } from '../database/lock-file.ts'
import { Refusal } from '../errors/refuse.ts'
import { type OperatorChannel, type OperatorCommand, openOperatorChannel } from './operator-channel.ts'
import { type PlanSettings, planCommand } from './plan-command.ts'
import { runInServer } from './run-in-server.ts'

const log: string[] = []
const logger = pino({ level: 'info' }, { write: line => void log.push(line) })
let folder: string
let channel: OperatorChannel | undefined
let lock: Lock | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mingchu-channel-'))
  lock = await lockFolder(folder)
  log.length = 0
})
afterEach(async () => {
  await channel?.close()
  await lock?.release()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (commands: Readonly<Record<string, OperatorCommand>>, dataDir = folder) => {
  channel = await openOperatorChannel(dataDir, commands, logger)
  return channel
}
const ask = (name: string, input: unknown = null, dataDir = folder) =>
  runInServer(dataDir, { name, input, language: 'zh' })
const socket = () => join(folder, 'operator', 'socket')

it('runs a command with its input and its language, and returns the result', async () => {
  await open({ echo: async (input, { language }) => ({ input, language }) })
  expect(await ask('echo', { rows: [1] })).toEqual({ result: { input: { rows: [1] }, language: 'zh' } })
})

it('returns the refusal of a command, and not the message of a bug', async () => {
  const text = { zh: '不行', en: 'No' }
  await open({
    refuse: async () => {
      throw new Refusal('no', 409, text)
    },
    fail: async () => {
      throw new Error('secret of the database')
    },
  })
  await expect(ask('refuse')).rejects.toMatchObject({ code: 'no', status: 409, text })
  await expect(ask('fail')).rejects.toMatchObject({ code: 'bug', message: expect.not.stringContaining('secret') })
  expect(log.join('')).toContain('secret of the database')
})

it('is closed to other users of the system', async () => {
  mkdirSync(join(folder, 'operator'))
  chmodSync(join(folder, 'operator'), 0o777)
  await open({})
  expect([join(folder, 'operator'), socket()].map(path => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
})

it('replaces the socket of a killed process', async () => {
  mkdirSync(join(folder, 'operator'))
  writeFileSync(socket(), '')
  await open({ echo: async input => input })
  expect(await ask('echo', 1)).toEqual({ result: 1 })
})

const unknown = (name: string) => ({
  zh: `正在运行的服务器没有命令“${name}”，请用当前版本重新启动服务器`,
  en: `The running server has no command "${name}"; restart it with the current version`,
})
const unreadable = { zh: '命令无法读取', en: 'The command cannot be read' }
const otherOptions = {
  zh: '正在运行的服务器不支持该命令的选项，请用当前版本重新启动服务器',
  en: 'The running server does not support the options of this command; restart it with the current version',
}

it.each([
  ['an unknown command', 'constructor', 'POST', '{"language":"en"}', 404, 'command-unknown', unknown('constructor')],
  ['an unsupported method', 'echo', 'GET', '', 404, 'command-unknown', unknown('echo')],
  ['a body that is not JSON', 'echo', 'POST', '{', 400, 'command-unreadable', unreadable],
  ['a body without a language', 'echo', 'POST', '{"input":1}', 400, 'command-unreadable', unreadable],
  ['options of another version', 'plan', 'POST', '{"language":"en","input":{}}', 400, 'command-input', otherOptions],
])('refuses %s', async (_name, name, method, body, status, code, refusal) => {
  // The input is refused before the command reads the database.
  await open({ echo: async input => input, plan: planCommand({} as Database, {} as PlanSettings) })
  const call = request({ socketPath: socket(), path: `/${name}`, method })
  call.end(body)
  const [response] = await once(call, 'response')
  let text = ''
  for await (const part of response) text += part
  expect([response.statusCode, JSON.parse(text)]).toEqual([status, { code, text: refusal }])
})

it('ends running commands when the server stops, and waits for them', async () => {
  const events: string[] = []
  let begun: () => void = () => undefined
  const running = new Promise<void>(resolve => {
    begun = resolve
  })
  await open({
    async work(_input, { signal }) {
      begun()
      await once(signal, 'abort')
      events.push('ended')
      signal.throwIfAborted()
    },
  })
  const asked = expect(ask('work')).rejects.toMatchObject({
    code: 'command-stopped',
    status: 503,
    text: { zh: '服务器正在停止，命令已中止', en: 'The server is stopping; the command was cancelled' },
  })
  await running
  await channel?.close().then(() => events.push('closed'))
  await asked
  expect(events).toEqual(['ended', 'closed'])
})

it('ends a command whose client disconnects', async () => {
  let ended: () => void = () => undefined
  const end = new Promise<void>(resolve => {
    ended = resolve
  })
  let call: ReturnType<typeof request>
  await open({
    async work(_input, { signal }) {
      call.destroy()
      await once(signal, 'abort')
      ended()
    },
  })
  call = request({ socketPath: socket(), path: '/work', method: 'POST' })
  call.on('error', () => undefined)
  call.end('{"language":"en"}')
  await end
})

it('is contacted only while another process uses the folder', async () => {
  await lock?.release()
  expect(await ask('echo')).toBeUndefined()
})

it.each([
  ['has no channel', () => undefined],
  [
    'has the socket of a stopped process',
    async () => {
      mkdirSync(join(folder, 'operator'))
      const other = createServer().listen(socket())
      await once(other, 'listening')
      other.close()
      await once(other, 'close')
      writeFileSync(socket(), '')
    },
  ],
])('names the process that %s', async (_name, prepare) => {
  await prepare()
  await expect(ask('echo')).rejects.toMatchObject({ pid: process.pid })
  await expect(ask('echo')).rejects.toBeInstanceOf(FolderLocked)
})

it('is missing, with a warning, where the path of the folder is too long for a socket', async () => {
  await open({}, join(folder, 'x'.repeat(120)))
  expect(log.join('')).toContain('commands cannot be run while this server is running')
})
