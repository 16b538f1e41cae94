import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { storeFile } from './support/stored-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'dictionaries/note_state.yaml': `title: { zh: 便笺状态, en: Note state }
entries:
  open: { title: { zh: 打开, en: Open } }
  done: { title: { zh: 完成, en: Done } }
`,
  'resources/city/vault.yaml': `title: { zh: 档案, en: Vault }
menu: { under: work, icon: mail, order: 60 }
display: name
fields:
  name: { type: text, required: true, title: { zh: 档案名, en: Name } }
  papers: { type: file, many: true, accept: [png], title: { zh: 文件, en: Papers } }
`,
  'resources/city/note.yaml': `title: { zh: 便笺, en: Note }
menu: { under: work, icon: mail, order: 70 }
display: name
fields:
  name: { type: text, required: true, unique: true, max: 200, title: { zh: 便笺名, en: Name } }
  photo: { type: image, title: { zh: 照片, en: Photo } }
  papers: { type: file, many: true, accept: [png], title: { zh: 附件, en: Papers } }
  body: { type: longtext, title: { zh: 正文, en: Body } }
  data: { type: json, title: { zh: 数据, en: Data } }
  reply: { type: image, readOnly: true, title: { zh: 回复, en: Reply } }
  lines: { type: children, of: noteLine, columns: [thing, picture], title: { zh: 明细, en: Lines } }
  noteState: { type: dictionary, of: note_state, title: { zh: 便笺状态, en: State } }
lifecycle:
  field: noteState
  initial: open
  final: [done]
  transitions:
    answer:
      from: open
      to: done
      input: { picture: { type: image, title: { zh: 照片, en: Picture } } }
      set: { reply: input.picture }
      title: { zh: 回复, en: Answer }
actions:
  attach: { handler: attach, input: { address: { type: text, max: 300, title: { zh: 地址, en: Address } } }, title: { zh: 附上, en: Attach } }
  attachAsSystem: { handler: attachAsSystem, title: { zh: 系统附上, en: Attach as system } }
`,
  'resources/city/noteLine.yaml': `title: { zh: 便笺明细, en: Note line }
menu: false
partOf: noteId
display: thing
fields:
  noteId: { type: reference, of: note, required: true }
  thing: { type: text, required: true, title: { zh: 物品, en: Thing } }
  picture: { type: image, title: { zh: 照片, en: Picture } }
