import { chmod, mkdir, rename as moveFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { refuse } from '../errors/refuse.ts'

/** A file that gets this content, or is removed without one. */
export interface Replacement {
  readonly path: string
  readonly content?: string | Buffer
}

/**
 * Writes and removes files of an app. They keep their modes, and links refer to the same file. Throws (409) if one cannot
 * be written or is read-only; then none is changed: a full disk is found before the first file is replaced.
 */
export async function replaceFiles(appDir: string, replacements: readonly Replacement[]): Promise<void> {
  const prepared: { path: string; next?: string }[] = []
  for (const { path, content } of replacements) {
    try {
      const target = await realpath(path).catch(() => path)
      const mode = await stat(target).then(
        found => found.mode & 0o777,
        () => undefined,
      )
      // In a folder that is writable, it could be replaced all the same.
      if (mode !== undefined && (mode & writeBits) === 0) throw Object.assign(new Error(), { code: 'EACCES' })
      const next = content === undefined ? undefined : `${target}.next`
      prepared.push({ path: target, ...(next !== undefined && { next }) })
      if (content === undefined || next === undefined) continue
      await mkdir(dirname(target), { recursive: true })
      await writeFile(next, content)
      // Some file systems have one mode for all files.
      if (mode !== undefined) await chmod(next, mode).catch(() => undefined)
    } catch (error) {
      for (const { next } of prepared) if (next !== undefined) await rm(next, { force: true }).catch(() => undefined)
      throw notWritable(relative(appDir, path), (error as NodeJS.ErrnoException).code ?? 'EIO')
    }
  }
  for (const { path, next } of prepared) await (next === undefined ? rm(path) : moveFile(next, path))
}

const writeBits = 0o222

const notWritable = (file: string, code: string) =>
  refuse.conflict('file-not-writable', {
    zh: `文件 ${file} 不能写入（${code}），没有改动任何文件`,
    en: `The file ${file} cannot be written (${code}). No file was changed.`,
  })
