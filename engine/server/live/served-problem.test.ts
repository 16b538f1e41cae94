import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import type { Model } from '../../model/model.ts'
import type { Overlay } from '../../record/overlays.ts'
import { StepFault } from '../storage/step-fault.ts'
import { type ReloadContext, refuseChange } from './apply-descriptors.ts'
import { equalTitleProblems } from './edit-problems.ts'
import { invalidMigration, migrationFailed } from './invalid-migration.ts'
import { createModelSlot } from './model-holder.ts'
import { waitingMigration } from './pending-migrations.ts'
import { removedMenus } from './removed-menus.ts'
import { removedParts } from './removed-parts.ts'
import { brokenHandlers, missingHandlers, printServed, type ServedProblem, waiting } from './served-problem.ts'

const compiled = (files: Readonly<Record<string, string>>) =>
  compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))

function modelOf(from = '', to = ''): Model {
  const files = Object.entries(sample).map(entry => entry.map(text => text.replaceAll(from, to)))
  const { model, problems } = compiled(Object.fromEntries(files))
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}
const model = modelOf()

/** The warning after menus.yaml, and the pages that name its groups, were removed from the sample. */
function menusRemoved(): readonly ServedProblem[] {
  const { 'menus.yaml': _menus, 'pages.yaml': _pages, ...others } = sample
  const problem = removedMenus(compiled(sample), compiled(others), undefined)
  return problem ? [problem] : []
}

function refused(error: unknown): readonly ServedProblem[] {
  const slot = createModelSlot()
  const seen: ReloadContext['seen'] = { reported: '' }
  refuseChange({ slot, seen, log: pino({ level: 'silent' }) } as unknown as ReloadContext, error)
  return slot.problems()
}

const loss = { loss: 'drop:visit.fax', count: 1, what: { zh: '删除 fax', en: 'Drop fax' } }
const migration = {
  loss: 'migration:0001-a.sql',
  mark: 'migration',
  count: 0,
  rows: [],
  step: { name: '0001-a.sql', text: 'select 1' },
} as const
const edit = {
  kind: 'dictionary',
  path: 'visit_kind/x-1',
  property: 'title.zh',
  value: '临时',
  replaced: null,
} as const

/** The warnings about parts that get another name, each of which has one edit. */
const renamedParts = (from: string, to: string, known: Parameters<typeof removedParts>[3] = []) =>
  removedParts(
    known.length > 0 ? undefined : model,
    modelOf(from, to),
    new Map([['000000', { stamp: '1', overlays: edits }]]),
    known,
  )
const edits = [
  { kind: 'parameter', path: 'visit.limit', property: 'value' },
  { kind: 'menu', path: 'group/tasks', property: 'icon' },
  { kind: 'menu', path: 'page/weather', property: 'icon' },
  { kind: 'message', path: 'visitReminder', property: 'text.zh' },
].map(one => ({ ...one, value: '9', replaced: '3' }) as Overlay)

