import { expect, it } from 'vitest'
import { emptyModel } from '../../engine/model/empty-model.ts'
import { advance, emptyFlow } from '../../engine/processes/advance.ts'
import { parseProcess } from '../../engine/processes/parse-process.ts'
import { flowEvaluator } from '../../engine/processes/process-expressions.ts'
import { roundsOf } from '../support/databases.ts'
import { type Random, randomOf } from '../support/random.ts'
import { bpmn, user } from './models.ts'

/** A process as a tree. `choice` and `loop` read whether the last task passed. */
type Tree =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'seq' | 'all' | 'choice'; readonly parts: readonly Tree[] }
  | { readonly kind: 'loop'; readonly body: Tree }

function treeOf(random: Random, depth: number, next: () => string): Tree {
  const parts = () => Array.from({ length: 2 }, () => treeOf(random, depth - 1, next))
  if (depth === 0) return { kind: 'task', id: next() }
  const kind = random.pick(['task', 'seq', 'all', 'choice', 'loop'] as const)
  if (kind === 'task') return { kind, id: next() }
  return kind === 'loop' ? { kind, body: treeOf(random, depth - 1, next) } : { kind, parts: parts() }
}

/** The reference: what is open, by continuations. */
class Reference {
  readonly open = new Map<string, () => void>()
  isDone = false
  private pass = false

  constructor(tree: Tree) {
    this.start(tree, () => {
      this.isDone = true
    })
  }

  complete(id: string, pass: boolean): void {
    const then = this.open.get(id)
    this.open.delete(id)
    this.pass = pass
    then?.()
  }

  private start(tree: Tree, then: () => void): void {
    if (tree.kind === 'task') this.open.set(tree.id, then)
    else if (tree.kind === 'loop') this.start(tree.body, () => (this.pass ? then() : this.start(tree, then)))
    else if (tree.kind === 'choice') this.start(tree.parts[this.pass ? 0 : 1] as Tree, then)
    else if (tree.kind === 'seq') this.start(tree.parts[0] as Tree, () => this.start(tree.parts[1] as Tree, then))
    else {
      let left = tree.parts.length
      for (const part of tree.parts) this.start(part, () => --left === 0 && then())
    }
  }
}

/** The same tree as BPMN. */
function xmlOf(root: Tree): string {
  const lines: string[] = []
  let count = 0
  const flow = (from: string, to: string, condition = '') =>
    lines.push(`<sequenceFlow id="f${count++}" sourceRef="${from}" targetRef="${to}">${condition}</sequenceFlow>`)
  const when = '<conditionExpression>pass</conditionExpression>'
  const gateway = (kind: string, id = `g${count++}`) => {
    lines.push(`<${kind}Gateway id="${id}"/>`)
    return id
  }
  /** Writes a tree behind an element, and returns its last element. */
  const write = (tree: Tree, from: string, condition = ''): string => {
    if (tree.kind === 'task') {
      lines.push(user(tree.id))
      flow(from, tree.id, condition)
      return tree.id
    }
    if (tree.kind === 'seq') return write(tree.parts[1] as Tree, write(tree.parts[0] as Tree, from, condition))
    if (tree.kind === 'loop') {
      const begin = gateway('exclusive')
      flow(from, begin, condition)
      const end = gateway('exclusive')
      flow(write(tree.body, begin), end)
      flow(end, begin, '<conditionExpression>!pass</conditionExpression>')
      return end
    }
    const [split, join] = [
      gateway(tree.kind === 'all' ? 'parallel' : 'exclusive'),
      gateway(tree.kind === 'all' ? 'parallel' : 'exclusive'),
    ]
    flow(from, split, condition)
    const conditions = tree.kind === 'all' ? ['', ''] : [when, '']
    for (const [index, part] of tree.parts.entries()) flow(write(part, split, conditions[index]), join)
    return join
  }
  lines.push('<startEvent id="s"/>', '<endEvent id="e"/>')
  flow(write(root, 's'), 'e')
  return bpmn(...lines)
}

it('random processes with random decisions have the open tasks of an independent reference', async () => {
  for (let seed = 1; seed <= roundsOf(100, 300, 1000); seed++) {
    const random = randomOf(seed)
    let tasks = 0
    const tree = treeOf(random, 4, () => `t${tasks++}`)
    const { definition, faults } = await parseProcess(xmlOf(tree))
    if (!definition) throw new Error(JSON.stringify(faults))
    const evaluator = flowEvaluator(emptyModel, definition, { now: new Date(0), zone: 'UTC' })
    const reference = new Reference(tree)
    let { state } = advance(definition, emptyFlow, { kind: 'start', variables: { pass: false } }, evaluator)
    for (let step = 0; step < 60; step++) {
      const open = state.tokens.filter(({ node }) => node.startsWith('t'))
      expect([seed, open.map(({ node }) => node).sort(), state.ended === 'done']).toEqual([
        seed,
        [...reference.open.keys()].sort(),
        reference.isDone,
      ])
      if (state.ended) break
      const { id, node } = random.pick(open)
      const pass = random.chance(0.6)
      reference.complete(node, pass)
      state = advance(definition, state, { kind: 'done', token: id, variables: { pass } }, evaluator).state
    }
  }
})
