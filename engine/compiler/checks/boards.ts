import { fieldOfPath, textOfPath } from '../../fields/field-path.ts'
import { hasDay } from '../../fields/traits.ts'
import type { Chart } from '../../model/chart.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { choice } from './unknown-word.ts'

/** Checks the tiles of boards and that some chart has each field of `search`. Their pages are checked with the others. */
export function checkBoards(scene: CheckContext): void {
  for (const draft of named(scene.workspace.drafts, 'board').values()) {
    const tiles = entriesOf(at(draft.root, 'tiles'))
    const charts = tiles.flatMap(({ keyStart, value }) => checkTile(draft, keyStart, value, scene))
    const known = [...new Set(charts.flatMap(chart => searchNames(chart, scene)))]
    for (const { key, keyStart } of entriesOf(at(draft.root, 'search')))
      if (charts.length > 0 && !known.includes(key)) scene.report(draft, keyStart, 'board.search', choice(key, known))
    const names = tiles.map(({ key }) => key)
    for (const node of itemsOf(at(draft.root, 'phone')))
      if (!names.includes(textOf(node) ?? ''))
        scene.report(draft, node.start, 'board.tile-unknown', choice(textOf(node) ?? '', names))
  }
}

/** The charts of a tile; reports unknown ones, and figures with groups. */
function checkTile(draft: Draft, keyStart: number, tile: Node, { model, report }: CheckContext): Chart[] {
  const [chart, figure] = [at(tile, 'chart'), at(tile, 'figure')]
  if ((chart === undefined) === (figure === undefined)) report(draft, keyStart, 'board.tile')
  return [...(chart ? [chart] : []), ...itemsOf(figure)].flatMap(node => {
    const name = textOf(node) ?? ''
    const found = Object.hasOwn(model.charts, name) ? model.charts[name] : undefined
    if (!found) report(draft, node.start, 'chart.unknown', choice(name, Object.keys(model.charts)))
    else if (node !== chart && found.group.length > 0) report(draft, node.start, 'board.figure', { name })
    return found ? [found] : []
  })
}

/** The names by which a board may narrow a chart. */
function searchNames({ of, search }: Chart, { model }: CheckContext): string[] {
  const resource = model.resources[of]
  return search.flatMap(path => {
    const found = resource && fieldOfPath(model, resource, path)
    return [path.field, textOfPath(path), ...(found && hasDay(found.field) ? ['period'] : [])]
  })
}
