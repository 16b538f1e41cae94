import { relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import { descriptorFolders } from '../../compiler/kinds.ts'
import { isSameSource, type Source } from '../../compiler/source.ts'
import { baseDir, descriptorPaths, isTop, readSources } from './app-files.ts'
import { isOfDescriptors, readSource } from './read-source.ts'
import { inOrder } from './waiting-files.ts'

/** The descriptor files of an app, watched for changes. */
export interface DescriptorFiles {
  /** All descriptors in their current state. */
  read(): Promise<readonly Source[]>
  /**
   * All descriptors after the latest changes, once they are stable. Of one file that was saved, `prepare` gets the first
   * state that is read, which usually is also the one that is returned, while the second is awaited.
   */
  changed(prepare?: (sources: readonly Source[]) => void): Promise<readonly Source[]>
  /** Whether a descriptor of the app was saved since the last read. */
  isOld(): Promise<boolean>
  close(): Promise<void>
}

/** Between two reads that must agree: editors write in two steps. */
const settleMilliseconds = 15
const maxReads = 60
/** The watcher drops a second save within 50 ms of the first, so a file is checked again after this time. */
const secondLookMilliseconds = 120
/** Without an event for so long, a change of several files is complete. */
const quietMilliseconds = 40
/** A change that does not end is read all the same. */
const maxWaitingMilliseconds = 15_000

/** Watches the descriptors of an app and of the engine, and its migrations; calls `onSave` when one was saved. */
export async function watchDescriptors(appDir: string, onSave: () => void): Promise<DescriptorFiles> {
  let known = new Map<string, Source>()
  const dirty = new Map<string, Saved>()
  const looks = new Set<NodeJS.Timeout>()
  let lastEvent = 0
  let isAnnounced = false
  const announceSave = () => {
    lastEvent = performance.now()
    if (isAnnounced) return
    isAnnounced = true
    onSave()
  }
  const announce = (key: string, saved: Saved) => {
    dirty.set(key, saved)
    announceSave()
  }
  /** Waits until nothing changes: `mv`, an editor and a checkout change several files, one after another. */
  const quiet = async () => {
    const end = performance.now() + maxWaitingMilliseconds
    while (performance.now() < end && performance.now() - lastEvent < quietMilliseconds) await sleep(settleMilliseconds)
  }
  const roots = [
    { origin: 'base' as const, dir: baseDir() },
    { origin: 'app' as const, dir: appDir },
  ]
  const watchers = roots.map(({ origin, dir }) =>
    watch(dir, { ignoreInitial: true, ignored: path => isForeign(dir, path) })
      .on('all', (_event, path) => {
        const file = relative(dir, path).split(sep).join('/')
        // These are not among the descriptors that are read.
        if (file.startsWith('migrations/')) announceSave()
        else if (isOfDescriptors(file)) announce(`${origin}:${file}`, { dir, file, origin })
      })
      // What cannot be watched is read, and reported, with the next change.
      .on('error', () => undefined),
  )
  await Promise.all(watchers.map(watcher => new Promise<void>(resolve => watcher.once('ready', () => resolve()))))

  const isOther = async ([key, saved]: Named) => !isSameSource(await sourceOf(saved), known.get(key))
  const lookAgain = (saved: readonly Named[]) => {
    const look = setTimeout(() => {
      looks.delete(look)
      for (const one of saved) {
        isOther(one).then(other => {
          if (other) announce(...one)
        })
      }
    }, secondLookMilliseconds)
    looks.add(look)
  }
  const read = async () => {
    const saved = [...dirty.entries()]
    // A save before the caller could react was announced to no effect: the next one is announced again.
    isAnnounced = false
    dirty.clear()
    const sources = await settledSources(appDir)
    known = new Map(sources.map(source => [keyOf(source), source]))
    // A replaced file is watched again a moment later.
    lookAgain(saved)
    return sources
  }
  /** Whether a descriptor of the app was added or removed since the last read. */
  const isOtherFolder = async () => {
    const paths = new Set(await descriptorPaths(appDir))
    const files = new Set([...known.values()].flatMap(({ file, origin }) => (origin === 'app' ? [file] : [])))
    const isRemoved = [...files].some(file => isOfDescriptors(file) && !paths.has(file))
    return isRemoved || [...paths].some(path => !files.has(path))
  }
  /** Of several files, no state is taken in which one is saved and the other is not yet; a moved file is two. */
  const readAll = async () => {
    await quiet()
    return read()
  }
  return {
    read,
    async changed(prepare) {
      // A file that is saved alone is read twice, which shows whether others follow.
      const [saved, ...others] = [...dirty.entries()]
      if (!saved || others.length > 0 || !known.has(saved[0])) return readAll()
      isAnnounced = false
      dirty.clear()
      const [key, one] = saved
      let sources: readonly Source[] = []
      const withFirst = (source: Source) => {
        sources = [...new Map(known).set(key, source).values()].sort(inOrder)
        prepare?.(sources)
      }
      const source = await settled(one, withFirst)
      // The watcher reports a removed file later than a changed one.
      if (source === undefined || dirty.size > 0 || (await isOtherFolder())) return readAll()
      known.set(key, source)
      lookAgain([saved])
      return sources.includes(source) ? sources : [...known.values()].sort(inOrder)
    },
    async isOld() {
      const present = (await readSources(appDir)).filter(({ origin }) => origin === 'app')
      return (await isOtherFolder()) || present.some(source => !isSameSource(source, known.get(keyOf(source))))
    },
    async close() {
      for (const look of looks) clearTimeout(look)
      await Promise.all(watchers.map(watcher => watcher.close()))
    },
  }
}

/** A saved file and its root. */
interface Saved extends Pick<Source, 'file' | 'origin'> {
  readonly dir: string
}

const sourceOf = ({ dir, file, origin }: Saved) => readSource(dir, file, origin)

type Named = readonly [key: string, saved: Saved]

/** All descriptors, read until two reads agree. */
async function settledSources(appDir: string): Promise<readonly Source[]> {
  let last = await readSources(appDir)
  for (let reads = 0; reads < maxReads; reads++) {
    await sleep(settleMilliseconds)
    const now = await readSources(appDir)
    if (isSame(last, now)) break
    last = now
  }
  return last
}

const isSame = (one: readonly Source[], other: readonly Source[]) =>
  one.length === other.length &&
  one.every((source, n) => source.file === other[n]?.file && isSameSource(source, other[n]))

function isForeign(dir: string, path: string): boolean {
  const [top] = relative(dir, path).split(sep)
  return (
    top !== undefined && top !== '' && ![...descriptorFolders, 'processes', 'migrations'].includes(top) && !isTop(top)
  )
}

/** A file once it is stable and not empty; undefined if it was deleted. The first state that was read, if it is that. */
async function settled(saved: Saved, onFirst: (source: Source) => void): Promise<Source | undefined> {
  let last = await sourceOf(saved)
  const begun = performance.now()
  if (last) onFirst(last)
  await sleep(Math.max(0, settleMilliseconds - (performance.now() - begun)))
  for (let reads = 0; reads < maxReads; reads++) {
    const now = await sourceOf(saved)
    if (isSameSource(now, last) && (now?.text !== '' || now.fault)) return last
    last = now
    await sleep(settleMilliseconds)
  }
  return last
}

const keyOf = ({ origin, file }: Source) => `${origin}:${file}`
