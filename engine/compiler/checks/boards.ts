import { fieldOfPath, textOfPath } from '../../fields/field-path.ts'
import { refersToTree } from '../../fields/reference/refers-to-tree.ts'
import { hasDay, isReference, referredResource } from '../../fields/traits.ts'
import { administratorAlias } from '../../model/account-resources.ts'
import type { Chart } from '../../model/chart.ts'
import { kindsOfUsers } from '../../model/home-board.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { spanOf } from '../../rules/chart-span.ts'
import { scopeOf } from '../../rules/scope.ts'
import { faultInSql } from '../../rules/to-sql.ts'
import { isDayOrTime } from '../../rules/value.ts'
import { type CheckContext, fieldNamed, viewNamed } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { recall } from '../recalled-checks.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { checkAddresses } from './charts.ts'
import { compiledAt, reportFault, tablesAtCompile } from './expressions.ts'
import { declaredEndpoints } from './operations.ts'
import { choice } from './unknown-word.ts'

/** Whether a board has an address of its own. */
export const hasPage = ({ root }: Draft): boolean => !at(root, 'home') || at(root, 'path') !== undefined

/** Checks the tiles of boards and that some chart has each field of `search`. Their pages are checked with the others. */
export function checkBoards(scene: CheckContext): void {
  for (const draft of named(scene.workspace.drafts, 'board').values())
    recall(scene, draft, each => checkBoard(draft, each))
  checkAddressesOf(scene)
}

function checkBoard(draft: Draft, scene: CheckContext): void {
  const [tiles, scenes] = [entriesOf(at(draft.root, 'tiles')), entriesOf(at(draft.root, 'scenes'))]
  const charts = checkTiles(draft, tiles, scene)
  for (const { value } of scenes) {
    const own = checkTiles(draft, entriesOf(at(value, 'tiles')), scene)
    const each = at(value, 'each')
    if (each && !own.some(chart => isTreeSearch(chart, textOf(each) ?? '', scene)))
      scene.report(draft, each.start, 'board.each', { name: textOf(each) ?? '' })
    charts.push(...own)
  }
  const screen = at(draft.root, 'as')
  for (const key of ['every', 'scenes', ...(scenes.length > 0 ? ['tiles'] : [])]) {
    const idle = !screen || key === 'tiles' ? at(draft.root, key) : undefined
    if (idle) scene.report(draft, idle.start, 'board.tiles')
  }
  if (tiles.length === 0 && scenes.length === 0) scene.report(draft, draft.root.start, 'board.tiles')
  if (charts.length > 0) checkSearch(draft, at(draft.root, 'search'), charts, scene)
  const names = tiles.map(({ key }) => key)
  for (const node of itemsOf(at(draft.root, 'phone')))
    if (!names.includes(textOf(node) ?? ''))
      scene.report(draft, node.start, 'board.tile-unknown', choice(textOf(node) ?? '', names))
  checkHome(draft, scene)
}

function checkTiles(draft: Draft, tiles: ReturnType<typeof entriesOf>, scene: CheckContext): Chart[] {
  const charts: Chart[] = []
  for (const { keyStart, value } of tiles) checkTile(draft, keyStart, value, charts, scene)
  return charts
}

/** Whether a chart is narrowed by a name that is a reference to a tree. */
function isTreeSearch({ of, search }: Chart, name: string, { model }: CheckContext): boolean {
  const resource = model.resources[of]
  const path = search.find(one => textOfPath(one) === name || one.field === name)
  const found = resource && path && fieldOfPath(model, resource, path)
  // What is not found has a problem in its own file.
  if (!found) return path !== undefined
  return refersToTree(found.field, model) || (isReference(found.field) && !referredResource(found.field, model))
}

/** A board is the first page by role or by the kind of user; without an address it has no menu and code. */
function checkHome(draft: Draft, { model, report }: CheckContext): void {
  const home = at(draft.root, 'home')
  const kinds = kindsOfUsers(model).map(({ name }) => name)
  const known = [administratorAlias, ...model.roles.map(({ alias }) => alias), ...kinds]
  for (const item of itemsOf(home))
    if (!known.includes(textOf(item) ?? '')) report(draft, item.start, 'board.home', choice(textOf(item) ?? '', known))
  for (const key of ['menu', 'code', 'as']) {
    const idle = home && !hasPage(draft) && at(draft.root, key)
    if (idle) report(draft, idle.start, 'board.home-alone', { name: key })
  }
}

