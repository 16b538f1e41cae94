import { expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { emitPure } from '../engine/compiler/emit/all.ts'
import { resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/live/app-files.ts'

// The examples of the language: every kind of file, and the words that resources of the domain need most.
const { model, problems } = compile(await readSources('tests/language'))

it('compiles the examples of the language', () => {
  expect(problems.map(({ code }) => code)).toEqual([])
})

it('builds what they declare', () => {
  if (!model) throw new Error('There is no Model.')
  const letter = resourceOf(model, 'entNoticeLetter')
  const named = Object.fromEntries(letter.lifecycle?.transitions.map(step => [step.name, step]) ?? [])
  expect(named['lapse']).toMatchObject({ from: ['issued'], to: 'overdue', after: 'deadline' })
  expect(named['adopt']).toMatchObject({ title: { zh: '审核通过', en: 'Approve' }, http: { method: 'PUT' } })
  expect(letter.actions).toMatchObject([
    { name: 'sendMsg', if: "letterStatus in ['issued', 'overdue']", sends: [{ messages: ['rectifyReminder'] }] },
  ])
  expect(letter.fields.map(({ name }) => name)).toContain('pictures')
  expect(emitPure(model)['generated/openapi.json']).toContain('/api/ent/v1/entCamera/getUrl')
})
