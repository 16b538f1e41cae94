import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { taskHandlers } from '../engine/server/jobs/task-handlers.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { type Answer, type CallOptions, type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: handlers of every shape
type Any = any

const titled = (zh: string, en: string) => `title: { zh: ${zh}, en: ${en} }`

const app: Readonly<Record<string, string>> = {
  'app.yaml': `language: 2\n${titled('样例', 'Sample')}\n`,
  'menus.yaml': `tools: { ${titled('工具', 'Tools')}, top: true, icon: wrench, order: 20 }
maps: { ${titled('地图', 'Maps')}, under: tools }
`,
  'pages.yaml': `help: { path: /help, ${titled('帮助', 'Help')}, menu: { under: maps, order: 2 }, frame: bare, code: signedIn, link: "https://help.example.cn/" }
`,
  'roles.yaml': `keeper: { ${titled('保管员', 'Keeper')} }
`,
  'dictionaries/box_kind.yaml': `${titled('种类', 'Kind')}
entries:
  wood: { key: "1", ${titled('木', 'Wood')} }
`,
  'dictionaries/box_state.yaml': `${titled('状态', 'State')}
entries:
  open: { key: "0", ${titled('打开', 'Open')} }
  kept: { key: "1", ${titled('保管', 'Kept')} }
  shut: { key: "2", ${titled('关闭', 'Shut')} }
`,
  'resources/city/depot.yaml': `${titled('仓库', 'Depot')}
menu: false
display: name
fields:
  name: { type: text, required: true, ${titled('名称', 'Name')} }
`,
  'resources/city/tag.yaml': `${titled('标签', 'Tag')}
menu: false
display: name
fields:
  name: { type: text, required: true, ${titled('名称', 'Name')} }
  boxId: { type: reference, of: box, required: true, onDelete: cascade }
access: [{ role: role-clerk, allow: [view, delete], where: "createUser == me.id" }]
`,
  'resources/city/box.yaml': `${titled('箱', 'Box')}
menu: false
display: name
tree: parentId
fields:
  name: { type: text, required: true, unique: true, ${titled('名称', 'Name')} }
  mass: { type: integer, ${titled('大小', 'Size')} }
  parentId: { type: reference, of: box, ${titled('上级', 'Parent')} }
  double: { type: integer, compute: "mass * 2", stored: true, ${titled('双倍', 'Double')} }
  nextId: { type: reference, of: box, ${titled('下一箱', 'Next')} }
  depotId: { type: reference, of: depot, required: true }
  kind: { type: dictionary, of: box_kind }
  paper: { type: file, accept: [pdf], maxSize: 1, ${titled('文件', 'Paper')} }
  until: { type: date, ${titled('保管至', 'Kept until')} }
  code: { type: password, ${titled('密码', 'Code')} }
  state: { type: dictionary, of: box_state }
lifecycle:
  field: state
  initial: open
  final: [shut]
  opens: { at: until, in: [kept] }
  transitions:
    keep: { from: open, to: kept, ${titled('保管', 'Keep')} }
    shut: { from: kept, to: shut, ${titled('关闭', 'Shut')} }
    pass: { from: open, to: kept, updates: { record: nextId, transition: pass }, ${titled('传递', 'Pass on')} }
actions:
  weigh: { if: "mass > 5", set: { mass: mass }, ${titled('称重', 'Weigh')} }
  seal: { handler: seal, ${titled('封箱', 'Seal')} }
  lock: { edit: [code], ${titled('上锁', 'Lock')} }
  pack: { handler: pack, ${titled('装箱', 'Pack')} }
  film: { handler: film, needs: cameras, ${titled('拍摄', 'Film')} }
  level: { updates: { of: box, where: "it.depotId == depotId", limit: 1, with: { mass: "1" } }, ${titled('调平', 'Level')} }
allowIf: { edit: "mass != 99" }
`,
}

/** A request, what must be true before it, and the refusal; both languages in one record. */
interface Case {
  readonly before?: string
  readonly after?: string
  readonly request: readonly [method: string, path: string, body?: unknown, more?: CallOptions]
  readonly status: number
  readonly zh: string
  readonly en: string
  readonly errors?: Readonly<Record<string, readonly [zh: string, en: string]>>
}

