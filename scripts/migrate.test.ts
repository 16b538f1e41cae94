import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrate-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function appWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const app = await mkdtemp(join(folder, 'app-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(app, file)), { recursive: true })
    await writeFile(join(app, file), text)
  }
  return app
}

function migrate(...options: string[]): Promise<{ code: number; out: string }> {
  const env = { ...process.env, APP_DIR: join(folder, 'none') }
  return new Promise(resolve => {
    execFile('node_modules/.bin/tsx', ['scripts/migrate.ts', ...options], { env }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    )
  })
}

/** A text in GBK, of which the test uses two characters. */
const gbk = (text: string) => Buffer.from(text.replace('甲', '\xbc\xd7'), 'latin1')

const filesIn = async (app: string) =>
  (await readdir(app, { recursive: true })).filter(file => /\.\w+$/.test(file)).sort()

describe('npm run migrate', () => {
  it('lists the files with --check, rewrites and renames them, and finds nothing the second time', async () => {
    const app = await appWith({ 'steps/0001-a.sql': 'select 1\n', 'steps/notes.txt': '' })
    await cp('tests/version-1/inspections', app, { recursive: true })
    await chmod(join(app, 'app.yaml'), 0o600)
    const before = await filesIn(app)
    const list = [
      'resources/inspection/establishment.yaml',
      'resources/inspection/inspection.yaml',
      'resources/inspection/violation.yaml',
      'mixins/bladeUserPlace.yaml -> resources/blade/bladeUser.yaml',
      'words.yaml -> titles.yaml',
      'steps/0001-a.sql -> migrations/0001-a.sql',
    ]
    const checked = await migrate(app, '--check')
    expect(checked.code).toBe(1)
    for (const line of ['app.yaml', ...list, 'Files to migrate to version 2: 7.'])
      expect(checked.out).toContain(`${line}\n`)
    expect(await filesIn(app)).toEqual(before)
    const { code, out } = await migrate(app)
    expect(code).toBe(0)
    expect(out).toContain('Files migrated to version 2: 7. Run npm run generate next.\n')
    expect(await filesIn(app)).toEqual(
      [
        ...before.filter(file => !/^words|^mixins|\.sql$/.test(file)),
        'migrations/0001-a.sql',
        'resources/blade/bladeUser.yaml',
        'titles.yaml',
      ].sort(),
    )
    expect(await readFile(join(app, 'app.yaml'), 'utf8')).toContain('language: 2\n')
    expect((await stat(join(app, 'app.yaml'))).mode & 0o777).toBe(0o600)
    expect(await migrate(app, '--lang', 'zh')).toEqual({
      code: 0,
      out: '没有需要迁移的文件：描述文件已经是版本 2。\n',
    })
  })

  it('writes nothing while a file is invalid YAML or not UTF-8, and names the position', async () => {
    const files = {
      'resources/a/b.yaml': 'use: [a]\n',
      'resources/a/c.yaml': 'use: [a]\nuse: [b]\n',
      'resources/a/d.yaml': Buffer.from([0x23, 0xd6, 0xd0, 0x0a]),
    }
    const app = await appWith(files)
    expect(await migrate(app)).toEqual({
      code: 1,
      out: [
        'resources/a/c.yaml:2:1 yaml.key-twice',
        '  "use" is defined twice.',
        '  Keep one of them.',
        'resources/a/d.yaml:1:2 file.encoding',
        '  The file is encoded in GBK, not in UTF-8.',
        '  Run npm run migrate -- --encoding to convert it.',
        'Nothing was written. Correct these problems first.',
        '',
      ].join('\n'),
    })
    for (const [file, text] of Object.entries(files)) expect(await readFile(join(app, file))).toEqual(Buffer.from(text))
  })

  it('converts what it can, and fails with a list of the rest', async () => {
    const app = await appWith({ 'resources/a/b.yaml': 'use: [a]\nactions: { c: { run: c, ask: d } }\n' })
    const { code, out } = await migrate(app, '--lang', 'zh')
    expect(code).toBe(1)
    expect(out).toBe(
      [
        'resources/a/b.yaml:2:25 migration.ask',
        '  ask 既不是列表也不是映射。',
        '  要填写的本记录字段写成 edit: [字段]，一次性的输入写成 input: { 名称: { type: … } }。',
        'resources/a/b.yaml',
        '已把 1 个文件迁移到版本 2。接着运行 npm run generate。',
        '',
      ].join('\n'),
    )
    expect(await readFile(join(app, 'resources/a/b.yaml'), 'utf8')).toBe(
      'mixins: [a]\nactions: { c: { handler: c, ask: d } }\n',
    )
  })

  it('ends with one sentence where a file is a folder, or the folder a file', async () => {
    const app = await appWith({ 'steps/0001-a.sql/b.txt': '', 'file.txt': '' })
    expect(await migrate(app)).toEqual({
      code: 1,
      out: `${join(app, 'steps/0001-a.sql')} cannot be used: it is a folder (EISDIR).\n`,
    })
    const { code, out } = await migrate(join(app, 'file.txt'))
    expect([code, out]).toEqual([1, expect.stringMatching(/^\/.*file\.txt cannot be used: .* \(ENOTDIR\)\.\n$/)])
  })

  it('refuses unknown arguments and a missing folder', async () => {
    expect((await migrate('a', 'b')).code).toBe(2)
    expect((await migrate('--write')).code).toBe(2)
    expect((await migrate('--lang', 'fr')).code).toBe(2)
    expect(await migrate()).toEqual({ code: 2, out: `There is no folder ${join(folder, 'none')}.\n` })
  })

  it('converts GBK and UTF-16 to UTF-8 with --encoding, and leaves what it cannot read', async () => {
    const text = 'title: { zh: 甲, en: A }\n'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    const app = await appWith({ 'menus.yaml': gbk(text), 'titles.yaml': utf16, 'resources/a/b.yaml': text })
    const checked = await migrate(app, '--encoding', '--check')
    expect(checked).toEqual({
      code: 1,
      out: 'menus.yaml (GBK)\ntitles.yaml (UTF-16)\nFiles to convert to UTF-8: 2.\n',
    })
    expect((await migrate(app)).out).toContain(
      'menus.yaml:1:14 file.encoding\n  The file is encoded in GBK, not in UTF-8.\n  Run npm run migrate -- --encoding',
    )
    expect((await migrate(app, '--encoding')).code).toBe(0)
    for (const file of await filesIn(app)) expect(await readFile(join(app, file), 'utf8')).toBe(text)
    const garbage = await appWith({ 'menus.yaml': Buffer.from([0xff, 0xff, 0xff, 0x80, 0xff]) })
    const { code, out } = await migrate(garbage, '--encoding', '--lang', 'zh')
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('文件不是 UTF-8 编码的文字。') })
  })
})
