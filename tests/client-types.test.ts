import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { emitAll } from '../engine/compiler/emit/all.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { interfaceMembers } from '../scripts/interface-members.ts'

const visit = `title: { zh: 走访, en: Visit }
display: visitName
fields:
  visitName: { type: text, required: true, title: { zh: 名称, en: Name } }
  deadline: { type: date, title: { zh: 期限, en: Deadline } }
  kind: { type: dictionary, of: visit_kind }
lifecycle:
  field: kind
  initial: plan
  final: [done]
  transitions:
    close:
      from: plan
      to: done
      handler: close
      input: { reason: { type: text, required: true, title: { zh: 原因, en: Reason } } }
      title: { zh: 结束, en: Close }
queries:
  workload:
    handler: workload
    input: { since: { type: date, title: { zh: 自, en: Since } } }
    returns: { open: { type: integer, required: true, title: { zh: 在办, en: Open } } }
`
const reading = "const { ctx, store } = context; const open = await store.count(ctx, 'visit', {})"
const workload = (body: string) =>
  `const { workload }: Pick<ActionHandlers<Actions['visit']>, 'workload'> = { workload: async ({ context }) => { ${body} } }`
const kind = `title: { zh: 类别, en: Kind }
entries:
  plan: { key: "1", title: { zh: 计划, en: Planned } }
  done: { key: "2", title: { zh: 完成, en: Done } }
`

/** Each line, and whether it compiles. */
const uses: readonly (readonly [line: string, compiles: boolean])[] = [
  [
    "const page = await client.visit.page({ current: 1, visitName_like: '小学', createTime_dategt: '2026-01-01 00:00:00' })",
    true,
  ],
  ["await client.visit.page({ kind_in: ['1', '2'], kind_null: true, descs: ['createTime', 'deadline'] })", true],
  ["await client.visit.count({ visitName_in: ['x'], status_gt: 1, createUser: '1', id_in: ['1'] })", true],
  ['const names: string[] = page.records.map(record => record.visitName)', true],
  ["await client.visit.save({ visitName: 'x', deadline: '2026-11-30' })", true],
  ["await client.visit.update({ id: '1', version: 3, deadline: null })", true],
  ["await client.visit.close({ id: '1', reason: 'x' })", true],
  [workload(`${reading}; return { open }`), true],
  [
    "const handlers: ActionHandlers<Actions['visit']> = { workload, close: async ({ input }) => ({ visitName: input.reason }) }",
    true,
  ],
  ["const open: number = (await client.visit.workload({ since: '2026-01-01' })).open", true],
  [`{ ${workload('return { opened: 1 }')} }`, false],
  [`{ ${workload(`${reading}; await store.save(ctx, 'visit', {}); return { open }`)} }`, false],
  ["{ const extra: ActionHandlers<Actions['visit']> = { ...handlers, worklod: async () => ({ open: 1 }) } }", false],
  ["await client.visit.workload({ sinc: '2026-01-01' })", false],
  ["const code: PermissionCode = 'visit_close'", true],
  ["await client.visit.page({ visitNam_like: 'x' })", false],
  ["await client.visit.page({ deadline_like: 'x' })", false],
  ["await client.visit.page({ visitName_gt: 'x' })", false],
  ["await client.visit.page({ kind_in: ['3'] })", false],
  ["await client.visit.page({ kind_in: '1' })", false],
  ['await client.visit.page({ kind_null: false })', false],
  ["await client.visit.page({ status_like: '1' })", false],
  ["await client.visit.page({ descs: 'deadlin' })", false],
  ["await client.visit.page({ kind: '3' })", false],
  ['page.records.map(record => record.visitNam)', false],
  ['const day: string = page.records[0]!.deadline', false],
  ["await client.visit.save({ deadline: '2026-11-30' })", false],
  ["await client.visit.save({ visitName: 'x', visitNam: 'x' })", false],
  ['await client.visit.save({ visitName: 3 })', false],
  ["await client.visit.save({ visitName: 'x', kind: '1' })", false],
  ["await client.visit.save({ visitName: 'x', createTime: '2026-11-30 00:00:00' })", false],
  ['await client.visit.save({ visitName: null })', false],
  ["await client.visit.update({ id: '1', deadline: 3 })", false],
  ["await client.visit.update({ visitName: 'x' })", false],
  ["await client.visit.close({ id: '1' })", false],
  ["await client.visit.clos({ id: '1' })", false],
  ['await client.visits.page()', false],
  ["const missing: ActionHandlers<Actions['visit']> = {}", false],
  ["const misspelt: ActionHandlers<Actions['visit']> = { workload, close: async () => ({ visitNam: 'x' }) }", false],
  ["const fewer: ActionHandlers<Actions['visit']> = { close: handlers.close }", false],
  ["const wrong: PermissionCode = 'visit_clos'", false],
]

const firstLine = 6
let folder: string

beforeAll(async () => {
  const { model, problems } = compile([
    { file: 'resources/ent/visit.yaml', text: visit, origin: 'app' },
    { file: 'dictionaries/visit_kind.yaml', text: kind, origin: 'app' },
  ])
  if (!model) throw new Error(problems[0]?.message.en)
  folder = await mkdtemp(join(tmpdir(), 'mingchu-types-'))
  const engine = resolve('engine')
  const head = [
    `import type { ActionHandlers } from '${engine}/server/store/action.ts'`,
    "import { createClient } from './generated/client.ts'",
    "import type { PermissionCode } from './generated/permissions.ts'",
    "import type { Actions } from './generated/types.ts'",
    "const client = createClient({ baseUrl: '' })",
  ]
  const files = {
    ...(await emitAll(model, interfaceMembers, engine)),
    'use.ts': [
      ...head,
      ...uses.map(([line]) => line),
      'export { code, day, fewer, handlers, misspelt, missing, names, open, wrong }',
    ].join('\n'),
    'tsconfig.json': JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        types: ['node'],
        typeRoots: [resolve('node_modules/@types')],
        // Not the project's own, which this check would overwrite.
        tsBuildInfoFile: join(folder, 'tsc.tsbuildinfo'),
      },
      include: ['use.ts'],
    }),
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('compiles correct uses of the client and of handlers, and rejects wrong ones', async () => {
  const output = await tsc(folder)
  const lines = [...output.matchAll(/^use\.ts\((\d+),/gm)].map(([, line]) => Number(line) - firstLine)
  expect(output.split('\n').filter(line => line.startsWith('generated/'))).toEqual([])
  expect(lines.filter(line => line < 0)).toEqual([])
  const faulty = new Set(lines)
  expect(uses.map(([line], index) => [line, !faulty.has(index)])).toEqual(uses)
})

/** The output of the type checker for a folder; its exit code is not zero when it finds an error. */
const tsc = (project: string): Promise<string> =>
  new Promise(done => {
    const options = { cwd: project }
    execFile(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', project],
      options,
      (_error, out) => done(out),
    )
  })

it('keeps the types of a resource of the product under 60 lines, on average', async () => {
  const types = await readFile('generated/types.ts', 'utf8')
  const { model } = compile(await readSources('.'))
  expect(types.split('\n').length).toBeLessThan(60 * Object.keys(model?.resources ?? {}).length)
})
