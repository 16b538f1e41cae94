import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { descriptorFiles, descriptorFolders } from '../../compiler/kinds.ts'
import { isImageFile, isProcessFile, type Source, type SourceFault } from '../../compiler/source.ts'
import { isNearlyDescriptor, readSource, similarTop } from './read-source.ts'

/** Reads every descriptor of an app and of the engine itself. */
export async function readSources(appDir: string): Promise<Source[]> {
  return [...(await readBase()), ...(await readFolder(appDir, 'app'))]
}

/** Reads the descriptors of the engine itself. */
export const readBase = (): Promise<Source[]> => readFolder(baseDir(), 'base')

/** The folder of the engine's own descriptors, from the sources or from a bundle. */
export function baseDir(): string {
  for (let here = dirname(fileURLToPath(import.meta.url)); ; here = dirname(here)) {
    for (const candidate of [join(here, 'base'), join(here, 'engine', 'base')])
      if (existsSync(join(candidate, 'resources'))) return candidate
    if (here === dirname(here)) throw new Error(`No engine/base was found above ${import.meta.url}.`)
  }
}

async function readFolder(root: string, origin: Source['origin']): Promise<Source[]> {
  // A folder may lack any of its parts, but it must exist.
  const top = await readdir(root)
  const inside = await Promise.all([...descriptorFolders, 'processes'].map(folder => filesIn(root, folder)))
  const unplaced = await Promise.all(top.map(name => unplacedAt(root, name)))
  const folders = [...inside.flatMap(({ faults }) => faults), ...unplaced.filter(isUnplaced)]
  const sources = await Promise.all(descriptorsAmong(top, inside).map(file => readSource(root, file, origin)))
  return [...sources.filter(source => source !== undefined), ...folders.map(folder => ({ ...folder, origin }))]
}

/** The paths of the descriptors of an app, sorted. */
export async function descriptorPaths(appDir: string): Promise<readonly string[]> {
  const inside = [...descriptorFolders, 'processes'].map(folder => filesIn(appDir, folder))
  return descriptorsAmong(await readdir(appDir), await Promise.all(inside))
}

function descriptorsAmong(top: readonly string[], inside: readonly Found[]): string[] {
  const files = inside.flatMap(({ paths }) => paths)
  return [
    ...new Set([...top.filter(isTop), ...files.filter(file => isNearlyDescriptor(file) || isProcessFile(file))]),
  ].sort()
}

/** Whether a name at the top of the folder is that of a descriptor, or nearly, or of an image. */
export const isTop = (name: string): boolean =>
  descriptorFiles.includes(name) || isImageFile(name) || similarTop(name) !== undefined

/** Names at the top of an app, and of those of their tools, that may contain other YAML files. */
const besides =
  /^(\..*|bench|data|dist|docs|engine|examples|generated|migrations|node_modules|schemas|scripts|seeds|server|src|tables|tests?|((docker-)?compose|pnpm|mkdocs)\b.*)$/

/** A folder `resource`, or any other that is not read although it contains descriptors, and a file `x.yml`. */
async function unplacedAt(root: string, name: string): Promise<Unplaced | undefined> {
  if (descriptorFolders.includes(name) || isTop(name) || besides.test(name)) return undefined
  const path = join(root, name)
  const isFolder = await isFolderAt(path)
  const names = isFolder ? await readdir(path, { recursive: true }).catch(() => []) : [name]
  if (!names.some(isNearlyDescriptor)) return undefined
  const stem = (of: string) => of.toLowerCase().replace(/(ies|y|s)$/, '')
  const right = descriptorFolders.find(folder => stem(folder) === stem(name))
  const file = isFolder ? `${name}/` : name
  const known = [...descriptorFolders.map(folder => `${folder}/`), ...descriptorFiles].join(', ')
  const fault: SourceFault = right
    ? { offset: 0, code: 'file.similar', words: { file, right: `${right}/` } }
    : { offset: 0, code: 'file.unknown', words: { file, known } }
  return { file: name, text: '', fault }
}

type Unplaced = Omit<Source, 'origin'>

const isUnplaced = (found: Unplaced | undefined): found is Unplaced => found !== undefined

/** The paths in a folder of descriptors, and why it cannot be read. */
interface Found {
  readonly paths: readonly string[]
  readonly faults: readonly Unplaced[]
}

/** A missing folder counts as empty. */
async function filesIn(root: string, folder: string): Promise<Found> {
  try {
    const names = await readdir(join(root, folder), { recursive: true })
    return { paths: names.map(name => `${folder}/${name}`), faults: [] }
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return { paths: [], faults: [] }
    const fault = { offset: 0, code: 'file.unreadable', words: { fault: code } } as const
    return { paths: [], faults: [{ file: `${folder}/`, text: '', fault }] }
  }
}

const isFolderAt = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