/** The codes of the refusals in the sources of the server, but for those of the list, which has a test of its own. */
function codesOfSources(): readonly string[] {
  const files = readdirSync('engine/server', { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== join('errors', 'refuse.ts'),
  )
  const sites = /(?:new Refusal|refuse\.conflict|\brefused|\brefusal)\(\s*'([\w.-]+)'/g
  const found = files.flatMap(file =>
    [...readFileSync(join('engine/server', file), 'utf8').matchAll(sites)].flatMap(([, code]) => code ?? []),
  )
  return [...new Set(found)].sort()
}

const ofOperator = 'engine/server/operator/operator-channel.test.ts'
const ofDatabase = 'engine/server/errors/database-errors.test.ts'

/** Codes whose texts another test asserts, which causes them: its file, and both texts. */
const elsewhere: Readonly<Record<string, readonly [file: string, zh: string, en: string]>> = {
  'command-input': [
    ofOperator,
    '正在运行的服务器不支持该命令的选项，请用当前版本重新启动服务器',
    'The running server does not support the options of this command; restart it with the current version',
  ],
  'command-stopped': [ofOperator, '服务器正在停止，命令已中止', 'The server is stopping; the command was cancelled'],
  'command-unknown': [ofOperator, '正在运行的服务器没有命令“', 'The running server has no command "'],
  'command-unreadable': [ofOperator, '命令无法读取', 'The command cannot be read'],
  'changed-since': [
    'tests/http-operations.test.ts',
    '之后又有修改，保持不变',
    'The record has been changed since and was not reverted',
  ],
  'descriptors-invalid': ['tests/http-revisions.test.ts', '配置无法使用：', 'The descriptors are invalid: '],
  'effect-changed': [
    'tests/undo-effects.test.ts',
    '生成的“通知”之后又有修改，保持不变',
    'The created record of "Letter" has been changed since and was not reverted',
  ],
  'file-not-writable': [
    'tests/http-revisions.test.ts',
    '不能写入（EACCES），没有改动任何文件',
    'cannot be written (EACCES). No file was changed.',
  ],
  'files-unapplied': [
    'tests/http-revisions.test.ts',
    '这些文件有尚未生效的内容，恢复会覆盖它们，须逐个写在 discard 中：',
    'Restoring would replace texts that were never applied. Name these files in discard: ',
  ],
  'host-missing': [
    'tests/http-server.test.ts',
    '消息不能读取：缺少请求头 Host',
    'Invalid request: the Host header is missing',
  ],
  'host-repeated': [
    'tests/http-server.test.ts',
    '消息不能读取：请求头 Host 只能有一个',
    'Invalid request: there is more than one Host header',
  ],
  'migration-failed': [
    'tests/live-migrations.test.ts',
    'migrations/0003-wrong.sql 执行失败，未作任何改动：除数为零。数据库的消息：“division by zero”。',
    'migrations/0003-wrong.sql failed and was rolled back: a number is divided by zero. Message of the database: "division by zero".',
  ],
  'rename-by-hand': [
    'tests/takeovers.test.ts',
    '不能自动写入，请在改名后的名称下写 renamedFrom: 0',
    'It cannot be written automatically. Write renamedFrom: 0 below the new name.',
  ],
  'rows-changed': [
    'engine/server/storage/apply.test.ts',
    '又有 1 行不符合，请重新查看计划',
    '1 more rows violate it now; check the plan again.',
  ],
  'rows-in-the-way': [
    'engine/server/storage/plan.test.ts',
    'office 不能由所有租户共用：有 2 条记录的编号与其他租户的记录相同（1）。',
    'The rows of office cannot be shared by all tenants: 2 of them have the id of a row of another tenant (1).',
  ],
  'table-of-others': [
    'engine/server/storage/apply.test.ts',
    '数据库里的表 stranger 不是本系统建立的：请给它改名、删去它，或换一个数据库。',
    'The table "stranger" in the database was not created by this application: rename or drop it, or use another database.',
  ],
  busy: [ofDatabase, '记录正被他人修改，请重试', 'The record is being changed; please try again'],
  duplicate: [ofDatabase, '已存在相同的记录', 'The record already exists'],
  'export-changed': [
    'tests/long-work.test.ts',
    '导出期间“名”已被删除、修改或隐藏，导出已停止，请重新导出',
    'The export was stopped because "Name" was removed, changed or hidden. Please export again.',
  ],
  'import-changed': [
    'tests/long-work.test.ts',
    '导入期间“名”的配置已修改，导入已停止，请重新检查文件后再导入',
    'The import was stopped because "Name" was changed in the descriptors. Validate the file again before you import it.',
  ],
  'mapping-invalid': ['tests/http-import.test.ts', '没有“nam”。', 'There is no "nam".'],
  'mapping-of-other': [
    'tests/http-import.test.ts',
    'm.yaml 是“ward”的映射文件，不能用于“area”',
    'm.yaml is a mapping file of "ward" and cannot be used for "area"',
  ],
  input: [ofDatabase, '数据格式不正确或超出范围', 'A value is invalid or out of range'],
  'import-rights-changed': [
    'tests/http-import-whole.test.ts',
    '导入期间您的权限有变化，导入已停止，请重新检查文件后再导入',
    'The import was stopped because your permissions changed. Validate the file again before you import it.',
  ],
  'name-removed': [
    'tests/model-revision.test.ts',
    '配置已变更，以下名称已删除：fax',
    'Removed from the descriptors: fax',
  ],
  'operation-changed': [
    'tests/long-work.test.ts',
    '执行期间该操作的配置已修改，其余数据未处理，请核对后重新操作',
    'The operation has meanwhile been changed in the descriptors; the other records were not processed. Check them, then start again.',
  ],
  'outside-late': [
    'tests/messages.test.ts',
    '“查询”所需的外部服务没有响应，请稍后再试',
    'The service that "Look up" requires did not respond; try again later',
  ],
  'pdf.too-large': [
    'tests/pdf.test.ts',
    '该记录内容过多，无法生成 PDF，请改用导出或浏览器打印',
    'The record is too large for a PDF; export it, or print the page',
  ],
  'query.too-slow': [
    'tests/http-declared.test.ts',
    '“借阅”的查询超过 4 秒，请缩小范围后重试',
    'The query "Loan" took more than 4 seconds; narrow it, then retry',
  ],
  'related-rule': ['tests/http-roll-ups.test.ts', '活动 公开：名额已满', 'Event 公开: No place is left'],
  stale: [
    'engine/server/errors/refuse.test.ts',
    '该记录已被其他用户修改，请比较后再保存',
    'Another user changed this record. Compare the changes, then save again.',
  ],
  'too-complex': [ofDatabase, '查询过于复杂', 'The query is too complex'],
}

/** Refusals of records whose change is undone: the action, its input, and the texts. */
const ofRows: Readonly<Record<string, readonly [action: string, input: object, zh: string, en: string]>> = {
  'not-known': [
    'lock',
    { code: 'Person-26' },
    '“code”原来的值没有保存，不能撤销',
    'The previous value of "code" was not stored and cannot be restored',
  ],
  'nothing-to-undo': ['seal', {}, '没有可撤销的数据变化', 'There are no data changes to undo'],
}

type Asked = (calls: ImportCalls) => Promise<Case['request']>
const idFrom = async ({ run }: ImportCalls, from: string): Promise<string> =>
  String((await run(`select id::text from ${from} limit 1`)).rows[0]?.id)
const removal =
  (resource: string, from: string): Asked =>
  async calls => ['DELETE', `blade/v1/${resource}/removeById`, { id: await idFrom(calls, from) }]
const flat = (nodes: readonly Any[]): Any[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
/** A request for the button of a menu entry, which has no row. */
const button =
  (requestOf: (id: string) => Case['request']): Asked =>
  async calls =>
    requestOf(flat(await calls.data('GET', 'blade-system/menu/list')).find(({ category }) => category === 2).id)

/** Refusals of rows that belong to the descriptors: the request and the texts, each of the one code. */
const described: Readonly<Record<string, readonly [asked: Asked, zh: string, en: string]>> = {
  'a dictionary': [
    removal('bladeDict', `blade_dict where code = 'box_kind' and parent_id is null`),
    '该记录来自描述文件，不能删除；字典条目可以停用',
    'The record comes from the descriptors and cannot be deleted. A dictionary entry can be disabled.',
  ],
  'a new menu entry': [
    async () => ['POST', 'blade/v1/bladeMenu/save', { name: '新', englishName: 'New', sort: 1 }],
    '菜单由描述文件生成，不能新增',
    'The menu is generated from the descriptors: no entry can be added',
  ],
  'a row of a tenant in the platform': [
    async calls => [
      'POST',
      'blade/v1/bladeDictBiz/save',
      {
        parentId: await idFrom(calls, `blade_dict where code = 'box_kind' and parent_id is null`),
        dictKey: '1',
        sort: 9,
      },
    ],
    '平台租户请在“系统字典”里修改，对所有租户生效',
    'As the platform tenant, make the change in "System dictionary": it applies to all tenants',
  ],
  'an unedited entry of a tenant': [
    async calls => {
      const id = await idFrom(calls, `blade_dict where code = 'box_kind' and dict_key = '1'`)
      return ['POST', `blade-system/dict-biz/remove?ids=${id}`]
    },
    '“木”来自系统字典，本租户没有修改过，不能删除',
    '"木" is from the system dictionary and was not changed in this tenant: it cannot be deleted',
  ],
  'a parameter': [
    removal('bladeConfig', `blade_config where is_built_in`),
    '该参数来自描述文件，不能删除',
    'The parameter comes from the descriptors and cannot be deleted',
  ],
  'a role': [
    removal('bladeRole', `blade_role where role_alias = 'keeper'`),
    '该角色来自 roles.yaml，不能删除；可以取消它的授权',
    'The role comes from roles.yaml and cannot be deleted. Its grants can be removed.',
  ],
  'a message': [
    async () => ['POST', 'msg/v1/msgText/save', { msgName: '新', textZh: 'x', textEn: 'x' }],
    '消息由描述文件决定，不能新增或删除；修改过的文字可以恢复原文',
    'Messages are defined by the descriptors and cannot be added or deleted. An edited text can be restored.',
  ],
  'the deletion of a button': [
    button(id => ['POST', `blade-system/menu/remove?ids=${id}`]),
    '按钮由描述文件生成，不能修改或删除',
    'Buttons are generated from the descriptors and cannot be changed or deleted',
  ],
  'the change of a button': [
    button(id => ['POST', 'blade-system/menu/submit', { id, sort: 9 }]),
    '按钮由描述文件生成，不能修改或删除',
    'Buttons are generated from the descriptors and cannot be changed or deleted',
  ],
  'a new top menu': [
    async () => ['POST', 'blade-system/topmenu/submit', { name: '新' }],
    '顶部菜单来自描述文件，不能新增或删除',
    'Top menus come from the descriptors and cannot be added or deleted',
  ],
  'the entries of a top menu': [
    async calls => {
      const { records } = await calls.data('GET', 'blade-system/topmenu/list')
      return ['POST', 'blade-system/topmenu/grant', { topMenuIds: [records[0]?.id], menuIds: ['1'] }]
    },
    '顶部菜单的内容由描述文件决定（menus.yaml 的 top 和 under），不能修改',
    'The contents of a top menu are defined by the descriptors (`top` and `under` in menus.yaml) and cannot be changed',
  ],
}

const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }
const form = (name: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--cut--\r\n'),
  ])
const upload = (name: string, content: Buffer | string): Case['request'] => [
  'POST',
  'blade-resource/oss/endpoint/put-file',
  form(name, content),
  { headers: multipart },
]
/** Issues the password of a tenant's administrator, once. */
const issue = (id: string | undefined): Case['request'] => [
  'POST',
  'blade/v1/bladeTenant/issuePassword',
  { id },
  { headers: { 'idempotency-key': 'issue' } },
]
/** The header of a picture of this size, from which it is read without decoding. */
function png(width: number, height: number): Buffer {
  const header = greyPng(1, 1, new Uint8Array(1))
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return width === 0 ? header.subarray(0, 20) : header
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)])

