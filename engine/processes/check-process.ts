import type { Model, RuleType } from '../model/model.ts'
import { ruleFaultMessage } from '../rules/fault.ts'
import {
  engineVariables,
  expressionIn,
  type FlowNode,
  type ProcessDefinition,
  taskReminder,
  variableSchemas,
} from './definition.ts'
import { compileIn, processScope } from './process-expressions.ts'
import { type ProcessFault, processFault } from './process-faults.ts'
import { dueTimer } from './timer.ts'

/** The faults of a definition over a Model. */
export function checkDefinition(definition: ProcessDefinition, model: Model): ProcessFault[] {
  const nodes = Object.values(definition.nodes)
  const leading = ways(definition)
  const faults = [...startFaults(definition), ...nodes.flatMap(node => placeFaults(definition, node, leading))]
  const scope = processScope(model, definition)
  const check = (place: { id: string; line: number }, text: string | undefined, expects?: RuleType) => {
    if (text === undefined) return undefined
    const compiled = compileIn(scope, text, expects)
    if (!('fault' in compiled)) return compiled.expression.type
    const { code, words } = compiled.fault
    const { message } = ruleFaultMessage(compiled.fault)
    if (code === 'rule.name-unknown') faults.push(processFault('process.variable', place, words['name']))
    else
      faults.push({
        ...processFault('process.expression', place, text),
        zh: `${text}：${message.zh}`,
        en: `${text}: ${message.en}`,
      })
    return undefined
  }
  for (const flow of Object.values(definition.flows)) check(flow, flow.condition, 'bool')
  for (const node of nodes) {
    const { task, script, event, loop } = node
    for (const text of [
      task?.assignee,
      ...(task?.candidateUsers ?? []),
      ...(task?.candidateGroups ?? []),
      task?.dueDate,
    ])
      if (text !== undefined && expressionIn(text) !== undefined) check(node, text)
    if (script) {
      const type = check(node, script.text)
      const declared = scope.fields[script.result]
      if (!declared) faults.push(processFault('process.variable', node, script.result))
      else if (type && type !== declared) check(node, script.text, declared)
    }
    if (event?.kind === 'timer') {
      if (expressionIn(event.text) !== undefined) check(node, event.text)
      else if (!dueTimer(event.form, event.text, new Date(0)))
        faults.push(processFault('process.timer', node, event.text))
    }
    check(node, loop?.cardinality, 'int')
    check(node, loop?.collection)
    check(node, loop?.completion, 'bool')
    faults.push(...formFaults(definition, node), ...nameFaults(definition, node, model))
  }
  const { resource } = definition
  if (resource !== undefined && !model.resources[resource])
    faults.push(processFault('process.resource', { id: definition.key, line: definition.line }, resource))
  return faults.toSorted((a, b) => a.line - b.line)
}

function startFaults(definition: ProcessDefinition): ProcessFault[] {
  const scopes = [undefined, ...Object.values(definition.nodes).filter(({ kind }) => kind === 'subProcess')]
  return scopes.flatMap(scope => {
    const starts = startsIn(definition, scope?.id)
    return starts.length === 1
      ? []
      : [processFault('process.start', starts[1] ?? scope ?? { id: definition.key, line: 1 })]
  })
}

const startsIn = ({ nodes }: ProcessDefinition, parent: string | undefined): FlowNode[] =>
  Object.values(nodes).filter(node => node.kind === 'startEvent' && node.parent === parent)

/** What the place of an element in the diagram lacks. */
function placeFaults(
  definition: ProcessDefinition,
  node: FlowNode,
  { reached, ending }: ReturnType<typeof ways>,
): ProcessFault[] {
  const faults: ProcessFault[] = []
  const { kind, task, loop } = node
  const outgoing = node.outgoing.flatMap(id => definition.flows[id] ?? [])
  const conditions = outgoing.filter(({ condition, id }) => condition !== undefined && id !== node.default)
  const add = (code: ProcessFault['code'], level?: ProcessFault['level'], word?: string) =>
    faults.push(processFault(code, node, word, level))
  if (kind === 'serviceTask' && !node.step) add('process.missing', 'error', 'app:step')
  if (kind === 'sendTask' && !node.sends) add('process.missing', 'error', 'app:sends')
  if (task && !task.assignee && task.candidateUsers.length + task.candidateGroups.length === 0)
    add('process.people', 'warning')
  if (loop && !['userTask', 'serviceTask', 'scriptTask', 'sendTask', 'receiveTask', 'subProcess'].includes(kind))
    add('process.element', 'error', 'multiInstance')
  if (kind === 'boundaryEvent') {
    const to = definition.nodes[node.attachedTo ?? '']
    if (to && !/Task$|^subProcess$/.test(to.kind)) add('process.element', 'error', `boundaryEvent: ${to.kind}`)
    if (node.event?.kind === 'error' && !node.interrupts) add('process.element', 'error', 'cancelActivity="false"')
  }
  if (kind === 'exclusiveGateway' && outgoing.length > 1 && node.default === undefined)
    add('process.no-default', 'warning')
  if (/Task$|^subProcess$/.test(kind) && conditions.length > 0) add('process.condition-place', 'warning')
  if (!reached.has(node.id)) add('process.unreachable', 'warning')
  else if (!ending.has(node.id)) add('process.no-way-out', 'warning')
  return faults
}

