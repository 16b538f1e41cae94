import { fieldOfPath } from '../../fields/field-path.ts'
import type { Chart } from '../../model/chart.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { declaredEndpoints, isEnginePath } from './operations.ts'
import { choice } from './unknown-word.ts'

/** Checks the addresses of boards, their lists, joined charts, and the resources of buttons. */
export function checkBoardCalls(scene: CheckContext): void {
  const { charts, resources } = scene.model
  const endpoints = declaredEndpoints(scene)
  for (const chart of Object.values(charts)) for (const path of chart.http) endpoints.add(`GET ${path}`)
  const known = <One>(
    draft: Draft,
    node: Node,
    all: Readonly<Record<string, One>>,
    code: 'chart.unknown' | 'resource.unknown',
  ) => {
    const name = textOf(node) ?? ''
    if (!Object.hasOwn(all, name)) scene.report(draft, node.start, code, choice(name, Object.keys(all)))
    return all[name]
  }
  for (const draft of named(scene.workspace.drafts, 'board').values()) {
    for (const node of itemsOf(at(draft.root, 'lists'))) known(draft, node, charts, 'chart.unknown')
    const addresses = entriesOf(at(draft.root, 'http')).map(({ value }) => value)
    for (const { value: tile } of entriesOf(at(draft.root, 'tiles'))) {
      for (const node of itemsOf(at(tile, 'add'))) known(draft, node, resources, 'resource.unknown')
      checkJoined(draft, itemsOf(at(tile, 'table')), scene)
      addresses.push(...itemsOf(at(tile, 'http')))
    }
    for (const node of addresses) {
      const endpoint = textOf(node) ?? ''
      const path = endpoint.replace(/^GET /, '')
      if (isEnginePath(path)) scene.report(draft, node.start, 'http.reserved', { name: path })
      else if (endpoints.has(endpoint)) scene.report(draft, node.start, 'http.taken', { name: endpoint })
      endpoints.add(endpoint)
    }
  }
}

/** Joined charts have one group of the same values, and measures with different names. */
function checkJoined(draft: Draft, nodes: readonly Node[], { model, report }: CheckContext): void {
  const joined = nodes.flatMap(node => {
    const chart = model.charts[textOf(node) ?? '']
    return chart && isClear(chart) ? [{ node, chart }] : []
  })
  const used = new Set<string>()
  for (const { node, chart } of joined) {
    const taken = chart.measures.find(({ name }) => used.has(name))
    const isFit = chart.group.length === 1 && !chart.split && meaningOf(chart) === meaningOf(joined[0]?.chart ?? chart)
    if (!isFit || taken) report(draft, node.start, 'board.joined', { name: taken?.name ?? chart.name })
    for (const { name } of chart.measures) used.add(name)
  }

  /** Whether its groups could be read: their faults are reported elsewhere. */
  function isClear({ of, group: groups }: Chart): boolean {
    const resource = model.resources[of]
    return groups.every(group => {
      const field = resource && fieldOfPath(model, resource, group)?.field
      const target = field?.options['of']
      const known = [model.resources, model.dictionaries]
      return field !== undefined && (target === undefined || known.some(all => Object.hasOwn(all, String(target))))
    })
  }

  /** What the keys of a chart mean. */
  function meaningOf({ of, group: [group] }: Chart): string {
    const resource = model.resources[of]
    const field = resource && group && fieldOfPath(model, resource, group)?.field
    return `${group?.unit ?? field?.options['of'] ?? field?.name}`
  }
}