describe.each(databasesWalked('postgres'))('the texts of refusals ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let clerk: string
  /** Has to change the first password. */
  let beginner: string
  /** Sees the own department only. */
  let mover: string
  let ids: Readonly<Record<string, string>>

  const box = async (name: string, more: object = {}): Promise<string> =>
    (await calls.data('POST', 'city/v1/box/save', { name, depotId: ids['depot'], ...more })).id

  beforeAll(async () => {
    server = await startServer(kind, app, {
      handlers: {
        box: {
          film: async () => ({}),
          /** Leaves a record that it added and deleted. */
          seal: async ({ context: { ctx, store } }: Any) => {
            const { id } = await store.save(ctx, 'depot', { name: '临时' })
            await store.remove(ctx, 'depot', [id])
            return { mass: 2 }
          },
        },
      },
    })
    calls = await importCallsOn(server, 'box')
    const one = async (statement: string) => String((await calls.run(statement)).rows[0]?.id)
    const userId = await one(`select id::text from blade_user where account = 'admin'`)
    ids = { depot: (await calls.data('POST', 'city/v1/depot/save', { name: '仓' })).id }
    clerk = await calls.person('clerk', [
      'box_view',
      'box_edit',
      'box_delete',
      'tag_view',
      'tag_delete',
      'role_view',
      'role_edit',
      'user_view',
      'user_edit',
    ])
    await calls.data('POST', 'blade/v1/bladeRole/save', {
      roleName: 'mover',
      roleAlias: 'role-mover',
      dataScope: 'department',
    })
    mover = await calls.person('mover', ['user_view', 'user_edit'])
    beginner = await calls.person('beginner', ['box_view'])
    await calls.run(`insert into engine_password_due (tenant_id, user_id)
      select tenant_id, id from blade_user where account = 'beginner'`)
    const chain: string[] = []
    for (let n = 0; n < 7; n++) chain.unshift(await box(`链${n}`, { ...(chain[0] && { nextId: chain[0] }) }))
    const gone = (await calls.data('POST', 'city/v1/depot/save', { name: '旧仓' })).id
    const lost = await box('失', { depotId: gone })
    const trunk = await box('干')
    ids = {
      ...ids,
      user: userId,
      role: await one(`select id::text from blade_role where role_alias = 'role-clerk'`),
      adminRole: await one(`select id::text from blade_role where role_alias = 'administrator'`),
      clerk: await one(`select id::text from blade_user where account = 'clerk'`),
      mover: await one(`select id::text from blade_user where account = 'mover'`),
      dept: (
        await calls.data('POST', 'blade/v1/bladeDept/save', { deptName: '外', fullName: '外部', deptCategory: '1' })
      ).id,
      tenant: await one(`select id::text from blade_tenant where tenant_id = '000000'`),
      client: await one(`select id::text from blade_client where client_id = 'mingchu'`),
      added: (
        await calls.data('POST', 'blade/v1/bladeDict/save', {
          parentId: await one(`select id::text from blade_dict where code = 'box_kind' and parent_id is null`),
          dictKey: 'x-2',
          dictValue: '竹',
        })
      ).id,
      first: String(chain[0]),
      box: await box('箱', { mass: 1 }),
      locked: await box('锁', { mass: 99 }),
      kept: await box('管', { until: '2999-01-01' }),
      trunk,
      leaf: await box('叶', { parentId: trunk }),
      tagged: await box('签'),
      cascaded: await box('联'),
      lost,
      gone,
    }
    await box('竹箱', { kind: 'x-2' })
    await server.call('POST', '/api/city/v1/box/save', {
      token: calls.token,
      headers: { 'idempotency-key': 'one' },
      body: { name: '一', depotId: ids['depot'] },
    })
    const other = { tenantId: '900001', tenantName: '外' }
    ids = { ...ids, other: (await calls.data('POST', 'blade/v1/bladeTenant/save', other)).id }
    const [method, path, body, more] = issue(ids['other'])
    expect((await server.call(method, `/api/${path}`, { token: calls.token, body, ...more })).status).toBe(200)
    await calls.call('GET', 'engine/export/box?format=csv')
    const exported = async () =>
      (await calls.run(`select id::text from engine_operation where kind = 'export'`)).rows[0]
    await vi.waitFor(async () => expect(await exported()).toBeDefined(), { timeout: 20_000, interval: 25 })
    ids = { ...ids, exported: (await exported())?.id }
    // The values that are stale remain stale.
    await calls.run(`update engine_job set lease_until = now() + interval '1 hour' where name = 'value-refresh'`)
    await calls.data('POST', 'city/v1/box/keep', { id: ids['kept'] })
    await calls.data('DELETE', 'city/v1/box/removeById', { id: lost })
    await calls.data('POST', 'city/v1/tag/save', { name: '联', boxId: ids['cascaded'] })
    await calls.data('DELETE', 'city/v1/box/removeById', { id: ids['cascaded'] })
    await calls.data('DELETE', 'city/v1/depot/removeById', { id: gone })
    await calls.run(`insert into tag (tenant_id, id, name, box_id, display_key)
      select '000000', n, 't', ${ids['tagged']}, 't' from generate_series(1, 1001) n`)
  })
  afterAll(async () => {
    await server.close()
  })

  /** The answers in Chinese and in English. */
  const answers = async ({ before, after, request }: Case): Promise<readonly Answer[]> => {
    const [method, path, body, { headers, ...more } = {}] = request
    if (before) await calls.run(before)
    const found: Answer[] = []
    for (const language of ['zh', 'en'])
      found.push(
        await server.call(method, path.startsWith('/') ? path : `/api/${path}`, {
          token: calls.token,
          headers: { 'accept-language': language, ...headers },
          ...(body !== undefined && { body }),
          ...more,
        }),
      )
    if (after) await calls.run(after)
    return found
  }

  const cases: Readonly<Record<string, () => Case>> = {
    'accounts.limit': () => ({
      before: `update blade_tenant set account_number = 1 where tenant_id = '000000'`,
      request: [
        'POST',
        'blade/v1/bladeUser/save',
        {
          account: 'more',
          name: '多人',
          realName: '多人',
          password: 'Person-26',
          roleId: [ids['role']],
          deptId: ids['dept'],
        },
      ],
      after: `update blade_tenant set account_number = -1 where tenant_id = '000000'`,
      status: 409,
      zh: '当前租户已到最大账号额度!（1）',
      en: 'The tenant has reached its account limit of 1',
    }),
    'administrator.last': () => ({
      request: ['PUT', 'blade/v1/bladeUser/update', { id: ids['user'], roleId: [ids['role']] }],
      status: 409,
      zh: '管理租户至少要有一个能登录的管理员：启用、设有密码，角色的别名是 administrator',
      en: 'The management tenant needs an administrator who can sign in: enabled, with a password and a role with the alias administrator',
    }),
    'answered-once': () => ({
      request: issue(ids['other']),
      status: 409,
      zh: '这次操作已经完成，它的结果含有密码，只返回一次、不保存；没有收到时请再操作一次',
      en: 'The operation was already performed. Its result contains a password, which is returned only once and not stored; if you did not receive it, perform the operation again.',
    }),
    'client.web': () => ({
      request: ['DELETE', 'blade/v1/bladeClient/removeById', { id: ids['client'] }],
      status: 409,
      zh: '网页端使用应用 mingchu：不能删除它，不能设置密钥，授权类型须包含 captcha, password, refresh_token',
      en: 'The web application uses the client mingchu: it cannot be deleted or given a secret, and its grant types must include captcha, password, refresh_token',
    }),
    'deletion-large': () => ({
      request: ['DELETE', 'city/v1/box/removeById', { id: ids['tagged'] }],
      status: 409,
      zh: '引用它的记录超过 1000 条，不能一并处理',
      en: 'More than 1000 records refer to it and cannot be processed together with it',
    }),
    'descriptors-changed': () => ({
      request: ['POST', 'engine/pending', { revision: 'none', allow: [{ loss: 'drop:box', count: 1 }] }],
      status: 409,
      zh: '待确认的内容已变化，请重新查看',
      en: 'The pending changes were updated. Review them again.',
    }),
    'effect-depth': () => ({
      request: ['POST', 'city/v1/box/pass', { id: ids['first'] }],
      status: 409,
      zh: '箱 链5：箱 链4：箱 链3：箱 链2：箱 链1：箱 链0：“传递”引起的步骤层层相连，已停止',
      en: 'Box 链5: Box 链4: Box 链3: Box 链2: Box 链1: Box 链0: The steps that "Pass on" causes are nested too deeply',
    }),
    'effect-limit': () => ({
      request: ['POST', 'city/v1/box/level', { id: ids['box'] }],
      status: 409,
      zh: '将改写的箱超过 1 条，请缩小范围',
      en: 'This would change more than 1 records of Box; narrow the condition',
    }),
    'file.content': () => ({
      request: upload('a.pdf', 'no pdf'),
      status: 400,
      zh: '文件内容与扩展名“pdf”不符',
      en: 'The content of the file does not match its extension "pdf"',
    }),
    'entry-used': () => ({
      request: ['DELETE', 'blade/v1/bladeDict/removeById', { id: ids['added'] }],
      status: 409,
      zh: '有 1 条记录使用该条目，不能删除；可以停用',
      en: '1 records use this entry. It cannot be deleted; disable it instead.',
    }),
    'file-gone': () => ({
      before: `insert into engine_operation (tenant_id, id, user_id, user_name, kind, resource, started, touched, finished, meant, done, details)
        values ('000000', 1, ${ids['user']}, 'a', 'export', 'box', now(), now(), now(), 1, 1, '{"name":"a.csv","format":"csv"}')`,
      request: ['GET', 'engine/operations/1/file'],
      after: 'delete from engine_operation where id = 1',
      status: 404,
      zh: '导出文件已清理，请重新导出',
      en: 'The file has expired; please export again',
    }),
    'file.format': () => ({
      request: upload('a.exe', 'MZ'),
      status: 400,
      zh: '只支持jpg、jpeg、png、gif、bmp、dib、mp4、flv、mp3、wav、pdf、doc、xls、ppt、docx、xlsx、pptx格式',
      en: 'Only jpg, jpeg, png, gif, bmp, dib, mp4, flv, mp3, wav, pdf, doc, xls, ppt, docx, xlsx, pptx formats are supported',
    }),
    'file.pixels': () => ({
      request: upload('a.png', png(10_000, 10_000)),
      status: 400,
      zh: '图片为 10000 × 10000 像素，不能超过 5000 万像素，请缩小后再上传',
      en: 'The picture has 10000 × 10000 pixels; reduce it to at most 50 million',
    }),
    'file.unreadable': () => ({
      request: upload('a.png', png(0, 0)),
      status: 400,
      zh: '无法读取图片的尺寸，文件可能已损坏',
      en: 'The size of the picture cannot be read; the file may be damaged',
    }),
    'files-not-watched': () => ({
      request: ['POST', 'engine/pending/rename', { revision: 'none', resource: 'box', from: 'chest' }],
      status: 409,
      zh: '服务未监视配置文件（LIVE=off），请修改文件后重新发布',
      en: 'The server does not apply saved files (LIVE=off). Change the files and deploy them.',
    }),
    'key-reused': () => ({
      request: [
        'POST',
        'city/v1/box/save',
        { name: '另', depotId: ids['depot'] },
        { headers: { 'idempotency-key': 'one' } },
      ],
      status: 409,
      zh: '该幂等键已用于另一次提交',
      en: 'This Idempotency-Key was used for another request',
    }),
    'model-revision': () => ({
      request: ['POST', 'city/v1/box/save', { name: '旧' }, { headers: { 'model-revision': 'none' } }],
      status: 409,
      zh: '页面所用的配置版本已过期，请刷新页面后再保存',
      en: 'The revision of this request is no longer stored. Reload the page, then save again.',
    }),
    'not-undoable': () => ({
      before: `insert into engine_operation (tenant_id, id, user_id, user_name, kind, resource, started, touched, finished, meant, done, details)
        values ('000000', 1, ${ids['user']}, 'a', 'edit', 'box', now() - interval '31 days', now(), now(), 1, 1, '{}')`,
      request: ['POST', 'engine/operations/1/undo'],
      after: 'delete from engine_operation where id = 1',
      status: 409,
      zh: '超过 30 天的操作不能撤销',
      en: 'An operation can be undone for 30 days',
    }),
    'password-due': () => ({
      request: ['GET', 'city/v1/box/page', undefined, { token: beginner }],
      status: 403,
      zh: '首次登录请先修改密码',
      en: 'Please change your password first',
    }),
    'password.initial': () => ({
      before: `insert into blade_config (id, param_key, param_name, param_value, display_key)
        values (1, 'account.initPassword', '初始密码', '123456', 'a')`,
      request: ['POST', 'blade-system/tenant/submit', { tenantId: '200004', tenantName: '原' }],
      after: `delete from blade_config where param_key = 'account.initPassword'`,
      status: 409,
      zh: '参数 account.initPassword 不符合密码规则：8-16 位，须含大小写字母、数字和特殊字符',
      en: 'The setting account.initPassword must have 8 to 16 characters with lower case, upper case, a digit and a symbol',
    }),
    'restore-along': () => ({
      request: ['POST', 'engine/restore/box', { ids: [ids['cascaded']] }, { token: clerk }],
      status: 409,
      zh: '您无权恢复与它一同删除的记录',
      en: 'You are not allowed to restore the records that were deleted with it',
    }),
    'file.missing': () => ({
      request: ['POST', 'blade-resource/oss/endpoint/put-file'],
      status: 400,
      zh: '请选择要上传的文件',
      en: 'Please select a file to upload',
    }),
    'file.not-found': () => ({
      request: ['GET', '/image-api/000000/0123456789012345678901/a.png'],
      status: 404,
      zh: '文件不存在',
      en: 'File not found',
    }),
    'file.not-writable': () => ({
      request: [
        ...upload('a.mp4', 'film').slice(0, 3),
        { headers: multipart, token: clerk },
      ] as unknown as Case['request'],
      status: 403,
      zh: '您没有可以填写 mp4 文件的字段，不能上传',
      en: 'You are not allowed to write a field that accepts mp4 files',
    }),
    'file.quota': () => ({
      before: `insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
        values ('/image-api/000000/large', '000000', ${ids['user']}, 'a', 'a', 1099511627776, now())`,
      request: upload('a.pdf', pdf(10)),
      after: `delete from engine_upload where link = '/image-api/000000/large'`,
      status: 429,
      zh: '您在 24 小时内上传的文件不能超过 1000 MB，请稍后再上传',
      en: 'You can upload at most 1000 MB in 24 hours; please upload the file later',
    }),
    'file.size': () => ({
      request: upload('a.pdf', pdf(1_048_577)),
      status: 413,
      zh: '文件大小不能超过 1 MB',
      en: 'File size cannot exceed 1 MB',
    }),
    guard: () => ({
      request: ['POST', 'city/v1/box/weigh', { id: ids['box'] }],
      status: 409,
      zh: '该记录不满足“称重”的条件',
      en: 'The record does not meet the condition for "Weigh"',
    }),
    'has-children': () => ({
      request: ['DELETE', 'city/v1/box/removeById', { id: ids['trunk'] }],
      status: 409,
      zh: '请先删除子节点!',
      en: 'Delete its sublevels first',
    }),
    'idempotency-key': () => ({
      request: ['POST', 'city/v1/box/save', { name: '键' }, { headers: { 'idempotency-key': 'a b' } }],
      status: 400,
      zh: '请求头 Idempotency-Key 不正确',
      en: 'The header Idempotency-Key is not valid',
    }),
    'transition-not-allowed': () => ({
      request: ['POST', 'city/v1/box/shut', { id: ids['box'] }],
      status: 409,
      zh: '当前状态为“打开”，不能关闭',
      en: '"Shut" is not possible while State is "Open"',
    }),
    'not-allowed-now': () => ({
      request: ['PUT', 'city/v1/box/update', { id: ids['locked'], name: '新' }],
      status: 409,
      zh: '该箱不能编辑',
      en: 'This record of "Box" cannot be edited',
    }),
    'not-open': () => ({
      request: ['POST', 'city/v1/box/shut', { id: ids['kept'] }],
      status: 409,
      zh: '从保管至（2999-01-01）起才能关闭',
      en: '"Shut" is not possible before Kept until (2999-01-01)',
    }),
    'port-missing': () => ({
      request: ['POST', 'city/v1/box/film', { id: ids['box'] }],
      status: 409,
      zh: '“拍摄”需要的服务（cameras）尚未接入，请联系管理员',
      en: '"Film" requires the service "cameras", which is not configured. Contact an administrator.',
    }),
    'handler-missing': () => ({
      request: ['POST', 'city/v1/box/pack', { id: ids['box'] }],
      status: 409,
      zh: '服务器还没有“装箱”的处理程序（pack），请联系管理员',
      en: 'The server lacks the handler "pack" of "Pack". Contact an administrator.',
    }),
    'reference-gone': () => ({
      request: ['POST', 'engine/restore/box', { ids: [ids['lost']] }],
      status: 409,
      zh: '仓库“旧仓”已被删除，请先恢复它',
      en: 'Depot "旧仓" is deleted; restore it first',
      errors: { depotId: ['仓库“旧仓”已被删除，请先恢复它', 'Depot "旧仓" is deleted; restore it first'] },
    }),
    referred: () => ({
      request: ['DELETE', 'city/v1/depot/removeById', { id: ids['depot'] }],
      status: 409,
      zh: '该记录正被“箱”引用，不能删除',
      en: 'The record cannot be deleted: "Box" refers to it',
    }),
    'role.beyond': () => ({
      request: ['PUT', 'blade/v1/bladeRole/update', { id: ids['adminRole'], roleName: '新' }, { token: clerk }],
      status: 403,
      zh: '无权配置超出自己权限的角色或用户！',
      en: 'You cannot change a role or a user with permissions that you do not have',
    }),
    'rights-changed': () => ({
      before: `update engine_operation set details = jsonb_set(details, '{rights}', '"others"') where kind = 'export'`,
      request: ['GET', `engine/operations/${ids['exported']}/file`],
      status: 403,
      zh: '您的权限在导出之后有变化，请重新导出',
      en: 'Your permissions have changed since the export; please export again',
    }),
    'stale-values': () => ({
      before: `insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at)
        values ('000000', 'box', 'double', '', 0, now())`,
      request: ['GET', 'city/v1/box/page?descs=double'],
      after: 'delete from engine_stale_value',
      status: 409,
      zh: '双倍正在重新计算，请稍后再按它排序或筛选',
      en: 'Double is being recomputed; sort or filter by it later',
    }),
    'tenant.management': () => ({
      request: ['DELETE', 'blade/v1/bladeTenant/removeById', { id: ids['tenant'] }],
      status: 409,
      zh: '不可删除管理租户!也不能修改它的编号',
      en: 'The management tenant cannot be deleted, and its ID cannot be changed',
    }),
    'too-many-ids': () => ({
      request: ['DELETE', 'city/v1/box/removeByIds', { ids: Array.from({ length: 1001 }, (_, n) => String(n + 1)) }],
      status: 400,
      zh: '一次最多处理1000条数据',
      en: 'At most 1000 records at once',
    }),
    'too-many-views': () => ({
      before: `insert into engine_view (tenant_id, id, user_id, user_name, resource, name, query, at)
        select '000000', n, ${ids['user']}, 'a', 'box', 'v' || n, '{}', now() from generate_series(1, 50) n`,
      request: ['POST', 'engine/views/box', { name: '多' }],
      after: 'delete from engine_view',
      status: 409,
      zh: '每个列表最多保存50个查询，请先删除不用的',
      en: 'A list can have 50 saved searches per user; delete one first',
    }),
    'unclean-input': () => ({
      request: ['POST', 'city/v1/box/save', { name: 'a\0' }],
      status: 400,
      zh: '消息不能读取：含有空字符',
      en: 'The request cannot be read: it contains a NUL character',
    }),
    'unreadable-form': () => ({
      request: ['POST', 'blade-resource/oss/endpoint/put-file', '--cut\r\nContent', { headers: multipart }],
      status: 400,
      zh: '消息不能读取：上传的表单不完整',
      en: 'Invalid request: the uploaded form is incomplete',
    }),
    'unreadable-json': () => ({
      request: ['POST', 'city/v1/box/save', '{'],
      status: 400,
      zh: '消息不能读取：不是有效的JSON',
      en: 'The request cannot be read: it is not valid JSON',
    }),
    'user.place': () => ({
      request: ['PUT', 'blade/v1/bladeUser/update', { id: ids['mover'], deptId: ids['dept'] }, { token: mover }],
      status: 403,
      zh: '不能修改自己的所属单位或区域',
      en: 'You cannot change your own organisation or region',
    }),
    'user.oneself': () => ({
      request: ['DELETE', 'blade/v1/bladeUser/removeById', { id: ids['user'] }],
      status: 409,
      zh: '不能删除本账号!',
      en: 'You cannot delete your own account',
    }),
  }

  it.each(Object.entries(cases))('%s', async (_code, caseOf) => {
    const made = caseOf()
    const { status, zh, en, errors } = made
    const errorsIn = (language: 0 | 1) =>
      errors && Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[language]]))
    expect((await answers(made)).map(({ status, body }) => [status, body.code, body.msg, body.errors])).toEqual([
      [status, status, zh, errorsIn(0)],
      [status, status, en, errorsIn(1)],
    ])
  })

  it('job.running, of a run that begins after the condition of the step was evaluated', async () => {
    const start = taskHandlers['sysTask']?.['run'] as (call: Any) => Promise<unknown>
    await calls.run(`update engine_job set lease_until = now() + interval '1 hour' where name = 'value-refresh'`)
    const context = { ctx: { actor: { userId: '1', name: 'a' } }, queries: server.engine.database.kysely }
    await expect(start({ record: { code: 'value-refresh' }, context })).rejects.toMatchObject({
      code: 'job.running',
      status: 409,
      text: {
        zh: '任务正在执行，请在本次执行结束后再试',
        en: 'The task is running. Start it again when this run has ended.',
      },
    })
  })

  it.each(Object.entries(described))('described-row: %s', async (_what, [asked, zh, en]) => {
    const request = await asked(calls)
    expect(
      (await answers({ request, status: 409, zh, en })).map(({ status, body }) => [status, body.code, body.msg]),
    ).toEqual([
      [409, 409, zh],
      [409, 409, en],
    ])
  })

  it.each(Object.entries(ofRows))('%s', async (_code, [name, input, zh, en]) => {
    const select = { ids: [await box(name, { mass: 1 })] }
    const made = await calls.call('POST', 'engine/bulk/box', { select, do: { kind: 'action', name, input } })
    const [{ operation }] = linesOf(made)
    const undo = async (language: string) => {
      const headers = { 'accept-language': language }
      const lines = linesOf(
        await server.call('POST', `/api/engine/operations/${operation}/undo`, { token: calls.token, headers }),
      )
      return lines.flatMap(({ ok, message }) => (ok === false ? [message] : []))
    }
    expect([await undo('zh'), await undo('en')]).toEqual([[zh], [en]])
  })

  it('of every code are asserted in both languages, here or by the test that causes it', () => {
    const texts = Object.entries(elsewhere).filter(([, [file, ...both]]) => {
      const source = readFileSync(file, 'utf8')
      return !both.every(text => source.includes(text))
    })
    expect(texts).toEqual([])
    expect(
      [...Object.keys(cases), ...Object.keys(elsewhere), ...Object.keys(ofRows), 'described-row', 'job.running'].sort(),
    ).toEqual(codesOfSources())
  })
})
