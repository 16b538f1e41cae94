import type { Bilingual, Bind, Field, HttpEndpoint } from '../model/model.ts'
import { bindTable } from '../model/names.ts'
import { endpointOf } from './build-lifecycle.ts'
import { formerNames } from './former-names.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from './tree.ts'
import { bilingual, type Workspace } from './workspace.ts'

/** The binds of a resource. */
export const buildBinds = (resource: string, node: Node | undefined, workspace: Workspace): Bind[] =>
  entriesOf(node).map(({ key: name, value }) => {
    const endpoints = endpointsOf(name, value)
    const by = (method: HttpEndpoint['method']) => endpoints.find(one => one.method === method)
    return {
      name,
      ...formerNames(value),
      title: titleOf(name, value, workspace),
      of: textOf(at(value, 'of')) ?? '',
      table: bindTable(resource, name),
      self: textOf(at(value, 'self')) ?? 'id',
      returns: textOf(at(value, 'returns')) === 'ids' ? 'ids' : 'list',
      post: by('POST') ?? { method: 'POST', path: name },
      get: by('GET') ?? { method: 'GET', path: name },
    }
  })

/** The field of a bind, by which expressions, access rules and screens read it. */
export function bindField(name: string, node: Node, workspace: Workspace): Field {
  const where = textOf(at(node, 'where'))
  return {
    name,
    title: titleOf(name, node, workspace),
    type: 'bind',
    required: false,
    unique: false,
    index: false,
    readOnly: true,
    stored: false,
    ...formerNames(node),
    rule: 'list<int>',
    options: { of: textOf(at(node, 'of')) ?? '', ...(where !== undefined && { where }) },
  }
}

/** The endpoints as written; a method alone has the name of the bind as path. */
export const endpointsOf = (name: string, node: Node): HttpEndpoint[] =>
  itemsOf(at(node, 'http')).map(item => endpointOf(name, textOf(item), 'POST'))

function titleOf(name: string, node: Node, { words, resources }: Workspace): Bilingual {
  const target = resources.get(textOf(at(node, 'of')) ?? '')?.root
  return (
    bilingual(at(node, 'title')) ??
    words.get(name) ??
    bilingual(at(target, 'titles')) ??
    bilingual(at(target, 'title')) ?? { zh: name, en: name }
  )
}
