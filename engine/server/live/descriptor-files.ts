import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import type { Source } from '../../compiler/source.ts'
import { baseDir, readSources } from '../app-files.ts'

/** The descriptors on disk, followed while they change. */
export interface DescriptorFiles {
  /** All of them as they are now. */
  read(): Promise<readonly Source[]>
  /** Those that changed since, read until they hold still. */
  changed(): Promise<readonly Source[]>
  close(): Promise<void>
}

const tops = ['resources', 'dictionaries', 'mixins', 'app.yaml', 'words.yaml', 'menus.yaml', 'parameters.yaml']

/** Between two reads that must agree: editors write in two steps. */
const settleMilliseconds = 15
const mostReads = 60

/** Watches the descriptors of an app and the engine's own, and calls when one was saved. */
export async function watchDescriptors(appDir: string, onSave: () => void): Promise<DescriptorFiles> {
  let known = new Map<string, Source>()
  const dirty = new Map<string, { readonly path: string; readonly source: Omit<Source, 'text'> }>()
  const roots = [
    { origin: 'base' as const, dir: baseDir() },
    { origin: 'app' as const, dir: appDir },
  ]
  const watchers = roots.map(({ origin, dir }) =>
    watch(dir, { ignoreInitial: true, ignored: path => isForeign(dir, path) }).on('all', (_event, path) => {
      if (!path.endsWith('.yaml')) return
      const file = relative(dir, path).split(sep).join('/')
      dirty.set(`${origin}:${file}`, { path, source: { file, origin } })
      onSave()
    }),
  )
  await Promise.all(watchers.map(watcher => new Promise<void>(resolve => watcher.once('ready', () => resolve()))))

  const read = async () => {
    dirty.clear()
    const sources = await readSources(appDir)
    known = new Map(sources.map(source => [keyOf(source), source]))
    return sources
  }
  return {
    read,
    async changed() {
      if (known.size === 0) return read()
      const waiting = [...dirty.entries()]
      dirty.clear()
      for (const [key, { path, source }] of waiting) {
        const text = await settled(path)
        if (text === undefined) known.delete(key)
        else known.set(key, { ...source, text })
      }
      return [...known.values()].sort(inOrder)
    },
    async close() {
      await Promise.all(watchers.map(watcher => watcher.close()))
    },
  }
}

function isForeign(dir: string, path: string): boolean {
  const [top] = relative(dir, path).split(sep)
  return top !== undefined && top !== '' && !tops.includes(top)
}

/** The text of a file that holds still and is not empty; undefined when it is gone. */
async function settled(path: string): Promise<string | undefined> {
  let last = await textOf(path)
  for (let reads = 0; reads < mostReads; reads++) {
    await sleep(settleMilliseconds)
    const now = await textOf(path)
    if (now === last && now !== '') return now
    last = now
  }
  return last
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path), 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EISDIR')) {
      return undefined
    }
    throw cause
  }
}

const keyOf = ({ origin, file }: Source) => `${origin}:${file}`

// As reading the folder gives them: the engine's before the app's, each by name.
const inOrder = (one: Source, other: Source) =>
  one.origin === other.origin ? (one.file < other.file ? -1 : 1) : one.origin === 'base' ? -1 : 1
