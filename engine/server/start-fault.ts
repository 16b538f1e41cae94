import { FolderLocked } from './database/lock-file.ts'
import { faultOf, refusalOf } from './errors/database-errors.ts'
import { NothingToServe } from './live/live-model.ts'
import { InvalidDescriptors } from './open-work.ts'
import { BackupRefused } from './operator/backup.ts'
import { SeedFault } from './services/seed/seed-files.ts'
import { SettingError, type Settings } from './settings.ts'
import { LossNotAllowed } from './storage/apply.ts'
import { StepFault } from './storage/step-fault.ts'

const ofOperator = [
  SettingError,
  NothingToServe,
  InvalidDescriptors,
  FolderLocked,
  BackupRefused,
  LossNotAllowed,
  StepFault,
  SeedFault,
] as const

/** Whether an operator can correct the cause, which the message names; any other error is a bug. */
export function isOfOperator(error: unknown): error is Error {
  if (ofOperator.some(kind => error instanceof kind) || refusalOf(error)) return true
  const codes = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** The cause of a failed start as one sentence that names the setting; undefined if no setting is the cause. */
export function startFault(error: unknown, settings: Settings): SettingError | undefined {
  const sentence = sentenceOf(error, settings)
  return sentence === undefined ? undefined : new SettingError(sentence, { cause: error })
}

function sentenceOf(error: unknown, { port, host, appDir, dataDir, databaseUrl }: Settings): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT is ${port}; another program already listens on it at ${host}.`
  if (syscall === 'listen' && code === 'EACCES') return `PORT is ${port}; this user is not allowed to listen on it.`
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && 'hostname' in error && error.hostname === host))
    return `HOST is "${host}"; this machine has no such address (${code}).`
  if (path?.startsWith(dataDir)) return `DATA_DIR is "${dataDir}"; it cannot be used (${code}).`
  if (path?.startsWith(appDir))
    return `APP_DIR is "${appDir}"; ${path === appDir ? 'it' : path} cannot be read (${code}).`
  // The driver's message names server, user and database, never the password.
  const isAway = refusalOf(error)?.status === 503 || /^(28|3D)/.test(faultOf(error)?.code ?? '')
  if (databaseUrl !== undefined && isAway)
    return `DATABASE_URL names a database that cannot be used: ${error.message || code}.`
  return undefined
}
