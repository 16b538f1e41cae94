import type { Action, EditRefinement, Field, HttpEndpoint, Lifecycle, LifecycleDate, Step } from '../model/model.ts'
import { namesInPath } from '../model/names.ts'
import { buildEffects } from './build-effects.ts'
import { buildField, impliedTitle } from './build-field.ts'
import { formerNames } from './former-names.ts'
import { ruleOf } from './rule.ts'
import { at, entriesOf, itemsOf, type Node, plain, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** The lifecycle of a resource, if it has one. */
export function buildLifecycle(node: Node | undefined, workspace: Workspace): Lifecycle | undefined {
  if (node?.kind !== 'map') return undefined
  return {
    field: textOf(at(node, 'field')) ?? '',
    initial: textOf(at(node, 'initial')) ?? '',
    final: namesOf(at(node, 'final')),
    ...(at(node, 'path') && { path: namesOf(at(node, 'path')) }),
    dates: datesOf(node),
    transitions: entriesOf(at(node, 'transitions')).map(({ key, value }) => ({
      ...stepOf(key, value, workspace),
      from: namesOf(at(value, 'from')),
      to: textOf(at(value, 'to')) ?? '',
    })),
  }
}

function primaryOf(node: Node | undefined): Pick<Step, 'primary'> {
  if (!node) return {}
  return { primary: node.kind === 'scalar' ? node.value === true : namesOf(node) }
}

/** One date for each expression: the states of `due` that have it, then those of `opens`. What they read is found later. */
function datesOf(lifecycle: Node): LifecycleDate[] {
  const states = new Map<string, string[]>()
  for (const { key, value } of entriesOf(at(lifecycle, 'due'))) {
    const text = textOf(value) ?? ''
    states.set(text, [...(states.get(text) ?? []), key])
  }
  const deadlines = [...states].map(([text, names]) => ({ at: text, reads: [], states: names, isDeadline: true }))
  const opens = at(lifecycle, 'opens')
  if (!opens) return deadlines
  return [
    ...deadlines,
    { at: textOf(at(opens, 'at')) ?? '', reads: [], states: namesOf(at(opens, 'in')), isDeadline: false },
  ]
}

/** The actions of a resource. */
export const buildActions = (node: Node | undefined, workspace: Workspace): Action[] =>
  entriesOf(node).map(({ key, value }) => {
    const [step, returns] = [stepOf(key, value, workspace), at(value, 'returns')]
    return {
      ...step,
      ...(textOf(at(value, 'on')) === 'collection' && { on: 'collection' as const }),
      ...(returns && { returns: inputsOf(returns, step.http, workspace) }),
    }
  })

function stepOf(name: string, node: Node, workspace: Workspace): Step {
  const [condition, needs, after] = [textOf(at(node, 'if')), textOf(at(node, 'needs')), textOf(at(node, 'after'))]
  const handler = textOf(at(node, 'handler'))
  const http = endpointOf(name, textOf(at(node, 'http')), 'POST')
  const [message, rules] = [bilingual(at(node, 'message')), itemsOf(at(node, 'rules'))]
  return {
    name,
    ...formerNames(node),
    title: bilingual(at(node, 'title')) ?? impliedTitle(name, undefined, workspace) ?? { zh: name, en: name },
    ...(after !== undefined && { after }),
    ...(at(node, 'auto') && { auto: true as const }),
    ...(condition !== undefined && { if: condition }),
    ...(message && { message }),
    ...(rules.length > 0 && { rules: rules.map(ruleOf) }),
    input: inputsOf(at(node, 'input'), http, workspace),
    ...editOf(at(node, 'edit')),
    set: Object.fromEntries(entriesOf(at(node, 'set')).map(({ key, value }) => [key, expressionOf(value)])),
    ...(needs !== undefined && { needs }),
    ...(handler !== undefined && { handler }),
    ...(textOf(at(node, 'outside')) === 'before' && { outside: 'before' as const }),
    ...buildEffects(node),
    http,
    ...primaryOf(at(node, 'primary')),
  }
}

function editOf(node: Node | undefined): Pick<Step, 'edit' | 'refined'> {
  if (node?.kind !== 'map') return { edit: namesOf(node) }
  const entries = entriesOf(node)
  const refined = entries.map(({ key, value }) => [key, refinementOf(value)] as const)
  const real = refined.filter(([, one]) => Object.keys(one).length > 0)
  return {
    edit: entries.map(({ key }) => key),
    ...(real.length > 0 && { refined: Object.fromEntries(real) }),
  }
}

function refinementOf(node: Node): EditRefinement {
  const [title, help, required] = [bilingual(at(node, 'title')), bilingual(at(node, 'help')), at(node, 'required')]
  const [columns, add] = [at(node, 'columns'), at(node, 'add')]
  return {
    ...(required && { required: plain(required) === true }),
    ...(title && { title }),
    ...(help && { help }),
    ...(columns && { columns: namesOf(columns) }),
    ...(add && plain(add) === true && { add: true as const }),
  }
}

/** Inputs of a step or a query. Those in the path are required. */
export function inputsOf(node: Node | undefined, http: HttpEndpoint, workspace: Workspace): Field[] {
  const inPath = namesInPath(http)
  return entriesOf(node).map(({ key, value }) => {
    const { column: _none, ...input } = buildField(key, value, workspace)
    return inPath.includes(key) ? { ...input, required: true } : input
  })
}

/**
 * The method and path of an endpoint: `PUT` uses the name as path, `GET inspect/{entId}` gives both; the default is the
 * usual method and the name.
 */
export function endpointOf(name: string, text: string | undefined, usual: HttpEndpoint['method']): HttpEndpoint {
  const [method = usual, path = name] = text?.split(' ') ?? []
  return { method: method as HttpEndpoint['method'], path }
}

function namesOf(node: Node | undefined): string[] {
  if (node?.kind === 'list') return node.items.map(item => textOf(item) ?? '')
  const name = textOf(node)
  return name === undefined ? [] : [name]
}

/** A YAML number or boolean under `set` is an expression as well. */
const expressionOf = (node: Node): string => (node.kind === 'scalar' ? String(node.value) : '')
