import type { FlowNode, ProcessDefinition, SequenceFlow } from './definition.ts'
import type { FlowEvaluator, FlowValues } from './process-expressions.ts'

/** A place where an instance is. */
export interface FlowToken {
  readonly id: number
  readonly node: string
  /** The token of the sub-process or of the multi-instance activity that contains it; 0 is the process. */
  readonly parent: number
  /** The flow by which it came to a parallel gateway, where it waits for the others. */
  readonly via?: string
  /** One of the copies of a multi-instance activity, with its variables. */
  readonly local?: FlowValues
  /** It waits for its copies. */
  readonly loop?: {
    readonly total: number
    readonly started: number
    readonly done: number
    readonly items?: readonly unknown[]
  }
  /** No flow could be taken out of its element. */
  readonly isStuck?: true
}

/** The whole state of an instance: plain data. */
export interface FlowState {
  readonly tokens: readonly FlowToken[]
  readonly variables: FlowValues
  /** The next token's id. */
  readonly next: number
  readonly ended?: 'done' | 'error'
}

export type FlowSignal =
  | { readonly kind: 'start'; readonly variables: FlowValues }
  /** A task, a step or an awaited time is done. */
  | { readonly kind: 'done'; readonly token: number; readonly variables?: FlowValues }
  /** The timer of a boundary event is due. */
  | { readonly kind: 'boundary'; readonly token: number; readonly node: string }
  | { readonly kind: 'message'; readonly name: string; readonly variables?: FlowValues }
  /** A step failed. */
  | { readonly kind: 'error'; readonly token: number; readonly code: string }
  /** A task is given to another element of its scope. */
  | { readonly kind: 'move'; readonly token: number; readonly to: string }
  /** Flows are tried again where none could be taken. */
  | { readonly kind: 'retry' }

/** What happened, in order. */
export interface FlowTrace {
  readonly kind: 'enter' | 'leave' | 'cancel' | 'flow'
  /** The element, or the sequence flow. */
  readonly id: string
  readonly token: number
}

/** An element whose work the caller has to do now: a step or a timer of a token. */
export interface FlowWork {
  readonly token: number
  readonly node: string
  /** The variables that its expressions read. */
  readonly variables: FlowValues
}

export interface FlowAdvance {
  readonly state: FlowState
  readonly trace: readonly FlowTrace[]
  /** Tasks that were opened and are still open. */
  readonly opened: readonly FlowWork[]
  /** Steps of the resource: each is executed now and then signalled as done, or as an error. */
  readonly steps: readonly FlowWork[]
  readonly timers: readonly FlowWork[]
  readonly messages: readonly FlowWork[]
}

/** The signal does not fit the state: its token is gone, or the instance never comes to rest. */
export class FlowStateError extends Error {
  readonly code: 'token-gone' | 'no-receiver' | 'endless'
  constructor(code: FlowStateError['code']) {
    super(`The process cannot advance: ${code}.`)
    this.code = code
  }
}

export const emptyFlow: FlowState = { tokens: [], variables: {}, next: 1 }

/** Elements that one signal passes at most. */
const maxPasses = 1_000

/** The state after a signal, and what follows from it. Pure: equal input has equal results. */
export function advance(
  definition: ProcessDefinition,
  state: FlowState,
  signal: FlowSignal,
  evaluator: FlowEvaluator,
): FlowAdvance {
  const run = new Run(definition, state, evaluator)
  run.receive(signal)
  run.settle()
  return run.result()
}

/** Why an instance waits without anything that could be done: no flow out of an element, or a join that never fires. */
export function waitsBecause({ tokens, ended }: FlowState): { code: 'no-flow' | 'join'; node: string } | undefined {
  if (ended) return undefined
  const stuck = tokens.find(({ isStuck }) => isStuck)
  if (stuck) return { code: 'no-flow', node: stuck.node }
  const isContaining = (id: number) => tokens.some(({ parent }) => parent === id)
  const places = tokens.filter(({ id }) => !isContaining(id))
  return places[0] && places.every(({ via }) => via !== undefined) ? { code: 'join', node: places[0].node } : undefined
}

/**
 * Whether a token may be moved to an element of its scope: no other token of the scope waits for it, and from the
 * element no way leads to a join without the fork before it.
 */
