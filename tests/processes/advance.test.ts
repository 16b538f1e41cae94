import { describe, expect, it } from 'vitest'
import { emptyModel } from '../../engine/model/empty-model.ts'
import {
  advance,
  catchesError,
  emptyFlow,
  type FlowSignal,
  FlowStateError,
  mayMove,
  waitsBecause,
} from '../../engine/processes/advance.ts'
import type { ProcessDefinition } from '../../engine/processes/definition.ts'
import { parseProcess } from '../../engine/processes/parse-process.ts'
import { flowEvaluator } from '../../engine/processes/process-expressions.ts'
import { dueTimer } from '../../engine/processes/timer.ts'
import { models } from './models.ts'

const clock = { now: new Date('2026-11-29T08:00:00Z'), zone: 'Asia/Shanghai' }

async function definitionOf(xml = ''): Promise<ProcessDefinition> {
  const { definition, faults } = await parseProcess(xml)
  if (!definition) throw new Error(JSON.stringify(faults))
  return definition
}

/** Runs `a` (its task, step or time is done), `a+` and `a-` (with pass), `late!` (a boundary), `#paid` (a message), `x?` (an error). */
async function pathOf(xml: string | undefined, script: string, variables: object = {}): Promise<string> {
  const definition = await definitionOf(xml)
  const evaluator = flowEvaluator(emptyModel, definition, clock)
  let state = emptyFlow
  const path: string[] = []
  const send = (signal: FlowSignal) => {
    const { trace, ...result } = advance(definition, state, signal, evaluator)
    state = JSON.parse(JSON.stringify(result.state))
    for (const { kind, id } of trace)
      if (kind === 'enter' || kind === 'cancel') path.push(kind === 'enter' ? id : `~${id}`)
  }
  const tokenAt = (node = '') => state.tokens.find(token => token.node === node && !token.loop)?.id ?? -1
  send({ kind: 'start', variables: { pass: null, comment: null, ...variables } })
  for (const word of script.split(' ').filter(Boolean)) {
    const [, name = '', how = ''] = /^#?(\w+)(.?)$/.exec(word) ?? []
    if (word.startsWith('#')) send({ kind: 'message', name })
    else if (how === '!') {
      const of = definition.nodes[name]?.attachedTo
      send({
        kind: 'boundary',
        token: state.tokens.find(({ node, local }) => node === of && !local)?.id ?? -1,
        node: name,
      })
    } else if (how === '?') {
      expect(catchesError(definition, state, tokenAt(name), 'failed')).toBe(true)
      send({ kind: 'error', token: tokenAt(name), code: 'failed' })
    } else send({ kind: 'done', token: tokenAt(name), variables: how ? { pass: how === '+' } : {} })
  }
  const waiting = waitsBecause(state)
  return `${path.join(' ')} = ${state.ended ?? (waiting ? `${waiting.code} ${waiting.node}` : 'open')}`
}

describe('paths', () => {
  const table: readonly (readonly [model: string, script: string, path: string, variables?: object | undefined])[] = [
    ['choice', 'a+', 's a g yes = done'],
    ['choice', 'a-', 's a g no = done'],
    ['choice', 'a', 's a g no = done'],
    ['loop', 'a- a- a+', 's a g a g a g e = done'],
    ['parallel', 'a', 's f a b = open'],
    ['parallel', 'b a', 's f a b j e = done'],
    ['inclusive', 'a+ b c', 's a b c e e = done', { amount: 3 }],
    ['inclusive', 'a+ b', 's a b e = done', { amount: 1 }],
    ['inclusive', 'a-', 's a = no-flow a', { amount: 1 }],
    ['timers', 'late! late! a w', 's a late reminded late reminded w e = done'],
    ['timers', 'late! over!', 's a late reminded ~a over e = done'],
    ['messages', '#paid a', 's r a e = done'],
    ['messages', '#paid #paid', 's r a ~a m heard = done'],
    ['errors', 'a+ t', 's sub s1 a g good t e = done'],
    ['errors', 'a- fix', 's sub s1 a g bad ~sub x fix e = done'],
    ['errors', 'a+ t? fix', 's sub s1 a g good t ~t y fix e = done'],
    ['terminate', 'a', 's f a b stop ~b = done'],
    ['terminate', 'b a', 's f a b e stop = done'],
    ['copies', 'a a b b', 's a a a ~a b b e = done', { people: ['1', '2', '3'], amount: 2 }],
    ['copies', '', 's e = done', { people: [], amount: 0 }],
    ['computed', '', 's c g n e = done', { amount: 6 }],
    ['computed', '', 's c g = no-flow g', { amount: 5 }],
  ]
  it.each(table.map(one => [one]))('%j', async ([model, script, path, variables]) => {
    expect(await pathOf(models[model], script, variables)).toBe(path)
  })

  it('of a task that is done twice, or a message without a receiver, are refused', async () => {
    await expect(pathOf(models['choice'], 'a+ a+')).rejects.toThrow(FlowStateError)
    await expect(pathOf(models['messages'], '#paid a #paid')).rejects.toThrow(FlowStateError)
  })
})

describe('a move to an earlier task', () => {
  const afterOf = async (model: string, variables: Readonly<Record<string, unknown>>, node: string, to: string) => {
    const definition = await definitionOf(models[model])
    const evaluator = flowEvaluator(emptyModel, definition, clock)
    const { state } = advance(definition, emptyFlow, { kind: 'start', variables }, evaluator)
    const token = state.tokens.find(one => one.node === node && !one.loop)?.id ?? -1
    const target = definition.nodes[to]
    const isAllowed = target !== undefined && mayMove(definition, state, token, target)
    return { isAllowed, ...advance(definition, state, { kind: 'move', token, to }, evaluator).state }
  }
  it('ends all copies of a multi-instance task', async () => {
    const { isAllowed, tokens } = await afterOf('copies', { people: ['1', '2'], amount: 1 }, 'a', 'b')
    expect([isAllowed, tokens.map(({ node, parent }) => [node, parent === 0])]).toEqual([
      true,
      [
        ['b', true],
        ['b', false],
      ],
    ])
  })
  it('is not allowed while another branch is open', async () => {
    expect(await afterOf('parallel', {}, 'a', 'b')).toMatchObject({ isAllowed: false })
  })
})

it('timers are ISO 8601 in calendar time', () => {
  const from = new Date('2026-01-31T10:00:00Z')
  expect(dueTimer('duration', 'P1DT2H', from)).toEqual({ at: new Date('2026-02-01T12:00:00Z'), repeats: 0 })
  expect(dueTimer('cycle', 'R3/PT24H', from)).toEqual({
    at: new Date('2026-02-01T10:00:00Z'),
    repeats: 2,
    every: 'PT24H',
  })
  expect(dueTimer('cycle', 'R/PT1H', from)?.repeats).toBe(-1)
  expect([
    dueTimer('duration', 'P', from),
    dueTimer('duration', 'R3/PT1H', from),
    dueTimer('date', 'soon', from),
  ]).toEqual([undefined, undefined, undefined])
})
