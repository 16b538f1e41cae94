import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import type { Model } from '../../model/model.ts'
import { StepFault } from '../storage/step-fault.ts'
import { type ReloadContext, refuseChange } from './apply-descriptors.ts'
import { equalTitleProblems } from './edit-problems.ts'
import { invalidMigration, waitingMigration } from './migration-problems.ts'
import { createModelSlot } from './model-holder.ts'
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
const edit = {
  kind: 'dictionary',
  path: 'visit_kind/x-1',
  property: 'title.zh',
  value: '临时',
  replaced: null,
} as const

/** Each problem of serving descriptors. */
const cases: Readonly<Record<string, readonly [readonly ServedProblem[], severity: string]>> = {
  'handler.missing': [missingHandlers(model, { site: ['collect'] }), 'warning'],
  'handler.relies': [brokenHandlers(model, modelOf('visitName', 'callerName'), { visit: ['workload'] }), 'error'],
  'apply.failed': [refused(new Error('no room')), 'error'],
  'dictionary.title-twice': [
    equalTitleProblems(model, new Map([['900001', { stamp: '1', overlays: [edit] }]])),
    'warning',
  ],
  'migration.invalid': [
    [invalidMigration(new StepFault({ zh: '编号相同。', en: 'The number is repeated.' }))],
    'error',
  ],
  'migration.waiting': [[waitingMigration({ name: '0001-a.sql', text: 'select 1' })], 'error'],
  'plan.data-losing': [[waiting({ ...loss, mark: 'data-losing' }, 'error')], 'error'],
}

describe('a problem of serving descriptors', () => {
  it.each(Object.entries(cases))('%s', (code, [problems, severity]) => {
    expect(problems).toMatchObject([{ code, severity }])
    const texts = problems.flatMap(({ message, hint }) => [message, hint])
    expect(texts.filter(text => !/\p{Script=Han}/u.test(text?.zh ?? '') || !text?.en)).toEqual([])
    const mark = severity === 'warning' ? ' (warning)' : ''
    expect(problems.map(printServed)).toEqual([expect.stringContaining(`${code}${mark}\n  `)])
  })
})
