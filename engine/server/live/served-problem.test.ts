import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import type { Model } from '../../model/model.ts'
import { StepFault } from '../storage/step-fault.ts'
import { type ReloadContext, refuseChange } from './apply-descriptors.ts'
import { equalTitleProblems } from './edit-problems.ts'
import { invalidMigration, migrationFailed } from './invalid-migration.ts'
import { createModelSlot } from './model-holder.ts'
import { waitingMigration } from './pending-migrations.ts'
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
})
