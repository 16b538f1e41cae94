import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { emitAll } from '../engine/compiler/emit/all.ts'
import { print } from '../engine/compiler/problem.ts'
import type { Source } from '../engine/compiler/source.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { interfaceMembers } from '../scripts/interface-members.ts'

/** A file of the product that reads records through the generated client, and that needs no DOM. */
const reader = 'src/supervision-figures.ts'

let folder: string
let sources: readonly Source[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingchu-product-'))
  sources = await readSources('.')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('does not compile where a descriptor no longer has what the product reads', async () => {
  const faultsWith = async (name: string, edit: (source: Source) => string) =>
    faultsOf(
      name,
      sources.map(source => ({ ...source, text: edit(source) })),
    )
  const same = faultsWith('same', ({ text }) => text)
  const field = faultsWith('field', ({ text }) => text.replaceAll(/\binspectDate\b/g, 'inspectedOn'))
  const entry = faultsWith('entry', ({ file, text }) =>
    file === 'dictionaries/notice_letter_status.yaml' ? text.replace('key: "5"', 'key: "9"') : text,
  )
  expect(await same).toEqual([])
  expect((await field).join('\n')).toMatch(/^src\/supervision-figures.*inspectDate/m)
  expect((await entry).join('\n')).toMatch(/^src\/supervision-figures.*"5"/m)
})

/** The type errors of the product's file with the client of these descriptors. */
async function faultsOf(name: string, edited: readonly Source[]): Promise<string[]> {
  const { model, problems } = compile(edited)
  if (!model) throw new Error(problems.map(one => print(one)).join('\n'))
  const project = join(folder, name)
  const text = await readFile(reader, 'utf8')
  const files = {
    ...(await emitAll(model, interfaceMembers, resolve('engine'))),
    [reader]: text.replace("'../engine/", `'${resolve('engine')}/`),
    'tsconfig.json': JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        types: ['node'],
        typeRoots: [resolve('node_modules/@types')],
        tsBuildInfoFile: join(project, 'tsc.tsbuildinfo'),
      },
      include: [reader],
    }),
  }
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, file)), { recursive: true })
    await writeFile(join(project, file), content)
  }
  return (await tsc(project)).split('\n').filter(Boolean)
}

/** The output of the type checker for a folder; its exit code is not zero when it finds an error. */
const tsc = (project: string): Promise<string> =>
  new Promise(done => {
    const compiler = resolve('node_modules/typescript/bin/tsc')
    const given = [compiler, '--noEmit', '--pretty', 'false', '-p', project]
    execFile(process.execPath, given, { cwd: project }, (_error, out) => done(out))
  })