`,
}

describe.each(databasesUnderTest())('a link to a file of another record, on $kind', kind => {
  let server: ServerUnderTest
  let notes: ImportCalls
  let writer: string
  let writerRole: string
  let secret: string
  let attached: string
  let count = 0

  const next = () => `n${++count}`
  const status = async (method: string, path: string, body?: unknown) =>
    (await notes.call(method, path, body, writer)).status
  const note = async (more: object = {}): Promise<string> =>
    (await notes.data('POST', 'city/v1/note/save', { name: next(), ...more })).id
  const allow = async (isAllowed: boolean) => {
    await notes.run(`delete from engine_grant where role_id = ${writerRole} and code = 'vault_view'`)
    if (isAllowed)
      await notes.run(
        `insert into engine_grant (tenant_id, role_id, code) values ('000000', ${writerRole}, 'vault_view')`,
      )
    await notes.data('GET', 'blade-auth/oauth/clear-cache')
  }
  const imported = async (csv: string) => {
    const { id, counts } = await notes.checked(csv, null, writer)
    if (counts.wrong > 0) return 400
    await notes.step(id, 'write', {}, writer)
    return 200
  }

  /** Prepares the rows of a path, and returns the write that is tried without and with the right to the file. */
  const paths: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
    save: async () => () => status('POST', 'city/v1/note/save', { name: next(), photo: secret }),
    'save of lines': async () => () =>
      status('POST', 'city/v1/note/save', { name: next(), lines: [{ thing: 'a' }, { thing: 'b', picture: secret }] }),
    'import that inserts': async () => () => imported(`便笺名,照片\n${next()},${secret}\n`),
    'transition with an input': async () => {
      const id = await note()
      return () => status('POST', 'city/v1/note/answer', { id, picture: secret })
    },
    'handler that writes its input': async () => {
      const id = await note()
      return () => status('POST', 'city/v1/note/attach', { id, address: ` ${secret}` })
    },
    'handler that writes as the system': async () => {
      attached = await note()
      const id = await note()
      return () => status('POST', 'city/v1/note/attachAsSystem', { id })
    },
    'own avatar': async () => () => status('POST', 'blade-user/update-info', { avatar: secret }),
  }

  const png = Buffer.from('89504e470d0a1a0a', 'hex')

  beforeAll(async () => {
    server = await startServer(kind, app, {
      reasons: { attachment: { zh: '附加文件', en: 'Attachment' } },
      handlers: {
        note: {
          attach: async ({ input }: Any) => ({ photo: String(input.address).trim() }),
          attachAsSystem: async ({ context }: Any) => {
            await context.store.update(context.ctx.asSystem('attachment'), 'note', { id: attached, photo: secret })
            return {}
          },
        },
      },
    })
    notes = await importCallsOn(server, 'note')
    const codes = ['view', 'add', 'edit', 'delete', 'import', 'answer', 'attach', 'attachAsSystem']
    writer = await notes.person(
      'writer',
      codes.map(code => `note_${code}`),
    )
    writerRole = (await notes.run(`select id::text from blade_role where role_alias = 'role-writer'`)).rows[0].id
    secret = await storeFile(server, 'secret.png', png)
    await notes.data('POST', 'city/v1/vault/save', { name: 'a', papers: [secret] })
  })
  afterAll(() => server.close())

  it.each(Object.keys(paths))('%s: refused without the right to read the file, allowed with it', async name => {
    await allow(false)
    const attempt = await paths[name]?.()
    expect(await attempt?.()).toBe(400)
    expect((await server.call('GET', secret, { token: writer })).status).toBe(404)
    await allow(true)
    expect(await attempt?.()).toBe(200)
    // The next path starts from a file that only the record of the vault contains.
    await notes.run('delete from note_line')
    await notes.run('delete from note')
    await notes.run(`update blade_user set avatar = null where account = 'writer'`)
    await notes.run(`delete from engine_history where changes::text like '%secret.png%' and resource <> 'vault'`)
    await notes.run(`delete from engine_history where input::text like '%secret.png%'`)
  })

  it('a text that is equal to a link is no file, now or in the history', async () => {
    await allow(false)
    expect(await status('POST', 'city/v1/note/save', { name: next(), body: secret, lines: [{ thing: secret }] })).toBe(
      200,
    )
    expect((await server.call('GET', secret, { token: writer })).status).toBe(404)
  })

  it('undo restores a file that the record contained before', async () => {
    const [former, later] = [
      await storeFile(server, 'c.png', png, 'writer'),
      await storeFile(server, 'd.png', png, 'writer'),
    ]
    const { data } = (await notes.call('POST', 'city/v1/note/save', { name: next(), photo: former }, writer)).body
    const edit = { select: { ids: [data.id] }, do: { kind: 'update', values: { photo: later } } }
    const { body } = await notes.call('POST', 'engine/bulk/note', edit, writer)
    const { operation } = JSON.parse(String(body).split('\n')[0] ?? '')
    const undone = await notes.call('POST', `engine/operations/${operation}/undo`, undefined, writer)
    expect(String(undone.body)).toContain('"ok":true')
    expect((await notes.data('GET', `city/v1/note/getById?id=${data.id}`)).photo).toBe(former)
  })

  it('names the file and what would be right, in the language of the user', async () => {
    await allow(false)
    const messageIn = async (language: string) => {
      const answer = await server.call('POST', '/api/city/v1/note/save', {
        token: writer,
        headers: { 'accept-language': language },
        body: { name: next(), photo: secret },
      })
      return answer.body.errors
    }
    expect(await messageIn('zh')).toEqual({
      photo: '不能使用文件“secret.png”：它不是您上传的，您也无权查看，请重新上传',
    })
    expect(await messageIn('en')).toEqual({
      photo: 'You did not upload the file "secret.png" and are not allowed to read it; upload it again',
    })
  })
})
