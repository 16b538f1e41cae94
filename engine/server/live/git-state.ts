import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * What git does with the working tree of a folder: `locked` while it writes files, `rebasing` while a rebase has not
 * ended, which may also wait for its author.
 */
export async function gitStateOf(dir: string): Promise<'none' | 'locked' | 'rebasing'> {
  const git = await gitFolderOf(resolve(dir))
  if (git === undefined) return 'none'
  if (existsSync(join(git, 'index.lock')) && (await isRecent(join(git, 'index.lock')))) return 'locked'
  return ['rebase-merge', 'rebase-apply'].some(name => existsSync(join(git, name))) ? 'rebasing' : 'none'
}

/** A lock that a killed git left is older. */
const longestLock = 60_000

const isRecent = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < longestLock,
    () => false,
  )

/** The folder of the repository; that of a linked working tree is named in a file. */
async function gitFolderOf(dir: string): Promise<string | undefined> {
  const path = join(dir, '.git')
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return path
  if (found?.isFile()) {
    const [, named] = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
    return named === undefined ? undefined : resolve(dir, named)
  }
  return dir === dirname(dir) ? undefined : gitFolderOf(dirname(dir))
}