/** Each problem of serving descriptors: severity, message and hint in both languages. */
const cases: Readonly<Record<string, readonly [readonly ServedProblem[], severity: string, zh: string, en: string]>> = {
  'handler.missing': [
    missingHandlers(model, { site: ['collect'] }),
    'warning',
    '资源“visit”的“handler: workload”还没有处理程序，用到它的操作不能进行。在 server/actions/ 中编写，然后重新构建。',
    'The handler "workload" of the resource "visit" is missing; what needs it is refused. Write it in server/actions/, then rebuild.',
  ],
  'handler.relies': [
    brokenHandlers(model, modelOf('visitName', 'callerName'), { visit: ['workload'] }),
    'error',
    '“visit.visitName”有 TypeScript 处理程序依赖，运行中不能改名或删除。修改处理程序，重新构建并启动。',
    'A TypeScript handler may depend on "visit.visitName": it cannot be renamed or removed while the server is running. Change the handler, rebuild and restart.',
  ],
  'apply.failed': [
    refused(new Error('no room')),
    'error',
    '无法应用：no room请撤销最近的修改，或按上面的原因改正后再保存。',
    'The descriptors could not be applied: no room Undo the latest change, or correct the cause above and save again.',
  ],
  'dictionary.title-twice': [
    equalTitleProblems(model, new Map([['900001', { stamp: '1', overlays: [edit] }]])),
    'warning',
    '租户 900001 的字典“走访类别”（visit_kind）中，条目 x-1 和 2 的名称都是“临时”。请给其中一个改名，或停用它。',
    'In tenant 900001, the entries x-1 and 2 of the dictionary "Kind of visit" (visit_kind) have the title "临时". Change the title of one of them, or disable it.',
  ],
  'part.removed-with-edits': [
    renamedParts('visit.limit', 'visit.most').map(({ problem }) => problem),
    'warning',
    '参数“每日上限”（visit.limit）已删除，用户对它的 1 处修改不再生效。如果只是改名，请在新名称下写 renamedFrom: visit.limit，修改会随之保留。',
    'The parameter "Limit" (visit.limit) was removed: 1 edit by users no longer applies. If it was only renamed, write renamedFrom: visit.limit below the new name: the edits are kept.',
  ],
  'menus.removed': [
    menusRemoved(),
    'warning',
    'menus.yaml 已删除：菜单组“现场”、“任务”的标题、图标、顺序和可见角色不再生效。如果不是有意删除，请恢复该文件，或在“配置变更”页面恢复上一版本。',
    'menus.yaml was removed: the titles, icons, order and roles of the menu groups "Field work", "Tasks" no longer apply. If this was not intended, restore the file, or the previous revision on the page "Descriptors".',
  ],
  'migration.invalid': [
    [invalidMigration(new StepFault({ zh: '编号相同。', en: 'The number is repeated.' }))],
    'error',
    '编号相同。请先改正：在此之前保存的修改不会生效，服务也无法重新启动。',
    'The number is repeated. Correct it: until then no saved change is applied, and the server cannot start again.',
  ],
  'migration.failed': [
    [migrationFailed(new StepFault({ zh: '执行失败。', en: 'It failed.' }))],
    'error',
    '执行失败。请改正这些数据或迁移文件，再确认一次。',
    'It failed. Correct the data or the file, then confirm it again.',
  ],
  'migration.waiting': [
    [
      waitingMigration({
        ...migration,
        what: { zh: '执行 migrations/0001-a.sql。', en: 'Run migrations/0001-a.sql.' },
      }),
    ],
    'error',
    '执行 migrations/0001-a.sql。未执行，一起保存的修改也未生效：请在“配置变更”页面确认，或重新启动服务。',
    'Run migrations/0001-a.sql. It has not run, and nothing that was saved with it is applied: confirm it on the page "Descriptors", or restart the server.',
  ],
  'plan.data-losing': [
    [waiting({ ...loss, mark: 'data-losing' }, 'error')],
    'error',
    '删除 fax是改名吗？请写 renamedFrom。影响 1 条数据，未执行：请在“配置变更”页面确认，或执行 npm run plan -- --apply --allow drop:visit.fax。如果要把这些值移到别处，请先在 migrations/ 中保存迁移，不要确认删除。',
    'Drop fax Was this a rename? Write renamedFrom. It affects 1 row and was not applied: confirm it on the page "Descriptors", or with npm run plan -- --apply --allow drop:visit.fax. To move these values elsewhere, save a migration in migrations/ instead.',
  ],
}

describe('a problem of serving descriptors', () => {
  it.each(Object.entries(cases))('%s', (code, [problems, severity, zh, en]) => {
    expect(problems).toMatchObject([{ code, severity }])
    for (const { message, hint } of problems)
      expect([`${message.zh}${hint?.zh}`, `${message.en} ${hint?.en}`]).toEqual([zh, en])
    const mark = severity === 'warning' ? ' (warning)' : ''
    expect(problems.map(printServed)).toEqual([expect.stringContaining(`${code}${mark}\n  `)])
  })

  it('names a dictionary that is renamed without a declaration', () => {
    const found = removedParts(
      model,
      modelOf('visit_kind', 'call_kind'),
      new Map([['900001', { stamp: '1', overlays: [edit] }]]),
      [],
    )
    expect(found.map(({ problem }) => problem)).toEqual([
      {
        code: 'part.removed-with-edits',
        severity: 'warning',
        message: {
          zh: '字典“走访类别”（visit_kind）已删除，用户对它的 1 处修改不再生效。',
          en: 'The dictionary "Kind of visit" (visit_kind) was removed: 1 edit by users no longer applies.',
        },
        hint: {
          zh: '如果只是改名，请在新文件中写 renamedFrom: visit_kind，修改会随之保留。',
          en: 'If it was only renamed, write renamedFrom: visit_kind in the new file: the edits are kept.',
        },
      },
    ])
  })

  it.each([
    ['tasks', 'errands', 'The menu group "Tasks" (tasks)'],
    ['weather:', 'forecast:', 'The page "Weather" (weather)'],
    ['visitReminder', 'visitNotice', 'The message "Visit reminder" (visitReminder)'],
  ])('names what is renamed from %s to %s without a declaration, until it is declared', (from, to, text) => {
    const found = renamedParts(from, to)
    expect(found.map(({ problem }) => problem.message.en)).toEqual([expect.stringContaining(text)])
    expect(renamedParts(from, to, found)).toEqual(found)
    expect(renamedParts('', '', found)).toEqual([])
  })

  it('of every code of this folder has a case', () => {
    const texts = readdirSync(import.meta.dirname)
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    const codes = texts.flatMap(text =>
      [...text.matchAll(/code: ['`]([a-z]+\.[a-z${}-]+)['`]/g)].map(([, code]) => code),
    )
    const ofFiles = /^file\./
    const known = Object.keys(cases).map(code => code.replace(/^plan\..*/, 'plan.$' + '{mark}'))
    expect([...new Set(codes)].filter(code => !ofFiles.test(String(code))).sort()).toEqual(known.sort())
  })
})
