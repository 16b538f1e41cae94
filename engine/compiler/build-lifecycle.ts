import type { Action, Ask, Lifecycle, Move, Wire } from '../model/model.ts'
import { buildField, impliedTitle } from './build-field.ts'
import { at, entriesOf, type Node, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** The lifecycle of a resource, if it has one. */
export function buildLifecycle(node: Node | undefined, workspace: Workspace): Lifecycle | undefined {
  if (node?.kind !== 'map') return undefined
  return {
    field: textOf(at(node, 'field')) ?? '',
    start: textOf(at(node, 'start')) ?? '',
    end: namesOf(at(node, 'end')),
    dues: [],
    moves: entriesOf(at(node, 'moves')).map(({ key, value }) => {
      const run = textOf(at(value, 'run'))
      const set = entriesOf(at(value, 'set')).map(entry => [entry.key, expressionOf(entry.value)] as const)
      return {
        ...stepOf(key, value, workspace),
        from: namesOf(at(value, 'from')),
        next: textOf(at(value, 'next')) ?? '',
        ...primaryOf(at(value, 'primary')),
        set: Object.fromEntries(set),
        ...(run !== undefined && { run }),
      }
    }),
  }
}

function primaryOf(node: Node | undefined): Pick<Move, 'primary'> {
  if (!node) return {}
  return { primary: node.kind === 'scalar' ? node.value === true : namesOf(node) }
}

/** The actions of a resource; the default name of a handler is the action's. */
export const buildActions = (node: Node | undefined, workspace: Workspace): Action[] =>
  entriesOf(node).map(({ key, value }) => ({
    ...stepOf(key, value, workspace),
    run: textOf(at(value, 'run')) ?? key,
  }))

function stepOf(name: string, node: Node, workspace: Workspace) {
  const guard = textOf(at(node, 'if'))
  const ask = askOf(at(node, 'ask'), workspace)
  const needs = textOf(at(node, 'needs'))
  return {
    name,
    title: bilingual(at(node, 'title')) ?? impliedTitle(name, undefined, workspace) ?? { zh: name, en: name },
    ...(guard !== undefined && { if: guard }),
    ...(ask && { ask }),
    ...(needs !== undefined && { needs }),
    wire: wireOf(name, textOf(at(node, 'wire'))),
  }
}

function askOf(node: Node | undefined, workspace: Workspace): Ask | undefined {
  if (node?.kind === 'list') return { kind: 'fields', fields: namesOf(node) }
  if (node?.kind !== 'map') return undefined
  return { kind: 'inputs', fields: node.entries.map(({ key, value }) => inputOf(key, value, workspace)) }
}

function inputOf(name: string, node: Node, workspace: Workspace) {
  const { column: _none, ...input } = buildField(name, node, workspace)
  return input
}

/**
 * The method and path of an action: `PUT` uses the name as path, `GET inspect/{entId}` gives both; the default is POST
 * and the name.
 */
function wireOf(name: string, text: string | undefined): Wire {
  const [method = 'POST', path = name] = text?.split(' ') ?? []
  return { method: method as Wire['method'], path }
}

function namesOf(node: Node | undefined): string[] {
  if (node?.kind === 'list') return node.items.map(item => textOf(item) ?? '')
  const name = textOf(node)
  return name === undefined ? [] : [name]
}

/** A YAML number or boolean under `set` is an expression as well. */
const expressionOf = (node: Node): string => (node.kind === 'scalar' ? String(node.value) : '')