export function mayMove({ nodes, flows }: ProcessDefinition, { tokens }: FlowState, id: number, to: FlowNode): boolean {
  const own = tokens.find(token => token.id === id)
  const moved = own?.local ? tokens.find(token => token.id === own.parent) : own
  if (!moved || tokens.some(one => one.parent === moved.parent && one.id !== moved.id)) return false
  const reached = new Set([to])
  for (const { kind, outgoing } of reached) {
    if (kind !== 'exclusiveGateway' && outgoing.length > 1) continue
    for (const flow of outgoing) {
      const next = nodes[flows[flow]?.to ?? '']
      if (next?.kind === 'parallelGateway' && next.incoming.length > 1) return false
      if (next) reached.add(next)
    }
  }
  return true
}

/** Whether a boundary event catches the error of a step. */
export function catchesError(definition: ProcessDefinition, state: FlowState, token: number, code: string): boolean {
  return catcherOf(definition, new Map(state.tokens.map(one => [one.id, one])), token, code) !== undefined
}

type Tokens = Map<number, FlowToken>

function catcherOf({ nodes }: ProcessDefinition, tokens: Tokens, from: number, code: string) {
  for (let token = tokens.get(from); token; token = tokens.get(token.parent)) {
    const { node, local } = token
    // Boundary events belong to the activity, not to its copies.
    const event = Object.values(nodes).find(
      ({ attachedTo, event }) => attachedTo === node && event?.kind === 'error' && ['', code].includes(event.code),
    )
    if (event && !local) return { token, event }
  }
  return undefined
}

class Run {
  private readonly definition: ProcessDefinition
  private readonly evaluator: FlowEvaluator
  private readonly tokens: Tokens
  private readonly queue: { node: FlowNode; parent: number; via?: string }[] = []
  private readonly trace: FlowTrace[] = []
  private readonly opened: number[] = []
  private readonly steps: number[] = []
  private readonly timers: FlowWork[] = []
  private readonly messages: FlowWork[] = []
  private variables: FlowValues
  private next: number
  private ended: FlowState['ended']
  private passes = 0

  constructor(definition: ProcessDefinition, { tokens, variables, next, ended }: FlowState, evaluator: FlowEvaluator) {
    this.definition = definition
    this.evaluator = evaluator
    this.tokens = new Map(tokens.map(token => [token.id, token]))
    this.variables = variables
    this.next = next
    this.ended = ended
  }

  result(): FlowAdvance {
    const { trace, timers, messages } = this
    const work = (ids: readonly number[]) =>
      ids.flatMap(id => {
        const token = this.tokens.get(id)
        return token ? [{ token: id, node: token.node, variables: this.seenBy(token) }] : []
      })
    return {
      state: {
        tokens: [...this.tokens.values()],
        variables: this.variables,
        next: this.next,
        ...(this.ended && { ended: this.ended }),
      },
      trace,
      opened: work(this.opened),
      steps: work(this.steps),
      timers: timers.filter(({ token }) => this.tokens.has(token)),
      messages,
    }
  }

  receive(signal: FlowSignal): void {
    if ('variables' in signal) this.variables = { ...this.variables, ...signal.variables }
    switch (signal.kind) {
      case 'start':
        this.start(undefined, 0)
        return
      case 'done':
        this.finish(this.present(signal.token))
        return
      case 'boundary':
        this.happen(this.present(signal.token, true), this.node(signal.node))
        return
      case 'message':
        this.message(signal.name)
        return
      case 'error':
        this.error(signal.code, this.present(signal.token).id)
        return
      case 'move': {
        const signalled = this.present(signal.token)
        // A copy leaves its multi-instance activity with all others.
        const token = (signalled.local && this.tokens.get(signalled.parent)) || signalled
        this.cancel(token)
        this.queue.push({ node: this.node(signal.to), parent: token.parent })
        return
      }
      case 'retry':
        for (const token of [...this.tokens.values()].filter(({ isStuck }) => isStuck)) {
          this.tokens.delete(token.id)
          this.leave(token)
        }
    }
  }

  /** Moves tokens until all of them wait. */
  settle(): void {
    for (;;) {
      for (let item = this.queue.shift(); item; item = this.queue.shift()) this.arrive(item)
      const isContaining = new Set([...this.tokens.values()].map(({ parent }) => parent))
      const empty = [...this.tokens.values()].find(
        ({ id, node, loop, isStuck }) =>
          !isContaining.has(id) && !loop && !isStuck && this.node(node).kind === 'subProcess',
      )
      if (!empty) break
      this.finish(empty)
    }
    if (this.tokens.size === 0) this.ended ??= 'done'
  }

