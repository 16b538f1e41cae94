import { resolve, sep } from 'node:path'
import { compile } from '../../compiler/compile.ts'
import { isProcessFile, type Source } from '../../compiler/source.ts'
import { changesInWords } from '../../model/changes-in-words.ts'
import { type DifferenceLine, lineDifferences } from '../../model/line-differences.ts'
import type { Bilingual } from '../../model/model.ts'
import { refuse } from '../errors/refuse.ts'
import { readBase, readSources } from './app-files.ts'
import type { ReloadContext } from './apply-descriptors.ts'
import { unusable } from './confirm.ts'
import { isOfDescriptors, sourceBytes } from './read-source.ts'
import { replaceFiles } from './replace-files.ts'
import { changesOfRevision } from './revision-changes.ts'
import { keptRevision, storedSources } from './revision-row.ts'
import { isError } from './served-problem.ts'

/** What a revision changed. */
export interface RevisionDifference {
  /** The number of the kept revision before it; null of the first. */
  readonly before: number | null
  /** What the Models differ in, in words; empty where only descriptions differ. */
  readonly changes: readonly Bilingual[]
  readonly files: readonly FileDifference[]
  /** Files on disk whose texts are of no applied revision: a restore replaces them. Null where no files are read. */
  readonly unapplied: readonly string[] | null
}

export interface FileDifference {
  readonly file: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly lines: readonly DifferenceLine[]
}

/** What a kept revision changed; undefined if it is not kept. `appDir` is absent where this process reads no files. */
export async function revisionDifference(
  { database, seen }: ReloadContext,
  appDir: string | undefined,
  revision: string,
): Promise<RevisionDifference | undefined> {
  const kept = await keptRevision(database, revision)
  if (!kept) return undefined
  const { before } = kept
  const find = () => {
    const [former, model] = [before?.sources ?? [], kept.sources].map(sources => compile(sources, seen.compiled).model)
    return former && model ? changesInWords(former, model) : []
  }
  seen.changes ??= new Map()
  return {
    before: before?.number ?? null,
    changes: before ? changesOfRevision(seen.changes, [before.revision, revision], find) : [],
    files: before ? fileDifferences(before.sources, kept.sources) : [],
    unapplied: appDir === undefined ? null : await unappliedFiles({ database }, appDir),
  }
}

/** A revision whose files are written again. */
export interface RestoreRequest {
  readonly revision: string
  /** Files whose unapplied texts may be replaced. */
  readonly discard: readonly string[]
  readonly account: string
}

/**
 * Writes the files of a kept revision and removes the app's others, but for processes if it has none. Throws (404) if it
 * is not kept, and (409) if its descriptors are invalid by now, files that are of no applied revision would be replaced and
 * are not named, or one cannot be written; then nothing is written.
 */
export async function writeRevision(
  { database }: Pick<ReloadContext, 'database'>,
  appDir: string,
  { revision, discard }: RestoreRequest,
): Promise<void> {
  const kept = await keptRevision(database, revision)
  if (!kept) throw refuse.notFound({ zh: '配置版本', en: 'revision of the descriptors' })
  const wanted = kept.sources.filter(isOfApp)
  const { problems } = compile([...(await readBase()), ...wanted])
  if (problems.some(isError)) throw unusable(problems.filter(isError))
  const open = (await unappliedFiles({ database }, appDir)).filter(file => !discard.includes(file))
  if (open.length > 0) throw unapplied(open)
  const present = (await readSources(appDir)).filter(isOfApp)
  // Revisions from before processes were descriptors have none of them.
  const keepsProcesses = !wanted.some(({ file }) => isProcessFile(file))
  const differences = fileDifferences(present, wanted).filter(({ file }) => !(keepsProcesses && isProcessFile(file)))
  const changed = differences.map(({ file }) => {
    const source = wanted.find(one => one.file === file)
    return { path: pathIn(appDir, file), ...(source && { content: sourceBytes(source) }) }
  })
  await replaceFiles(appDir, changed)
}

/** Files on disk that the stored revision has not, or with another text. */
async function unappliedFiles({ database }: Pick<ReloadContext, 'database'>, appDir: string): Promise<string[]> {
  const stored = (await storedSources(database))?.sources.filter(isOfApp) ?? []
  const present = (await readSources(appDir)).filter(isOfApp)
  return fileDifferences(stored, present).flatMap(({ file, change }) => (change === 'removed' ? [] : [file]))
}

const isOfApp = ({ origin }: Source): boolean => origin === 'app'

/** The app's files that differ. A folder, or what cannot be read, is no file with a text. */
function fileDifferences(before: readonly Source[], after: readonly Source[]): FileDifference[] {
  const [old, next] = [before, after].map(
    sources => new Map(sources.filter(hasText).map(({ file, text }) => [file, text])),
  )
  const files = [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])].sort()
  return files.flatMap((file): FileDifference[] => {
    const [former, present] = [old?.get(file), next?.get(file)]
    if (former === present) return []
    const change = former === undefined ? 'added' : present === undefined ? 'removed' : 'changed'
    return [{ file, change, lines: lineDifferences(former ?? '', present ?? '') }]
  })
}

const hasText = ({ origin, fault }: Source): boolean =>
  origin === 'app' && (!fault || fault.code === 'file.encoding' || fault.code === 'file.extension')

/** The path of a descriptor inside the folder. */
function pathIn(appDir: string, file: string): string {
  const [root, path] = [resolve(appDir), resolve(appDir, file)]
  if (!path.startsWith(root + sep) || !isOfDescriptors(file)) throw new Error(`"${file}" is not a file of the app.`)
  return path
}

const unapplied = (files: readonly string[]) =>
  refuse.conflict('files-unapplied', {
    zh: `这些文件有尚未生效的内容，恢复会覆盖它们，须逐个写在 discard 中：${files.join('、')}`,
    en: `Restoring would replace texts that were never applied. Name these files in discard: ${files.join(', ')}`,
  })
