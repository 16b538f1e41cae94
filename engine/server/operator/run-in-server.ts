import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Language } from '../../model/model.ts'
import { FolderLocked, folderHolder } from '../database/lock-file.ts'
import { Refusal, type RefusalStatus } from '../errors/refuse.ts'
import type { OperatorAnswer, OperatorRequest } from './operator-channel.ts'
import { socketPath } from './socket-path.ts'

/** A command for the server that uses a data folder. */
export interface CommandForServer {
  readonly name: string
  readonly input: unknown
  readonly language: Language
}

/**
 * Runs a command in the server that uses the embedded database of a data folder, and returns its result; undefined if no
 * process uses the folder. Throws the refusal of the command, and `FolderLocked` if the process accepts no commands.
 */
export async function runInServer(
  dataDir: string,
  { name, input, language }: CommandForServer,
): Promise<{ readonly result: unknown } | undefined> {
  const pid = await folderHolder(dataDir)
  if (pid === undefined) return undefined
  const socket = socketPath(dataDir)
  if (socket === undefined) throw new FolderLocked(dataDir, pid)
  const { status, body } = await post(socket, name, { language, input }).catch((error: NodeJS.ErrnoException) => {
    if (isAbsent(error)) throw new FolderLocked(dataDir, pid)
    throw error
  })
  const answer = JSON.parse(body) as OperatorAnswer
  if ('result' in answer) return answer
  throw new Refusal(answer.code, status as RefusalStatus, answer.text)
}

/** No process listens, or only another user may connect. */
const isAbsent = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  syscall === 'connect' && ['ENOENT', 'ECONNREFUSED', 'EACCES', 'EPERM'].includes(code ?? '')

const post = (socketPath: string, name: string, body: OperatorRequest) =>
  new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: `/${name}` }, response => {
      text(response).then(body => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    call.once('error', reject)
    call.end(JSON.stringify(body))
  })
