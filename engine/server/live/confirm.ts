import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compile } from '../../compiler/compile.ts'
import { type UndeclaredRename, withRename } from '../../compiler/declare-rename.ts'
import { refuse } from '../errors/refuse.ts'
import { applyPlan, LossNotAllowed, type ShownLoss } from '../storage/apply.ts'
import type { MigrationStep } from '../storage/step-fault.ts'
import { applyDescriptors, type ReloadContext, recheck, recordFailure } from './apply-descriptors.ts'
import { pendingRevision } from './pending-revision.ts'
import { replaceFiles } from './replace-files.ts'
import { storedSources } from './revision-row.ts'
import { isWaiting, type ServedProblem } from './served-problem.ts'

/** The losses that an administrator confirms, as they were shown. */
export interface ConfirmRequest {
  /** The revision that waits, or the served one for changes that it has left behind. */
  readonly revision: string
  readonly allow: readonly ShownLoss[]
  readonly account: string
}

/**
 * Applies what waits for a confirmation, and runs its migrations. Throws (409) if other descriptors, or more rows, wait
 * than were shown, a migration fails, or its file has another text now, and (400) if a loss is not confirmed; then nothing
 * is applied. `own` are the migrations of this process that have not run.
 */
export async function applyConfirmed(
  reload: ReloadContext,
  { revision, allow, account }: ConfirmRequest,
  own: readonly MigrationStep[] = [],
): Promise<void> {
  const { database, slot } = reload
  const pending = await pendingRevision(database)
  if (pending?.revision !== revision) return applyLeft(reload, revision, allow)
  const names = allow.map(({ loss }) => loss)
  const open = pending.losses.filter(({ loss }) => !names.includes(loss))
  if (open.length > 0) throw unconfirmed(open.map(({ loss }) => loss))
  const steps = pending.losses.flatMap(({ step }) => step ?? [])
  // A save that this process has not taken yet: the text that runs is recorded as that of the file.
  const isOther = ({ name, text }: MigrationStep) => own.some(one => one.name === name && one.text !== text)
  if (steps.some(isOther)) throw changedMeanwhile()
  const outcome = await applyDescriptors(reload, pending.sources, {
    confirmed: { account, losses: allow },
    confirms: pending.revision,
    leavesAll: own.length > 0,
    migrations: { steps, faults: [], wait: false },
    ...(pending.author !== null && { author: pending.author }),
  }).catch(error => {
    recordFailure(reload, error)
    throw refuse.conflict('migration-failed', error.placed)
  })
  if (outcome === 'served' || outcome === 'held') return
  throw outcome === 'unfit' ? unusable(slot.problems()) : changedMeanwhile()
}

/** A rename that the author has not declared. */
export interface RenameRequest {
  /** The revision that waits, or the served one. */
  readonly revision: string
  readonly rename: UndeclaredRename
  readonly account: string
}

/**
 * Writes `renamedFrom` into the file of what waits or is served, where the server reads the files; the watcher then
 * applies it.
 * Returns the file. Throws (409) if the files have changed, the place is not unique, or the file cannot be written.
 */
export async function writeRename(
  { database, slot }: ReloadContext,
  appDir: string,
  { revision, rename }: Pick<RenameRequest, 'revision' | 'rename'>,
): Promise<string> {
  const pending = await pendingRevision(database)
  const served = slot.described().revision === revision ? await storedSources(database) : undefined
  const sources = pending?.revision === revision ? pending.sources : served?.sources
  if (!sources) throw changedMeanwhile()
  const proposing = [...(pending?.losses ?? []), ...slot.problems()]
  const isProposed = proposing.some(({ renames = [] }) => renames.some(one => isDeepStrictEqual(one, rename)))
  const source = isProposed ? withRename(compile(sources), rename) : undefined
  if (!source) throw notWritable(rename)
  const path = join(appDir, source.file)
  const before = sources.find(({ file, origin }) => file === source.file && origin === 'app')
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== before?.text) throw changedMeanwhile()
  await replaceFiles(appDir, [{ path, content: source.text }])
  return source.file
}

const notWritable = ({ from }: UndeclaredRename) =>
  refuse.conflict('rename-by-hand', {
    zh: `不能自动写入，请在改名后的名称下写 renamedFrom: ${from}`,
    en: `It cannot be written automatically. Write renamedFrom: ${from} below the new name.`,
  })

/** Changes that served descriptors have left behind: each is applied by itself. */
async function applyLeft(reload: ReloadContext, revision: string, allow: readonly ShownLoss[]): Promise<void> {
  const { database, slot } = reload
  if (!slot.isFilled()) throw changedMeanwhile()
  const model = slot.described()
  const isLeft = ({ loss }: ShownLoss) => slot.problems().some(one => isWaiting(one) && one.loss?.loss === loss)
  if (model.revision !== revision || !allow.every(isLeft)) throw changedMeanwhile()
  const leave = ({ loss }: ShownLoss) => !allow.some(one => one.loss === loss)
  await applyPlan(database, { model, changes: [] }, { allow, leave }).catch(async error => {
    // What is read again after the refusal has the present numbers of rows.
    await recheck(reload)
    throw error instanceof LossNotAllowed ? changedMeanwhile() : error
  })
  slot.keep(slot.problems().filter(one => !allow.some(({ loss }) => loss === one.loss?.loss)))
}

/** Other descriptors, or more rows, wait than were shown. */
export const changedMeanwhile = () =>
  refuse.conflict('descriptors-changed', {
    zh: '待确认的内容已变化，请重新查看',
    en: 'The pending changes were updated. Review them again.',
  })

const unconfirmed = (losses: readonly string[]) =>
  refuse.input({
    allow: {
      zh: `还需确认：${losses.join('、')}`,
      en: `Not confirmed: ${losses.join(', ')}`,
    },
  })

/** 409: the descriptors have these errors. */
export const unusable = (problems: readonly ServedProblem[]) =>
  refuse.conflict('descriptors-invalid', {
    zh: `配置无法使用：${problems.map(({ message }) => message.zh).join('；')}`,
    en: `The descriptors are invalid: ${problems.map(({ message }) => message.en).join(' ')}`,
  })

/** This process applies no saved files, so the author edits and deploys them. */
export const unwatched = () =>
  refuse.conflict('files-not-watched', {
    zh: '服务未监视配置文件（LIVE=off），请修改文件后重新发布',
    en: 'The server does not apply saved files (LIVE=off). Change the files and deploy them.',
  })
