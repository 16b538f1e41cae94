import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { descriptorFiles, descriptorFolders, formerFiles } from '../../compiler/kinds.ts'
import type { Source } from '../../compiler/source.ts'

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
    if (here === dirname(here)) throw new Error(`No engine/base lies above ${import.meta.url}.`)
  }
}

async function readFolder(root: string, origin: Source['origin']): Promise<Source[]> {
  // A folder may lack any of its parts, but it must exist.
  await readdir(root)
  const inside = await Promise.all(
    descriptorFolders.map(async folder => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(nothing)
      return names.map(name => `${folder}/${name.split(sep).join('/')}`)
    }),
  )
  const files = [...descriptorFiles, ...formerFiles, ...inside.flat().filter(file => file.endsWith('.yaml'))].sort()
  const texts = await Promise.all(files.map(file => readFile(join(root, file), 'utf8').catch(nothing)))
  return files.flatMap((file, index) => {
    const text = texts[index]
    return typeof text === 'string' ? [{ file, text, origin }] : []
  })
}

/** A missing file or folder counts as empty; any other error is thrown. */
function nothing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
