import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { baseDir, readSources } from './app-files.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function folderWith(files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'app-files-'))
  folders.push(folder)
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), `# ${file}\n`)
  }
  return folder
}

const filesOf = async (folder: string) =>
  (await readSources(folder)).filter(({ origin }) => origin === 'app').map(({ file }) => file)

it('reads descriptors and nothing else', async () => {
  const descriptors = ['app.yaml', 'dictionaries/a.yaml', 'mixins/b.yaml', 'resources/c/d.yaml', 'resources/e.yaml']
  const others = ['README.md', 'package.yaml', 'seeds/f.yaml', 'resources/c/d.yaml.swp', 'generated/openapi.json']
  expect(await filesOf(await folderWith([...descriptors, ...others]))).toEqual(descriptors)
})

it('reads a folder that holds nothing as an app of the engine alone', async () => {
  const sources = await readSources(await folderWith([]))
  expect(sources.every(({ origin }) => origin === 'base')).toBe(true)
  expect(sources.map(({ file }) => file)).toContain('resources/blade/bladeUser.yaml')
})

it('tells of a folder that is not there', async () => {
  await expect(readSources('/no/such/folder')).rejects.toThrow('/no/such/folder')
})

it('knows where the engine has its own', () => {
  expect(baseDir()).toMatch(/engine\/base$/)
})
