import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Bilingual, Language } from '../../model/model.ts'
import { refusalOf } from '../errors/database-errors.ts'
import { Refusal } from '../errors/refuse.ts'
import { socketPath } from './socket-path.ts'

/**
 * A command that runs in the server. Its input was sent by a process that may have another version of the engine. The
 * signal is aborted when the client disconnects or the server stops. The result is sent as JSON.
 */
export type OperatorCommand = (input: unknown, call: OperatorCall) => Promise<unknown>

export interface OperatorCall {
  readonly language: Language
  readonly signal: AbortSignal
}

/** The body of a call. */
export interface OperatorRequest {
  readonly language: Language
  readonly input: unknown
}

/** The body of the answer: a result, or with a status of an error the code and the text of a refusal. */
export type OperatorAnswer = { readonly result: unknown } | { readonly code: string; readonly text: Bilingual }

export interface OperatorChannel {
  /** Refuses further commands, and waits for the running ones, whose signals are aborted. */
  close(): Promise<void>
}

/**
 * Offers commands to processes that may write into the data folder, by HTTP on a Unix socket in a folder of mode 0700.
 * The caller must have locked the data folder: the socket of an ended process is replaced. Where no socket is possible,
 * there is a warning, and commands are refused as without the channel.
 */
export async function openOperatorChannel(
  dataDir: string,
  commands: Readonly<Record<string, OperatorCommand>>,
  log: Logger,
): Promise<OperatorChannel> {
  const closing = new AbortController()
  const server = createServer((request, response) => {
    void answer(request, response, commands, closing.signal, log)
  })
  try {
    const path = socketPath(dataDir)
    if (path === undefined) throw new Error('The path of the socket is too long.')
    const folder = dirname(path)
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    await rm(path, { force: true })
    server.listen(path)
    await once(server, 'listening')
    await chmod(path, 0o600)
  } catch (error) {
    log.warn(
      { err: error },
      'commands cannot be run while this server is running: its socket in DATA_DIR cannot be opened',
    )
  }
  return {
    async close() {
      closing.abort(stopped())
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  commands: Readonly<Record<string, OperatorCommand>>,
  closing: AbortSignal,
  log: Logger,
): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort(stopped()))
  const send = (status: number, body: OperatorAnswer) =>
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
  try {
    const name = request.url?.slice(1) ?? ''
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command || request.method !== 'POST') throw unknownCommand(name)
    const { language, input } = await requestIn(request)
    log.info({ command: name }, 'command')
    const signal = AbortSignal.any([closing, disconnected.signal])
    send(200, { result: await command(input, { language, signal }) })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) log.error({ err: error }, 'unexpected error in a command')
    send(refusal?.status ?? 500, refusal ? { code: refusal.code, text: refusal.text } : bug)
  }
}

async function requestIn(request: IncomingMessage): Promise<OperatorRequest> {
  const { language, input } = Object(await json(request).catch(() => undefined)) as Partial<OperatorRequest>
  if (language !== 'zh' && language !== 'en') throw new Refusal('command-unreadable', 400, texts.unreadable)
  return { language, input }
}

const unknownCommand = (name: string) =>
  new Refusal('command-unknown', 404, {
    zh: `正在运行的服务器没有命令“${name}”，请用当前版本重新启动服务器`,
    en: `The running server has no command "${name}"; restart it with the current version`,
  })

const stopped = () => new Refusal('command-stopped', 503, texts.stopped)

const texts = {
  stopped: { zh: '服务器正在停止，命令已中止', en: 'The server is stopping; the command was cancelled' },
  unreadable: { zh: '命令无法读取', en: 'The command cannot be read' },
  bug: { zh: '服务器异常，详见服务器日志', en: 'Internal server error; see the server log' },
}
const bug: OperatorAnswer = { code: 'bug', text: texts.bug }