/** Adds the charts of a tile to those of the board; reports unknown and repeated ones, and figures with groups. */
function checkTile(draft: Draft, keyStart: number, tile: Node, charts: Chart[], scene: CheckContext): void {
  const { report } = scene
  const kinds = ['chart', 'figure', 'work', 'table', 'add', 'part'].map(key => at(tile, key))
  const [chart, figure, work, table, , part] = kinds
  if (kinds.filter(one => one !== undefined && !(part && one === chart)).length !== 1)
    report(draft, keyStart, 'board.tile')
  checkWork(draft, work, scene)
  const own: Chart[] = []
  for (const node of [...(chart ? [chart] : []), ...itemsOf(figure), ...itemsOf(table)]) {
    const found = knownIn(scene.model.charts, 'chart.unknown', draft, node, scene)
    if (!found) continue
    const { name } = found
    if (itemsOf(figure).includes(node) && found.group.length > 0) report(draft, node.start, 'board.figure', { name })
    // The answer of a board has the numbers of a chart once.
    if (charts.includes(found)) report(draft, node.start, 'board.chart-twice', { name })
    own.push(found)
  }
  charts.push(...own)
  checkSearch(draft, at(tile, 'search'), own, scene)
}

/** Checks that each name of a search narrows some of the charts, and that the value of a time is a span. */
function checkSearch(draft: Draft, node: Node | undefined, charts: readonly Chart[], scene: CheckContext): void {
  const names = new Map(charts.flatMap(chart => searchNames(chart, scene)))
  for (const { key, keyStart, value } of entriesOf(node)) {
    const text = textOf(value) ?? ''
    if (!names.has(key)) scene.report(draft, keyStart, 'board.search', choice(key, [...names.keys()]))
    else if (names.get(key) && spanOf(text, 0) === undefined)
      scene.report(draft, value.start, 'chart.search', { value: text })
  }
}

/** The names by which a board may narrow a chart, and whether they are its times. */
function searchNames({ of, search }: Chart, { model }: CheckContext): (readonly [name: string, isTime: boolean])[] {
  const resource = model.resources[of]
  return search.flatMap(path => {
    const found = resource && fieldOfPath(model, resource, path)
    const isTime = found !== undefined && hasDay(found.field)
    return [path.field, textOfPath(path), ...(isTime ? ['period'] : [])].map(name => [name, isTime] as const)
  })
}

/** Checks the entries of a tile with `work`: their resources, steps and expressions, which the database evaluates. */
function checkWork(draft: Draft, node: Node | undefined, scene: CheckContext): void {
  for (const entry of itemsOf(node)) {
    const [of, where, due, step] = ['of', 'where', 'due', 'step'].map(key => at(entry, key))
    const view = viewNamed(scene, textOf(of))
    if (!view) {
      const { resources } = scene.workspace
      if (of && !resources.has(textOf(of) ?? ''))
        scene.report(draft, of.start, 'resource.unknown', choice(textOf(of) ?? '', resources.keys()))
      continue
    }
    const steps = stepsOf(view.resource).filter(one => !isAutomatic(one))
    const names = steps.map(({ name }) => name)
    if (step && !names.includes(textOf(step) ?? ''))
      scene.report(draft, step.start, 'board.step', choice(textOf(step) ?? '', names))
    const scope = scopeOf(scene.model, view.resource, { me: true })
    for (const [text, expects] of [
      [where, 'bool'],
      [due, undefined],
    ] as const) {
      const expression = compiledAt(draft, text, scope, expects, scene)
      if (!expression || !text) continue
      const column = (name: string) => fieldNamed(view, name)?.column
      const fault = faultInSql(expression, { column, tables: tablesAtCompile(scene) })
      if (fault) reportFault(draft, text, fault, scene)
      else if (!expects && !isDayOrTime(expression.type))
        scene.report(draft, text.start, 'due.unfit', { text: expression.text })
    }
  }
}

/** Checks the addresses of boards, their lists, joined charts, and the resources of buttons. */
function checkAddressesOf(scene: CheckContext): void {
  const { charts, resources } = scene.model
  const endpoints = declaredEndpoints(scene)
  for (const chart of Object.values(charts)) for (const path of chart.http) endpoints.add(`GET ${path}`)
  for (const draft of named(scene.workspace.drafts, 'board').values()) {
    const tiles = entriesOf(at(draft.root, 'tiles')).map(({ value }) => value)
    for (const node of itemsOf(at(draft.root, 'lists'))) knownIn(charts, 'chart.unknown', draft, node, scene)
    for (const tile of tiles) {
      for (const node of itemsOf(at(tile, 'add'))) knownIn(resources, 'resource.unknown', draft, node, scene)
      checkJoined(draft, itemsOf(at(tile, 'table')), scene)
    }
    const own = entriesOf(at(draft.root, 'http')).map(({ value }) => value)
    checkAddresses(draft, [...own, ...tiles.flatMap(tile => itemsOf(at(tile, 'http')))], endpoints, scene)
  }
}

/** What a node names; reports an unknown name. */
function knownIn<One>(
  all: Readonly<Record<string, One>>,
  code: 'chart.unknown' | 'resource.unknown',
  draft: Draft,
  node: Node,
  { report }: CheckContext,
): One | undefined {
  const name = textOf(node) ?? ''
  if (Object.hasOwn(all, name)) return all[name]
  report(draft, node.start, code, choice(name, Object.keys(all)))
  return undefined
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