  private start(scope: string | undefined, parent: number): void {
    for (const node of Object.values(this.definition.nodes))
      if (node.kind === 'startEvent' && node.parent === scope) this.queue.push({ node, parent })
  }

  private arrive({ node, parent, via }: { node: FlowNode; parent: number; via?: string }): void {
    this.passes += 1
    if (this.passes > maxPasses) throw new FlowStateError('endless')
    if (node.kind === 'parallelGateway') this.join(node, parent, via)
    else if (node.loop) this.startLoop(node, parent)
    else this.begin(node, parent)
  }

  private join(node: FlowNode, parent: number, via = ''): void {
    this.add({ node: node.id, parent, via })
    const waiting = [...this.tokens.values()].filter(one => one.node === node.id && one.parent === parent)
    const chosen = node.incoming.flatMap(flow => waiting.find(one => one.via === flow) ?? [])
    if (chosen.length < node.incoming.length) return
    for (const { id } of chosen) this.tokens.delete(id)
    const token = this.add({ node: node.id, parent })
    this.note('enter', node.id, token)
    this.finish(token)
  }

  private begin(node: FlowNode, parent: number, local?: FlowValues): void {
    const token = this.add({ node: node.id, parent, ...(local && { local }) })
    this.note('enter', node.id, token)
    if (!local) this.setTimers(node, token)
    const work = { token: token.id, node: node.id, variables: this.seenBy(token) }
    if (node.sends !== undefined) this.messages.push(work)
    switch (node.kind) {
      case 'userTask':
        this.opened.push(token.id)
        return
      case 'receiveTask':
        return
      case 'intermediateCatchEvent':
        if (node.event?.kind === 'timer') this.timers.push(work)
        return
      case 'subProcess':
        this.start(node.id, token.id)
        return
      case 'scriptTask':
        if (node.script)
          this.variables = {
            ...this.variables,
            [node.script.result]: this.evaluator.value(node.script.text, work.variables),
          }
        this.finish(token)
        return
      default:
        if (node.step !== undefined) this.steps.push(token.id)
        else this.finish(token)
    }
  }

  private setTimers(node: FlowNode, token: FlowToken): void {
    for (const { id, attachedTo, event } of Object.values(this.definition.nodes))
      if (attachedTo === node.id && event?.kind === 'timer')
        this.timers.push({ token: token.id, node: id, variables: this.seenBy(token) })
  }

  private startLoop(node: FlowNode, parent: number): void {
    const { collection, cardinality = '', isSequential } = node.loop ?? { isSequential: false }
    const variables = this.seenBy({ parent })
    const value = this.evaluator.value(collection ?? cardinality, variables)
    const items = collection === undefined ? undefined : Array.isArray(value) ? value : []
    const total = Math.max(0, Math.min(items?.length ?? Number(value ?? 0), maxPasses))
    const token = this.add({ node: node.id, parent, loop: { total, started: 0, done: 0, ...(items && { items }) } })
    this.setTimers(node, token)
    if (total === 0) this.leaveLoop(token)
    else for (let index = 0; index < (isSequential ? 1 : total); index++) this.startCopy(token.id)
  }

  private startCopy(id: number): void {
    const token = this.tokens.get(id)
    const { loop, node: name } = token ?? {}
    if (!token || !loop || name === undefined) return
    this.tokens.set(id, { ...token, loop: { ...loop, started: loop.started + 1 } })
    const node = this.node(name)
    const element = node.loop?.element
    this.begin(node, id, {
      loopCounter: loop.started,
      ...(element !== undefined && { [element]: loop.items?.[loop.started] ?? null }),
    })
  }

  private endCopy(copy: FlowToken): void {
    const token = this.tokens.get(copy.parent)
    if (!token?.loop) return
    const loop = { ...token.loop, done: token.loop.done + 1 }
    const present = { ...token, loop }
    this.tokens.set(token.id, present)
    const { completion } = this.node(token.node).loop ?? {}
    const isComplete =
      completion !== undefined && this.evaluator.isTrue(completion, { ...this.seenBy(present), ...copy.local })
    if (isComplete || loop.done === loop.total) {
      for (const one of this.within(token.id)) this.cancel(one)
      this.leaveLoop(present)
    } else if (loop.started === loop.done) this.startCopy(token.id)
  }

  private leaveLoop(token: FlowToken): void {
    this.tokens.delete(token.id)
    this.leave(token)
  }

