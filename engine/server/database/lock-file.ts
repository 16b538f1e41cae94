import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown when another live process uses the folder. */
export class FolderLocked extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `The embedded database in ${folder} is in use by process ${pid}, and a second process would corrupt ` +
        'it: stop that process first, or set DATABASE_URL to a PostgreSQL server, which several processes can use.',
    )
    this.name = 'FolderHeld'
    this.pid = pid
  }
}

/** A lock on a data folder. */
export interface Lock {
  release(): Promise<void>
}

interface Holder {
  readonly pid: number
  /** When the process started, in the kernel's ticks: pids are reused. */
  readonly began: string | null
}

/** Locks a data folder for this process. The lock of a dead process is taken over. */
export async function lockFolder(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'lock')
  for (;;) {
    if (await tryCreate(file)) return { release: () => rm(file, { force: true }) }
    const holder = await holderOf(file)
    if (holder && isAlive(holder)) throw new FolderLocked(folder, holder.pid)
    await takeAway(file)
  }
}

/** The pid of the process that uses a folder, if there is one. */
export async function folderHolder(folder: string): Promise<number | undefined> {
  const holder = await holderOf(join(folder, 'lock'))
  return holder && isAlive(holder) ? holder.pid : undefined
}

async function tryCreate(file: string): Promise<boolean> {
  const handle = await open(file, 'wx').catch(unless('EEXIST'))
  if (!handle) return false
  const holder: Holder = { pid: process.pid, began: beginningOf(process.pid) }
  await handle.writeFile(JSON.stringify(holder))
  await handle.close()
  return true
}

/** Removes a dead process's lock file, one process at a time, so that none removes the next one's. */
async function takeAway(file: string): Promise<void> {
  const guard = await open(`${file}.stale`, 'wx').catch(unless('EEXIST'))
  if (!guard) {
    await sleep(100)
    const { holder } = { holder: await holderOf(`${file}.stale`) }
    if (!holder || !isAlive(holder)) await rm(`${file}.stale`, { force: true })
    return
  }
  try {
    await guard.writeFile(JSON.stringify({ pid: process.pid, began: beginningOf(process.pid) } satisfies Holder))
    const holder = await holderOf(file)
    if (!holder || !isAlive(holder)) await rm(file, { force: true })
  } finally {
    await guard.close()
    await rm(`${file}.stale`, { force: true })
  }
}

/** The holder of a lock file; waits for one still being written, and ignores a malformed one. */
async function holderOf(file: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const text = await readFile(file, 'utf8').catch(unless('ENOENT'))
    if (text === undefined) return undefined
    const match = /^\{"pid":(\d+),"began":(?:"(\d+)"|null)\}$/.exec(text)
    if (match) return { pid: Number(match[1]), began: match[2] ?? null }
    await sleep(50)
  }
  return undefined
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = beginningOf(pid)
  if (now === 'ended') return false
  return began === null || now === null || began === now
}

/**
 * When a process started, where the system reports it (Linux); null elsewhere. A zombie process, as in containers,
 * still has its pid but counts as ended.
 */
function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return words[0] === 'Z' || words[0] === 'X' ? 'ended' : (words[19] ?? null)
  } catch {
    return null
  }
}

const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }
