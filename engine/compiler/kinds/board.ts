import type { Board, BoardScene, BoardTile, BoardWork } from '../../model/chart.ts'
import { checkBoards, hasPage } from '../checks/boards.ts'
import type { Draft } from '../draft.ts'
import type { Kind } from '../kind.ts'
import { type Key, type Keys, listOf, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { at, entriesOf, itemsOf, type Node, plainAt, textOf, textsAt } from '../tree.ts'
import { byName, named, valuesAt } from '../workspace.ts'
import { addressesAt, chartKeys } from './chart.ts'
import { pageKeys, webPageOf } from './pages.ts'

const { http, returns } = chartKeys as Keys & Record<'http' | 'returns', Key>

/** The keys of an entry of a tile with `work`. */
export const workKeys: Keys = {
  of: newKey({ type: 'string' }, '资源', 'The resource.', 'visit', { required: true }),
  where: newKey(
    shared('expression'),
    '哪些记录在等当前用户；me 是当前用户',
    'Which records wait for the user; `me` is the current user.',
    `"state == 'sent' && createUser == me.id"`,
    { required: true },
  ),
  due: newKey(
    shared('expression'),
    '等到哪一天或什么时间，先到期的排在前面',
    'The day or time until which they wait; the earliest comes first.',
    'startDay',
    { required: true },
  ),
  step: newKey(
    shared('name'),
    '要做的步骤；没有它的权限的人看不到这些记录',
    'The step to take. Users without its code do not see the records.',
    'remind',
    { required: true },
  ),
}

/** The keys of a tile of a board. */
export const tileKeys: Keys = {
  chart: newKey({ type: 'string' }, '图表的名称', 'The name of a chart.', 'visitKinds'),
  figure: newKey(
    listOf({ type: 'string' }, { minItems: 1, uniqueItems: true }),
    '一排数字：各图表的名称，都没有分组；与 chart、work、part 选一',
    'A row of figures: charts without groups. A tile has one of `chart`, `figure`, `work` and `part`.',
    '[visitCount]',
  ),
  work: newKey(
    listOf(objectOf(workKeys), { minItems: 1 }),
    '等当前用户处理的记录，先到期的在前；与 chart、figure、part 选一',
    'The records that wait for the user, the earliest due first. A tile has one of `chart`, `figure`, `work` and `part`.',
    `[{ of: visit, where: "state == 'sent'", due: startDay, step: remind }]`,
  ),
  table: newKey(
    listOf({ type: 'string' }, { minItems: 2, uniqueItems: true }),
    '几个图表合成一张表：分组相同，一组一行，数值名称各不相同',
    'Several charts as one table: they have the same group, a row for each, and measures with different names.',
    '[siteVisits, supplySites]',
  ),
  add: newKey(
    listOf({ type: 'string' }, { minItems: 1, uniqueItems: true }),
    '打开新增表单的按钮：各资源的名称；没有新增权限的不显示',
    'Buttons that open the form for a new record of these resources, for users who may add one.',
    '[visit]',
  ),
  http: { ...http, example: '[GET /api/field/v1/reports/totals]' },
  returns,
  part: newKey(
    { type: 'string', pattern: '^[A-Z][a-zA-Z0-9]*$' },
    '手写的一块，由 src/screens.tsx 提供；可另写 chart，数据交给它',
    'The name of a hand-written component in src/screens.tsx. With `chart`, it is given the numbers of the chart.',
    'Today',
  ),
  empty: newKey(
    shared('bilingual'),
    '没有记录在等时的说明',
    'The text if no record waits.',
    '{ zh: 没有待办, en: Nothing to do }',
  ),
  search: newKey(
    mapOf({ type: 'string', minLength: 1 }),
    '这一块的筛选，代替看板的',
    'The values of the search for this tile, instead of those of the board.',
    '{ startDay: 12 months }',
  ),
  title: newKey(
    shared('bilingual'),
    '名称；默认是图表的',
    'The title. Default: that of the chart.',
    '{ zh: 走访, en: Visits }',
  ),
  span: newKey(
    { type: 'integer', minimum: 1, maximum: 24 },
    '占 24 列中的几列，默认 8',
    'The columns of 24. Default: 8.',
    '12',
  ),
  tall: newKey(
    { type: 'integer', minimum: 1, maximum: 24 },
    '占几行，每行 44 像素，默认 5',
    'The rows of 44 px. Default: 5.',
    '6',
  ),
}

// A board is what its page shows, and is named by its file.
const {
  path,
  screen: _screen,
  link: _link,
  frame: _frame,
  renamedFrom: _former,
  ...ofPage
} = pageKeys as Keys & Record<'path', Key>
const { required: _required, ...optionalPath } = path
const tiles = newKey(
  { ...mapOf(objectOf(tileKeys)), minProperties: 1 },
  '各块，按次序排在 24 列的网格里',
  'The tiles, which fill a grid of 24 columns in this order.',
  '{ top: { figure: [visitCount], span: 24, tall: 2 }, kinds: { chart: visitKinds } }',
)

// A display is not operated, and its scenes have no addresses.
const {
  work: _work,
  table: _table,
  add: _add,
  empty: _empty,
  http: _http,
  returns: _returns,
  ...sceneTileKeys
} = tileKeys

/** The keys of a scene of a board. */
export const sceneKeys: Keys = {
  title: newKey(
    shared('bilingual'),
    '名称；默认是看板的',
    'The title. Default: that of the board.',
    '{ zh: 全市, en: City }',
  ),
  each: newKey(
    { type: 'string' },
    '树引用字段的筛选：它下一级的每个节点各有一个场景',
    'A search by a reference to a tree: there is a scene for each node one level beneath the searched one, or that of the user.',
    'siteId',
  ),
  tiles: newKey(
    { ...mapOf(objectOf(sceneTileKeys)), minProperties: 1 },
    '各块，同看板的块，没有 work、table、add、http',
    'The tiles, as those of a board, without `work`, `table`, `add` and `http`.',
    '{ sites: { chart: visitSites } }',
    { required: true },
  ),
}

/** The keys of `http` of a board. */
export const boardHttpKeys: Keys = {
  count: newKey(
    { type: 'string', pattern: '^GET /api/[^\\s?#{}]+$' },
    '返回 lists 各图表的记录数',
    'Returns the number of records of each chart of `lists`.',
    'GET /api/field/v1/reports/count',
  ),
  workbook: newKey(
    { type: 'string', pattern: '^GET /api/[^\\s?#{}]+$' },
    '返回工作簿：说明、每块一张表、lists 各一张清单',
    'Returns a workbook: notes, a sheet for each tile, and one for the records of each chart of `lists`.',
    'GET /api/field/v1/reports/workbook',
  ),
}

/** The keys of a board's file. */
export const boardKeys: Keys = {
  ...ofPage,
  path: { ...optionalPath, example: '/field/charts' },
  home: newKey(
    shared('names'),
    '作为哪些用户的首页：角色，或用户类别（sourceType）的条目；它自己没有地址和菜单',
    'The users whose first page it is: roles, or entries of `sourceType`. It has no address and menu of its own.',
    '[inspector]',
  ),
  search: newKey(
    mapOf({ type: 'string', minLength: 1 }),
    '各图表共用的筛选和默认值：字段名，period 是各图表自己的时间',
    'The fields by which all charts that have them are narrowed, with their defaults; `period` is the time of each chart.',
    '{ period: 12 months, siteId: all }',
  ),
  tiles,
  as: newKey(
    { type: 'string', enum: ['screen'] },
    'screen 为大屏：占满窗口，1920×1080 按比例放大，场景轮换',
    '`screen` is a board for a display: it fills the window, is scaled from 1920 × 1080, and shows its scenes in turn.',
    'screen',
  ),
  every: newKey(
    { type: 'integer', minimum: 5, maximum: 3600 },
    '大屏每个场景几秒，默认 20',
    'The seconds of each scene of a display. Default: 20.',
    '30',
  ),
  scenes: newKey(
    { ...mapOf(objectOf(sceneKeys)), minProperties: 1 },
    '大屏的场景，依次轮换；代替 tiles',
    'The scenes of a display, which are shown in turn; instead of `tiles`.',
    '{ all: { tiles: { sites: { chart: visitSites } } } }',
  ),
  phone: newKey(
    shared('names'),
    '手机上的次序；默认同上',
    'The order of the tiles on a phone. Default: the order of `tiles`.',
    '[kinds, top]',
  ),
  lists: newKey(
    shared('names'),
    '工作簿里的清单：各图表的记录；需要资源的导出权限',
    'The charts whose records the workbook contains, for users who may export them.',
    '[visitCount]',
  ),
  http: newKey(
    objectOf(boardHttpKeys),
    '返回整个看板的接口',
    'Addresses that return the whole board.',
    '{ count: GET /api/field/v1/reports/count }',
  ),
}

/** Pages of charts. */
export const boardKind: Kind = {
  location: 'boards/<name>.yaml',
  schema: objectOf(boardKeys),
  sections: [
    ['看板 boards/<name>.yaml', boardKeys],
    ['看板的块 boards.tiles.*', tileKeys],
    ['整个看板的接口 boards.http', boardHttpKeys],
    ['等待办理的记录 boards.tiles.*.work[]', workKeys],
    ['大屏的场景 boards.scenes.*', sceneKeys],
  ],
  check: checkBoards,
  build: ({ drafts }, { pages }) => ({
    boards: byName(named(drafts, 'board'), boardOf),
    pages: [
      ...pages,
      ...[...named(drafts, 'board').values()].filter(hasPage).map(({ name, root }) => ({
        ...webPageOf({ key: name, value: root }),
        ...(isScreen(root) && { frame: 'bare' as const, tab: 'none' as const }),
        board: name,
      })),
    ],
  }),
}

function boardOf({ name, root }: Draft): Board {
  const tiles = tilesOf(root)
  const scenes = entriesOf(at(root, 'scenes')).map(({ key, value }) => ({
    name: key,
    ...valuesAt<BoardScene>()(value, 'title', 'each'),
    tiles: tilesOf(value),
  }))
  const phone = textsAt(root, 'phone')
  const http = entriesOf(at(root, 'http')).map(({ key, value }) => [key, textOf(value)?.replace(/^GET /, '')])
  return {
    name,
    ...(isScreen(root) && { as: 'screen' as const, every: Number(plainAt(root, 'every') ?? 20) }),
    ...(scenes.length > 0 && { scenes }),
    ...valuesAt<Board>()(root, 'home', 'lists'),
    search: searchOf(root),
    tiles,
    phone: phone.length > 0 ? phone : tiles.map(tile => tile.name),
    ...(http.length > 0 && { http: Object.fromEntries(http) }),
  }
}

const isScreen = (root: Node): boolean => textOf(at(root, 'as')) === 'screen'

const tilesOf = (node: Node): BoardTile[] => entriesOf(at(node, 'tiles')).map(({ key, value }) => tileOf(key, value))

/** What a tile shows, by the key that says so; the first counts. */
const kinds = { part: 'part', work: 'work', add: 'add', table: 'joined', chart: 'chart', figure: 'figures' } as const

function tileOf(name: string, node: Node): BoardTile {
  const [chart, search, http] = [textOf(at(node, 'chart')), searchOf(node), addressesAt(node)]
  const key = (Object.keys(kinds) as (keyof typeof kinds)[]).find(one => at(node, one))
  return {
    name,
    charts: chart === undefined ? [...textsAt(node, 'figure'), ...textsAt(node, 'table')] : [chart],
    kind: kinds[key ?? 'figure'],
    ...valuesAt<BoardTile>()(node, 'title', 'add', 'returns', 'part', 'empty'),
    ...(at(node, 'work') && { work: itemsOf(at(node, 'work')).map(workOf) }),
    ...(http.length > 0 && { http }),
    ...(Object.keys(search).length > 0 && { search }),
    span: Number(plainAt(node, 'span') ?? 8),
    tall: Number(plainAt(node, 'tall') ?? 5),
  }
}

const searchOf = (node: Node): Record<string, string> =>
  Object.fromEntries(entriesOf(at(node, 'search')).map(({ key, value }) => [key, textOf(value) ?? 'all']))

function workOf(entry: Node): BoardWork {
  const [of = '', where = '', due = '', step = ''] = Object.keys(workKeys).map(key => textOf(at(entry, key)))
  return { of, where, due, step }
}
