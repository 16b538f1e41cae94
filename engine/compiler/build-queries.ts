import type { Bilingual, DeclaredQuery } from '../model/model.ts'
import { writtenOrder } from '../model/order.ts'
import { endpointOf, inputsOf } from './build-lifecycle.ts'
import { at, entriesOf, itemsOf, type Node, plainAt, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** The queries of a resource. */
export const buildQueries = (node: Node | undefined, title: Bilingual, workspace: Workspace): DeclaredQuery[] =>
  entriesOf(node).map(({ key: name, value }) => {
    const [returns, handler] = [at(value, 'returns'), textOf(at(value, 'handler'))]
    const [where, sort, code] = [textOf(at(value, 'where')), textOf(at(value, 'sort')), textOf(at(value, 'code'))]
    const columns = columnsOf(at(value, 'columns'))
    const claims = claimsOf(at(value, 'claims'), textOf(returns))
    const http = endpointOf(name, textOf(at(value, 'http')), claims ? 'POST' : 'GET')
    return {
      name,
      title: bilingual(at(value, 'title')) ?? workspace.words.get(name) ?? title,
      ...(code !== undefined && { code }),
      http,
      ...(where !== undefined && { where }),
      input: inputsOf(at(value, 'input'), http, workspace),
      ...(sort !== undefined && { sort: writtenOrder(sort) }),
      ...(columns && { columns }),
      ...groupOf(value),
      ...(plainAt(value, 'small') === true && { small: true as const }),
      ...(claims && { claims }),
      ...(handler !== undefined && { handler }),
      returns:
        returns?.kind === 'map'
          ? inputsOf(returns, http, workspace)
          : ((textOf(returns) ?? 'page') as DeclaredQuery['returns']),
    }
  })

function claimsOf(node: Node | undefined, returns: string | undefined): DeclaredQuery['claims'] {
  const [, unit, count] = /^(\w+)\((\d+)\)$/.exec(textOf(at(node, 'for')) ?? '') ?? []
  if (count === undefined) return undefined
  const rows = returns === 'one' ? 1 : Number(plainAt(node, 'rows') ?? 10)
  return { minutes: Number(count) * (unit === 'hours' ? 60 : 1), rows }
}

function groupOf(node: Node): Pick<DeclaredQuery, 'group' | 'measure'> {
  const group = itemsOf(at(node, 'group')).map(item => textOf(item) ?? '')
  const measures = entriesOf(at(node, 'measure')).map(({ key, value }) => [key, textOf(value) ?? ''] as const)
  return { ...(group.length > 0 && { group }), ...(measures.length > 0 && { measure: Object.fromEntries(measures) }) }
}

function columnsOf(node: Node | undefined): DeclaredQuery['columns'] {
  if (node?.kind === 'list') return node.items.map(item => textOf(item) ?? '')
  if (node?.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, textOf(value) ?? '']))
  return undefined
}
