import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { descriptorFolders } from '../engine/compiler/kinds.ts'
import type { Source } from '../engine/compiler/source.ts'
import { readSources } from '../engine/server/live/app-files.ts'

const folder = join(import.meta.dirname, 'drafts')

/** The drafts; a file that adds to one of the product is appended to it. */
async function draftSources(): Promise<Source[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    file => file.endsWith('.yaml') && !file.startsWith('seeds'),
  )
  return Promise.all(
    files.map(async file => ({ file, origin: 'app' as const, text: await readFile(join(folder, file), 'utf8') })),
  )
}

/** Files with entries by name, of which the drafts contain only their own. */
const additions = ['titles.yaml', 'parameters.yaml']

async function sources(): Promise<Source[]> {
  const [product, drafts] = [await readSources('.'), await draftSources()]
  const draftOf = ({ file, origin }: Source) =>
    origin === 'app' ? drafts.find(draft => draft.file === file) : undefined
  const others = product.flatMap(source => {
    const draft = draftOf(source)
    if (!draft) return [source]
    return additions.includes(source.file) ? [{ ...source, text: `${source.text}\n${draft.text}` }] : []
  })
  const alone = drafts.filter(({ file }) => !additions.includes(file) || !existsSync(file))
  return [...others, ...alone]
}

/** What the drafts need and the language does not have yet. The list may only get shorter. */
const missing: readonly string[] = [
  // Documents as PDF, and what an owner must record regularly.
  'folder documents/',
  'folder obligations/',
]

it('lists what the drafts need and the language does not have yet', async () => {
  const { problems } = compile(await sources())
  const found = new Set(
    problems.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message.en}`),
  )
  const folders = (await readdir(folder, { withFileTypes: true })).filter(one => one.isDirectory())
  const unread = folders
    .filter(({ name }) => name !== 'seeds' && !descriptorFolders.includes(name))
    .map(({ name }) => `folder ${name}/`)
  expect([...unread, ...found].sort()).toEqual(missing)
})

it('semantics 27: refuses conditions of queries on other records only because no index supports them', async () => {
  const all = await sources()
  const problemsWith = (file: string, replace: readonly [text: string, replacement: string], more = '') => {
    const changed = all.map(source =>
      source.file.endsWith(`/${file}`)
        ? { ...source, text: source.text.replace(replace[0], `${replace[1]}${more}`) }
        : source,
    )
    const { problems } = compile(changed)
    const errors = problems.filter(({ severity, code }) => severity === 'error' && code !== 'key.unknown')
    return errors.map(({ code }) => code)
  }
  const written = [
    ['entInfo.yaml', ['where: "hasEvidence == true"', 'where: "inspections.exists(i, size(i.rectifyPictures) > 0)"']],
    [
      'businessEntOrderDetail.yaml',
      [`where: "orderStatus in ['sent', 'received']"`, `where: "orderId.orderStatus in ['sent', 'received']"`],
    ],
  ] as const
  for (const [file, replace] of written) {
    expect(all.find(source => source.file.endsWith(`/${file}`))?.text).toContain(replace[0])
    expect(problemsWith(file, replace)).toEqual(['query.unindexed'])
    expect(problemsWith(file, replace, ', small: true')).toEqual([])
  }
})