/** The elements to which a way leads, and those from which one leads to an end. */
function ways(definition: ProcessDefinition): { reached: Set<string>; ending: Set<string> } {
  const { nodes, flows } = definition
  const all = Object.values(nodes)
  const found = (node: FlowNode | undefined) => (node ? [node] : [])
  const reached = walk(startsIn(definition, undefined), one => [
    ...one.outgoing.flatMap(flow => found(nodes[flows[flow]?.to ?? ''])),
    ...all.filter(({ attachedTo }) => attachedTo === one.id),
    ...(one.kind === 'subProcess' ? startsIn(definition, one.id) : []),
  ])
  const ending = walk(
    all.filter(({ kind }) => kind === 'endEvent'),
    one => [
      ...one.incoming.flatMap(flow => found(nodes[flows[flow]?.from ?? ''])),
      ...found(nodes[one.attachedTo ?? '']),
    ],
  )
  return { reached, ending }
}

/** The steps to which a way leads from an element, past further tasks; not by a timer or a message. */
export function stepsAfter({ nodes, flows }: ProcessDefinition, from: FlowNode): ReadonlySet<string> {
  const all = Object.values(nodes)
  const reached = walk([from], ({ id, kind, parent, outgoing }) => [
    ...outgoing.flatMap(flow => nodes[flows[flow]?.to ?? ''] ?? []),
    ...all.filter(({ attachedTo, event }) => attachedTo === id && event?.kind === 'error'),
    ...all.filter(one => kind === 'subProcess' && one.parent === id && one.kind === 'startEvent'),
    ...all.filter(one => kind === 'endEvent' && one.id === parent),
  ])
  return new Set([...reached].flatMap(id => nodes[id]?.step ?? []))
}

function walk(from: readonly FlowNode[], next: (node: FlowNode) => readonly FlowNode[]): Set<string> {
  const nodes = new Set(from)
  for (const node of nodes) for (const one of next(node)) nodes.add(one)
  return new Set([...nodes].map(({ id }) => id))
}

/** The properties of a form that are no declared variables of their type. */
function formFaults({ variables }: ProcessDefinition, node: FlowNode): ProcessFault[] {
  if (!node.form) return []
  const { type, properties } = node.form
  const isForm = type === 'object' && typeof properties === 'object' && /^(?:userTask|startEvent)$/.test(node.kind)
  if (!isForm) return [processFault('process.form', node, 'type: object, properties')]
  return Object.entries(Object(properties)).flatMap(([name, schema]) => {
    const of = Object.hasOwn(variables, name) && !engineVariables.includes(name) ? variables[name] : undefined
    if (!of) return [processFault('process.variable', node, name)]
    const { type, format } = variableSchemas[of]
    const isTyped = Object(schema).type === type && (format === undefined || Object(schema).format === format)
    return isTyped ? [] : [processFault('process.form', node, `${name}: ${[type, format].filter(Boolean).join(', ')}`)]
  })
}

/** Names of what the app declares. */
function nameFaults({ resource = '' }: ProcessDefinition, node: FlowNode, model: Model): ProcessFault[] {
  const { lifecycle, fields = [] } = model.resources[resource] ?? {}
  const faults: ProcessFault[] = []
  if (node.step !== undefined && !lifecycle?.transitions.some(({ name }) => name === node.step))
    faults.push(processFault('process.step', node, node.step))
  for (const field of node.substitute ?? [])
    if (!fields.some(({ name }) => name === field)) faults.push(processFault('process.field', node, field))
  if (node.substitute && !(node.step && node.substitute.length === 3))
    faults.push(processFault('process.missing', node, 'app:step, app:substitute="user, from, to"'))
  if (node.sends !== undefined && node.sends !== taskReminder && !Object.hasOwn(model.messages, node.sends))
    faults.push(processFault('process.message', node, node.sends))
  for (const group of node.task?.candidateGroups ?? []) {
    const [alias = ''] = group.split('@')
    const isKnown =
      expressionIn(group) !== undefined || /^\d+$/.test(alias) || model.roles.some(role => role.alias === alias)
    if (!isKnown) faults.push(processFault('process.role', node, alias, 'warning'))
  }
  return faults
}
