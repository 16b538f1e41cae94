import { join } from 'node:path'
import { isSameSource, type Source } from '../../compiler/source.ts'
import { refuse } from '../errors/refuse.ts'
import { applyPlan, LossNotAllowed, type ShownLoss } from '../storage/apply.ts'
import { readSources } from './app-files.ts'
import { applyDescriptors, type ReloadContext, recheck } from './apply-descriptors.ts'
import { pendingRevisions } from './pending-revision.ts'
import { sourceBytes } from './read-source.ts'
import { replaceFiles } from './replace-files.ts'
import { storedSources } from './revision-row.ts'
import { isWaiting, type ServedProblem } from './served-problem.ts'
import { withFilesOf } from './waiting-files.ts'

/** The losses that an administrator confirms, as they were shown. */
export interface ConfirmRequest {
  /** The set of files that waits, or the served revision for changes that it has left behind. */
  readonly revision: string
  readonly allow: readonly ShownLoss[]
  readonly account: string
}

/**
 * Applies what waits for a confirmation. Throws (409) if other descriptors, or more rows, wait than were shown, and (400)
 * if a loss is not confirmed; then nothing is applied. Where migrations of this process have not run (`hasMigrations`),
 * losses without which the Model can be served are left for later.
 */
export async function applyConfirmed(
  reload: ReloadContext,
  { revision, allow, account }: ConfirmRequest,
  hasMigrations = false,
): Promise<void> {
  const { database, slot } = reload
  const [pending, stored] = [await pendingRevision(database, revision), await storedSources(database)]
  if (!pending || !stored) return applyLeft(reload, revision, allow)
  const names = allow.map(({ loss }) => loss)
  const open = pending.losses.filter(({ loss }) => !names.includes(loss))
  if (open.length > 0) throw unconfirmed(open.map(({ loss }) => loss))
  const sources = withFilesOf(stored.sources, pending.sources, new Set(pending.files))
  const outcome = await applyDescriptors(reload, sources, {
    confirmed: { account, losses: allow },
    confirms: revision,
    leavesAll: hasMigrations,
    ...(pending.author !== null && { author: pending.author }),
  })
  if (outcome === 'served') return
  throw outcome === 'unfit' ? unusable(slot.problems()) : changedMeanwhile()
}

/** A set of files that waits, and whose texts are not to be applied. */
export interface DiscardRequest {
  readonly revision: string
  readonly account: string
}

/**
 * Writes the applied texts of files that wait. Throws (409) if they have other texts by now, or one cannot be written; then
 * nothing is written.
 */
export async function writeApplied(
  { database }: Pick<ReloadContext, 'database'>,
  appDir: string,
  revision: string,
): Promise<void> {
  const [pending, stored] = [await pendingRevision(database, revision), await storedSources(database)]
  if (!pending || !stored) throw changedMeanwhile()
  const ofApp = (sources: readonly Source[], file: string) =>
    sources.find(one => one.file === file && one.origin === 'app')
  const present = await readSources(appDir)
  if (!pending.files.every(file => isSameSource(ofApp(present, file), ofApp(pending.sources, file))))
    throw changedMeanwhile()
  const former = pending.files.map(file => {
    const source = ofApp(stored.sources, file)
    return { path: join(appDir, file), ...(source && { content: sourceBytes(source) }) }
  })
  await replaceFiles(appDir, former)
}

const pendingRevision = async ({ kysely }: ReloadContext['database'], revision: string) =>
  (await pendingRevisions(kysely)).find(one => one.revision === revision)

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
