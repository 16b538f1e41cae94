import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import { print } from '../../compiler/problem.ts'
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
  const others = ['README.md', 'compose.yaml', 'seeds/f.yaml', 'resources/c/d.yaml.swp', 'generated/openapi.json']
  expect(await filesOf(await folderWith([...descriptors, ...others]))).toEqual(descriptors)
})

it('reads an empty folder as an app of the engine alone', async () => {
  const sources = await readSources(await folderWith([]))
  expect(sources.every(({ origin }) => origin === 'base')).toBe(true)
  expect(sources.map(({ file }) => file)).toContain('resources/blade/bladeUser.yaml')
})

it('names a missing folder', async () => {
  await expect(readSources('/no/such/folder')).rejects.toThrow('/no/such/folder')
})

it('returns the folder of the descriptors of the engine', () => {
  expect(baseDir()).toMatch(/engine\/base$/)
})

const visit = 'resources/field/visit.yaml'
const visitText = sample[visit] ?? ''
const menusText = sample['menus.yaml'] ?? ''
/** The two Chinese titles of the menu in GBK. */
const gbk = (text: string) =>
  Buffer.from(text.replace('现场', '\xcf\xd6\xb3\xa1').replace('任务', '\xc8\xce\xce\xf1'), 'latin1')

type Act = (at: (file: string) => string) => Promise<unknown>

/** What an author does to the folder of the sample, and all that is reported, in both languages. */
const mistakes: readonly (readonly [name: string, act: Act, en: string, zh: string])[] = [
  [
    'a resource in UTF-16',
    at => writeFile(at(visit), Buffer.from(`\ufeff${visitText}`, 'utf16le')),
    `${visit}:1:1 file.encoding
  The file is encoded in UTF-16, not in UTF-8.
  Save it as UTF-8 in an editor, or restore it.`,
    `${visit}:1:1 file.encoding
  文件的编码是 UTF-16，不是 UTF-8。
  用编辑器另存为 UTF-8，或从备份恢复。`,
  ],
  [
    'a resource in UTF-16 without a byte order mark',
    at => writeFile(at(visit), Buffer.from(visitText, 'utf16le').swap16()),
    `${visit}:1:1 file.encoding
  The file is encoded in UTF-16, not in UTF-8.
  Save it as UTF-8 in an editor, or restore it.`,
    `${visit}:1:1 file.encoding
  文件的编码是 UTF-16，不是 UTF-8。
  用编辑器另存为 UTF-8，或从备份恢复。`,
  ],
  [
    'a menu file in GBK',
    at => writeFile(at('menus.yaml'), gbk(menusText)),
    `menus.yaml:1:23 file.encoding
  The file is encoded in GBK, not in UTF-8.
  Save it as UTF-8 in an editor, or restore it.`,
    `menus.yaml:1:23 file.encoding
  文件的编码是 GBK，不是 UTF-8。
  用编辑器另存为 UTF-8，或从备份恢复。`,
  ],
  [
    'binary data',
    at => writeFile(at(visit), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x80, 0xff])),
    `${visit}:1:1 file.encoding
  The file is not UTF-8 text.
  Save it as UTF-8 in an editor, or restore it.`,
    `${visit}:1:1 file.encoding
  文件不是 UTF-8 编码的文字。
  用编辑器另存为 UTF-8，或从备份恢复。`,
  ],
  ...(['visit.yml', 'visit.YAML', 'visit.yaml.txt'] as const).map((name): (typeof mistakes)[number] => [
    `the extension of ${name}`,
    at => rename(at(visit), at(`resources/field/${name}`)),
    `resources/field/${name}:1:1 file.extension
  The extension of the file "resources/field/${name}" is not .yaml.
  Rename it to ${visit}.`,
    `resources/field/${name}:1:1 file.extension
  文件“resources/field/${name}”的扩展名不是 .yaml。
  改名为 ${visit}。`,
  ]),
  [
    'a top file with another extension',
    at => rename(at('menus.yaml'), at('menus.yml')),
    `menus.yml:1:1 file.extension
  The extension of the file "menus.yml" is not .yaml.
  Rename it to menus.yaml.`,
    `menus.yml:1:1 file.extension
  文件“menus.yml”的扩展名不是 .yaml。
  改名为 menus.yaml。`,
  ],
  [
    'a top file in the singular',
    at => writeFile(at('role.yaml'), ''),
    `role.yaml:1:1 file.similar
  "role.yaml" is not read.
  Did you mean "roles.yaml"? Then rename it.`,
    `role.yaml:1:1 file.similar
  “role.yaml”不会被读取。
  是否应改名为“roles.yaml”？`,
  ],
  [
    'a top file with a capital',
    at => writeFile(at('Menus.yaml'), menusText),
    `Menus.yaml:1:1 file.similar
  "Menus.yaml" is not read.
  Did you mean "menus.yaml"? Then rename it.`,
    `Menus.yaml:1:1 file.similar
  “Menus.yaml”不会被读取。
  是否应改名为“menus.yaml”？`,
  ],
  [
    'a folder in the singular',
    async at => {
      await mkdir(at('dictionary'))
      await writeFile(at('dictionary/a.yaml'), '')
    },
    `dictionary:1:1 file.similar
  "dictionary/" is not read.
  Did you mean "dictionaries/"? Then rename it.`,
    `dictionary:1:1 file.similar
  “dictionary/”不会被读取。
  是否应改名为“dictionaries/”？`,
  ],
  [
    'a folder of another name with descriptors, and not those of a tool',
    async at => {
      for (const folder of ['resourcez/field', 'deploy', 'seeds']) await mkdir(at(folder), { recursive: true })
      for (const file of ['resourcez/field/a.yaml', 'deploy/notes.txt', 'seeds/a.yaml', 'compose.yml'])
        await writeFile(at(file), '')
    },
    `resourcez:1:1 file.unknown
  The descriptors of "resourcez/" are not read.
  An app consists of: resources/, dictionaries/, mixins/, messages/, charts/, boards/, app.yaml, titles.yaml, menus.yaml, pages.yaml, parameters.yaml, roles.yaml.`,
    `resourcez:1:1 file.unknown
  “resourcez/”里的描述文件不会被读取。
  应用由这些组成：resources/、dictionaries/、mixins/、messages/、charts/、boards/、app.yaml、titles.yaml、menus.yaml、pages.yaml、parameters.yaml、roles.yaml。`,
  ],
  [
    'a file of 3 MB',
    at => writeFile(at('resources/field/trip.yaml'), '# comment\n'.repeat(300_000)),
    `resources/field/trip.yaml:1:1 file.too-large
  The file "resources/field/trip.yaml" is too large.
  A descriptor may have at most 2 MB.`,
    `resources/field/trip.yaml:1:1 file.too-large
  文件“resources/field/trip.yaml”太大。
  描述文件不能超过 2 MB。`,
  ],
]

it.each(mistakes)('reports %s, and none of its consequences', async (_name, act, en, zh) => {
  const folder = await folderWith(Object.keys(sample))
  for (const [file, text] of Object.entries(sample)) await writeFile(join(folder, file), text)
  await act(file => join(folder, file))
  const { problems } = compile(await readSources(folder))
  expect(problems.map(problem => print(problem, 'en'))).toEqual([en])
  expect(problems.map(problem => print(problem, 'zh'))).toEqual([zh])
})
