import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sample } from '../engine/compiler/language/sample.ts'
import { schemaFiles } from '../engine/compiler/language/schemas.ts'
import { builtServer } from '../tests/support/built.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A temporary app with these files in addition to the sample's. */
async function appWith(files: Readonly<Record<string, string>>): Promise<string> {
  const app = await mkdtemp(join(folder, 'app-'))
  for (const [file, text] of Object.entries({ ...sample, ...files })) {
    await mkdir(dirname(join(app, file)), { recursive: true })
    await writeFile(join(app, file), text)
  }
  return app
}

async function generate(app: string, ...options: string[]): Promise<{ code: number; out: string; error: string }> {
  const command = [join(await builtServer(), 'generate.js'), ...options]
  const env = { ...process.env, APP_DIR: app }
  return new Promise(resolve => {
    execFile(process.execPath, command, { env }, (failed, out, error) =>
      resolve({ code: typeof failed?.code === 'number' ? failed.code : 0, out, error }),
    )
  })
}

describe('npm run generate', () => {
  it('writes the generated files, and reports them fresh, then stale', async () => {
    const app = await appWith({})
    expect(await generate(app, '--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('generated/types.ts'),
    })
    expect((await generate(app)).code).toBe(0)
    expect(await readFile(join(app, 'generated/types.ts'), 'utf8')).toContain('export interface Visit')
    expect((await generate(app, '--check')).code).toBe(0)
    await writeFile(join(app, 'menus.yaml'), (sample['menus.yaml'] ?? '').replace('现场', '外勤'))
    expect((await generate(app, '--check')).code).toBe(0)
    await writeFile(join(app, 'titles.yaml'), (sample['titles.yaml'] ?? '').replace('en: Start', 'en: Begin'))
    expect((await generate(app, '--check')).code).toBe(1)
  })

  it('reports every problem with location and code, in the given language, and writes only the schemas', async () => {
    const text = 'title: { zh: 甲 }\nfields:\n  a: { type: txt, title: { zh: 甲, en: A } }\n'
    const app = await appWith({ 'resources/field/bad.yaml': text })
    const { code, out } = await generate(app, '--lang', 'zh')
    expect(code).toBe(1)
    expect(out).toBe(
      [
        'resources/field/bad.yaml:1:8 text.language-missing',
        '  缺少语言 en 的文字。',
        '  写成 { zh: 中文, en: English }',
        'resources/field/bad.yaml:3:14 field.type-unknown',
        '  没有名为“txt”的字段类型。',
        '  是否想写“text”？',
        '共 2 个问题，generated/ 没有改动。',
        '',
      ].join('\n'),
    )
    await expect(readFile(join(app, 'generated/types.ts'))).rejects.toThrow('ENOENT')
    // An editor helps to correct the descriptors by the schemas.
    const written = await readFile(join(app, 'schemas/resource.schema.json'), 'utf8')
    expect(written).toBe(schemaFiles()['schemas/resource.schema.json'])
    const asJson = await generate(app, '--json')
    expect(JSON.parse(asJson.out)).toMatchObject([
      {
        code: 'text.language-missing',
        severity: 'error',
        at: { file: 'resources/field/bad.yaml', line: 1, column: 8 },
      },
      { code: 'field.type-unknown' },
    ])
  })

  it('shows a resource with its mixins and defaults', async () => {
    const { code, out } = await generate(await appWith({}), '--expand', 'visit')
    expect(code).toBe(0)
    expect(out).toContain('siteId:')
    expect(out).toContain('path: /field/visit')
  })

  it.each<[string, string, (path: string) => Promise<unknown>, string]>([
    [
      'a file',
      'generated',
      path => writeFile(path, ''),
      'it is no folder, or a folder in this path is a file (ENOTDIR)',
    ],
    ['a file', 'schemas', path => writeFile(path, ''), 'it is no folder, or a folder in this path is a file (ENOTDIR)'],
    ['a folder', 'generated/types.ts', path => mkdir(path, { recursive: true }), 'it is a folder (EISDIR)'],
    ['a link to itself', 'generated', path => symlink(path, path), 'a symbolic link refers to itself (ELOOP)'],
    [
      'a broken link',
      'generated',
      path => symlink('nowhere', path),
      'it does not exist, or a symbolic link refers to nothing (ENOENT)',
    ],
  ])('ends with one sentence where %s is in the place of %s', async (_what, name, make, reason) => {
    const app = await appWith({})
    await make(join(app, name))
    const { code, out, error } = await generate(app)
    expect([code, error]).toEqual([1, ''])
    const [line, ...others] = out.trim().split('\n').slice(-1)
    expect([line?.startsWith(join(app, name)), others]).toEqual([true, []])
    expect(line).toMatch(new RegExp(` cannot be used: ${reason.replace(/[()]/g, '\\$&')}\\.$`))
  })

  it('reports a folder of descriptors that is a link to itself as a problem of the descriptors', async () => {
    const app = await appWith({})
    await rm(join(app, 'messages'), { recursive: true, force: true })
    await symlink('messages', join(app, 'messages'))
    expect(await generate(app)).toMatchObject({
      code: 1,
      error: '',
      out: expect.stringContaining('messages/:1:1 file.unreadable'),
    })
  })

  it.each([
    ['that does not exist', 'missing'],
    ['that is a file', 'file/app'],
  ])('creates nothing in an APP_DIR %s', async (_what, name) => {
    const app = join(folder, name)
    await writeFile(join(folder, 'file'), '')
    expect(await generate(app)).toEqual({
      code: 1,
      out: `APP_DIR is "${app}"; it must be an existing folder.\n`,
      error: '',
    })
    await expect(stat(app)).rejects.toThrow(/ENOENT|ENOTDIR/)
  })

  it('rejects invalid arguments with a message', async () => {
    const app = await appWith({})
    expect((await generate(app, '--langs')).code).toBe(2)
    expect((await generate(app, '--expand', 'vist')).code).toBe(1)
  })
})

it('the committed schemas are those of the compiler', async () => {
  for (const [file, text] of Object.entries(schemaFiles())) expect(await readFile(file, 'utf8')).toBe(text)
})