  private finish(token: FlowToken): void {
    this.tokens.delete(token.id)
    this.note('leave', token.node, token)
    const { kind, event } = this.node(token.node)
    if (token.local) this.endCopy(token)
    else if (kind !== 'endEvent') this.leave(token)
    else if (event?.kind === 'error') this.error(event.code, token.parent)
    else if (event?.kind === 'terminate') {
      for (const one of this.within(token.parent)) this.cancel(one)
      this.queue.splice(0, this.queue.length, ...this.queue.filter(({ parent }) => parent !== token.parent))
    }
  }

  /** Takes the flows out of an element; its token remains, without work, if there is no way. */
  private leave(token: FlowToken): void {
    const node = this.node(token.node)
    const flows = node.outgoing.flatMap(id => this.definition.flows[id] ?? [])
    const taken = this.chosen(node, flows, this.seenBy(token))
    if (taken.length === 0 && flows.length > 0) {
      const { loop: _loop, ...rest } = token
      this.tokens.set(token.id, { ...rest, isStuck: true })
    }
    for (const { id, to } of taken) {
      this.note('flow', id, token)
      this.queue.push({ node: this.node(to), parent: token.parent, via: id })
    }
  }

  private chosen(node: FlowNode, flows: readonly SequenceFlow[], variables: FlowValues): readonly SequenceFlow[] {
    if (node.kind === 'parallelGateway') return flows
    const others = flows.filter(({ id }) => id !== node.default)
    const isOpen = ({ condition }: SequenceFlow) =>
      condition === undefined || this.evaluator.isTrue(condition, variables)
    const first = node.kind === 'exclusiveGateway' ? others.find(isOpen) : undefined
    const open = node.kind === 'exclusiveGateway' ? (first ? [first] : []) : others.filter(isOpen)
    return open.length > 0 ? open : flows.filter(({ id }) => id === node.default)
  }

  private happen(token: FlowToken, event: FlowNode): void {
    if (event.attachedTo !== token.node) throw new FlowStateError('token-gone')
    if (event.interrupts) this.cancel(token)
    this.queue.push({ node: event, parent: token.parent })
  }

  private message(name: string): void {
    const isNamed = (node: FlowNode) => node.event?.kind === 'message' && node.event.name === name
    const all = Object.values(this.definition.nodes)
    let received = false
    for (const token of [...this.tokens.values()]) {
      if (!this.tokens.has(token.id) || token.isStuck) continue
      const event = token.local ? undefined : all.find(one => one.attachedTo === token.node && isNamed(one))
      if (isNamed(this.node(token.node))) this.finish(token)
      else if (event) this.happen(token, event)
      else continue
      received = true
    }
    if (!received) throw new FlowStateError('no-receiver')
  }

  private error(code: string, from: number): void {
    const caught = catcherOf(this.definition, this.tokens, from, code)
    if (caught) this.happen(caught.token, caught.event)
    else {
      for (const one of this.within(0)) this.cancel(one)
      this.queue.length = 0
      this.ended = 'error'
    }
  }

  private cancel(token: FlowToken): void {
    for (const one of this.within(token.id)) this.cancel(one)
    this.queue.splice(0, this.queue.length, ...this.queue.filter(({ parent }) => parent !== token.id))
    if (this.tokens.delete(token.id)) this.note('cancel', token.node, token)
  }

  private within(parent: number): FlowToken[] {
    return [...this.tokens.values()].filter(one => one.parent === parent)
  }

  private seenBy({ parent, local, loop }: Pick<FlowToken, 'parent' | 'local' | 'loop'>): FlowValues {
    const outer = this.tokens.get(parent)
    const counts = loop && {
      nrOfInstances: loop.total,
      nrOfCompletedInstances: loop.done,
      nrOfActiveInstances: loop.started - loop.done,
    }
    return { ...(outer ? this.seenBy(outer) : this.variables), ...counts, ...local }
  }

  private add(token: Omit<FlowToken, 'id'>): FlowToken {
    const added = { ...token, id: this.next }
    this.next += 1
    this.tokens.set(added.id, added)
    return added
  }

  private present(id: number, isLoop = false): FlowToken {
    const token = this.tokens.get(id)
    if (!token || token.isStuck || (token.loop && !isLoop) || token.via !== undefined)
      throw new FlowStateError('token-gone')
    return token
  }

  private node(id: string): FlowNode {
    const node = this.definition.nodes[id]
    if (!node) throw new Error(`The process "${this.definition.key}" has no element "${id}".`)
    return node
  }

  private note(kind: FlowTrace['kind'], id: string, { id: token }: FlowToken): void {
    this.trace.push({ kind, id, token })
  }
}
