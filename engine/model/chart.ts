import type { Bilingual, Order } from './bilingual.ts'

export const chartKinds = [
  'figure',
  'bars',
  'line',
  'columns',
  'stack',
  'share',
  'donut',
  'heat',
  'map',
  'calendar',
  'table',
  'list',
] as const
/** How a chart is drawn. */
export type ChartKind = (typeof chartKinds)[number]

export const timeUnits = ['day', 'week', 'month', 'quarter', 'year', 'hour', 'weekday', 'hourOfDay'] as const
/** A part of a time by which rows are grouped, in the time zone of the server. */
export type TimeUnit = (typeof timeUnits)[number]

/** What grouping by it is called. */
export const unitTitles: Readonly<Record<TimeUnit, Bilingual>> = {
  day: { zh: '按天', en: 'by day' },
  week: { zh: '按周', en: 'by week' },
  month: { zh: '按月', en: 'by month' },
  quarter: { zh: '按季度', en: 'by quarter' },
  year: { zh: '按年', en: 'by year' },
  hour: { zh: '按小时', en: 'by hour' },
  weekday: { zh: '星期几', en: 'day of the week' },
  hourOfDay: { zh: '几点', en: 'hour of the day' },
}

/** A field of the resource, or `via` a reference one of the record that it names (`entId.regionId`). */
export interface ChartPath {
  readonly field: string
  readonly via?: string
}

/** A field by which a board, an address and a call may narrow a chart. */
export interface ChartSearch extends ChartPath {
  /** `all`, or a span of a time: `30 days`, `12 weeks`, `12 months`, `today`, `week`, `month`, `year`. */
  readonly default: string
}

export interface ChartGroup extends ChartPath {
  readonly unit?: TimeUnit
  /**
   * Of a reference to a tree: the nodes one level beneath the searched one (`below`), otherwise beneath that of the user;
   * or those that have this entry of a dictionary of the tree.
   */
  readonly level?: string
}

export interface ChartMeasure {
  readonly name: string
  /** An expression with aggregates: `count()`, `share(handledAt <= handleBy)`. */
  readonly compute: string
  readonly title: Bilingual
  /** `%` for a share; otherwise what is counted. */
  readonly unit?: Bilingual
  readonly better?: 'more' | 'less'
}

/** Numbers about the rows of one resource, and how they are drawn (`charts/<name>.yaml`). */
export interface Chart {
  readonly name: string
  readonly title: Bilingual
  readonly help?: Bilingual
  readonly of: string
  readonly where?: string
  /** The first one that is a time is the time of the chart, which `compare` needs. */
  readonly search: readonly ChartSearch[]
  /** At most two. */
  readonly group: readonly ChartGroup[]
  readonly split?: ChartGroup
  /** At least one. */
  readonly measures: readonly ChartMeasure[]
  readonly kind: ChartKind
  /** The fields of a list of records. */
  readonly columns?: readonly string[]
  /** By a measure or `key`. */
  readonly sort: Order
  /** What the numbers are compared with: the same span before it, or a year before. */
  readonly compare?: 'previous' | 'year'
  readonly better?: 'more' | 'less'
  /** The largest number of groups. */
  readonly top?: number
  /** A parameter with the value to reach. */
  readonly target?: string
  readonly empty?: Bilingual
  /** Addresses at which its numbers are answered too. */
  readonly http: readonly string[]
  /** There, a page of groups with the field of the group and all measures by name. */
  readonly returns?: 'page'
  /** Where its measures are written, otherwise its resource; one that a user has chosen has no file. */
  readonly at?: { readonly file: string; readonly line: number }
}

/** A chart as a client draws it. */
export interface ChartView
  extends Pick<Chart, 'name' | 'title' | 'help' | 'of' | 'where' | 'kind' | 'compare' | 'better' | 'empty' | 'at'> {
  /** With their functions in the words of the user, like `where`. */
  readonly measures: readonly (Omit<ChartMeasure, 'compute'> & { readonly computed: string })[]
  /** Its groups, then its split. */
  readonly groups: readonly {
    readonly title: Bilingual
    readonly unit?: TimeUnit
    /** The search that shows what is beneath a group. */
    readonly opens?: string
  }[]
  readonly isSplit?: true
  /** Of several charts side by side. */
  readonly joins?: readonly (ChartView & Pick<ChartAnswer, 'from' | 'to'>)[]
}

/** The numbers of a chart. */
export interface ChartAnswer {
  readonly chart: ChartView
  /** The days of its time, both inclusive. */
  readonly from?: string
  readonly to?: string
  /** In the order of the chart; of a time, without gaps. */
  readonly rows: readonly ChartRow[]
  /** The number of groups beyond `top`. */
  readonly more: number
  /** The first measure of all groups if theirs add up to it. */
  readonly total?: number
  /** The query of the list with all of its rows; that of a row is the list with the rows of its group. */
  readonly filter: string
  /** The values of the search by which it was narrowed, as given. */
  readonly search: Readonly<Record<string, string>>
  readonly target?: number
  /** Of a list: its records, instead of groups. */
  readonly records?: readonly ChartRecord[]
  /** Of `below`: the nodes from the top to the one whose next level is shown. */
  readonly trail?: readonly ChartNode[]
}

/** The rows of a list as a chart that a user has chosen, and the text of the file that has the same numbers. */
export interface ListChartAnswer extends ChartAnswer {
  readonly text: string
  /** What the user may choose instead; the drawings are those that fit the chosen groups. */
  readonly choices: {
    readonly groups: readonly ListChartChoice[]
    readonly measures: readonly ListChartChoice[]
    readonly kinds: readonly ChartKind[]
  }
}

export interface ListChartChoice {
  /** As a descriptor writes it. */
  readonly text: string
  readonly title: Bilingual
}

/** GeoJSON with the number of the approval of its borders. */
export interface Borders {
  readonly approval: string
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>> | null
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: Rings }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] }
  }[]
}
type Rings = readonly (readonly (readonly number[])[])[]

/** A record of a list, with a cell for each column that the caller may read. */
export interface ChartRecord {
  readonly id: string
  readonly cells: readonly { readonly name: string; readonly text: string; readonly colour?: string }[]
}

export interface ChartNode {
  readonly key: string
  readonly name: string
}

/** A group of rows. */
export interface ChartRow {
  /** One for each group, then one of the split; null is none. */
  readonly keys: readonly (string | null)[]
  /** Their labels, in the language of the request. */
  readonly names: readonly string[]
  /** The colour of the entry of a dictionary with colours: of the split, otherwise of the first group. */
  readonly colour?: string
  /** By measure; null is unknown, none is 0; a per cent is 0 to 100 with one digit. */
  readonly values: Readonly<Record<string, number | string | null>>
  /** The same of the compared span. */
  readonly previous?: Readonly<Record<string, number | null>>
  /** The time of the group has not ended, or the span has only a part of it. */
  readonly partial?: true
  /** A node of a tree that has nodes beneath it. */
  readonly opens?: true
  /** Of a node of a tree: its unique text, the node above it, and the column and the row of its tile: `mapColumn` and `mapRow` of the tree. */
  readonly code?: string
  readonly parent?: ChartNode
  readonly place?: readonly [column: number, row: number]
  /**
   * The query of the list with these rows: `chart=…`. If the first measure counts rows with a condition, it is part of it;
   * of other measures, the list has all rows of the group.
   */
  readonly filter: string
}

/** What a board shows in one place. */
export interface BoardTile {
  readonly name: string
  /** Default: that of its chart. */
  readonly title?: Bilingual
  /** Several for `figures` and `joined` only; none of `work` and `add`. */
  readonly charts: readonly string[]
  /** `joined`: the rows of several charts with the same group side by side, which a client receives as one chart. */
  readonly kind: 'chart' | 'figures' | 'joined' | 'work' | 'add' | 'part'
  /** The name of a component of the product, which is given the chart. */
  readonly part?: string
  readonly work?: readonly BoardWork[]
  /** Resources whose form for a new record buttons open, for users who may add one. */
  readonly add?: readonly string[]
  /** Addresses at which the numbers of several charts are answered too, and `page` there as of a chart. */
  readonly http?: readonly string[]
  readonly returns?: 'page'
  /** What is shown where no row waits. */
  readonly empty?: Bilingual
  /** Values of `search` for this tile instead of those of the board. */
  readonly search?: Readonly<Record<string, string>>
  /** Columns of 24, and rows of 44 px. */
  readonly span: number
  readonly tall: number
}

/** Rows of a resource that wait for a step. */
export interface BoardWork {
  readonly of: string
  readonly where: string
  /** The time until which they wait: a day or a time. */
  readonly due: string
  readonly step: string
}

export interface WorkRow {
  readonly of: string
  readonly id: string
  readonly step: { readonly name: string; readonly title: Bilingual }
  readonly name: string
  readonly about: string
  /** A day or a time as transmitted; null is unknown. */
  readonly due: string | null
}

export interface WorkAnswer {
  /** The earliest due first. */
  readonly rows: readonly WorkRow[]
  /** Further rows wait that are not sent. */
  readonly more: boolean
}

/**
 * A page of charts (`boards/<name>.yaml`). Its page is in `pages` of the Model, with `board` instead of `screen`; without
 * one it is the first page of some users.
 */
export interface Board {
  readonly name: string
  /** A board for a display, without the frame of the application. */
  readonly as?: 'screen'
  /** Seconds until the next scene. */
  readonly every?: number
  /** Instead of `tiles`; shown in turn. */
  readonly scenes?: readonly BoardScene[]
  /** Roles, or names of entries of `sourceType`, whose users see it as their first page. */
  readonly home?: readonly string[]
  /** Fields by which all tiles that have them are narrowed, with their defaults; `period` is the time of each chart. */
  readonly search: Readonly<Record<string, string>>
  readonly tiles: readonly BoardTile[]
  /** The order of the tiles on a phone. */
  readonly phone: readonly string[]
  /** Charts whose records are counted at `http.count` and contained in the workbook at `http.workbook`. */
  readonly lists?: readonly string[]
  readonly http?: { readonly count?: string; readonly workbook?: string }
}

export interface BoardScene extends Pick<Board, 'tiles'> {
  readonly name: string
  readonly title?: Bilingual
  /** A search by a reference to a tree: a scene for each node beneath the searched one. */
  readonly each?: string
}

/** A scene as it is shown: `each` has one for each node, by its search. */
export interface ShownScene {
  readonly name: string
  readonly title?: Bilingual
  readonly search: Readonly<Record<string, string>>
}

/** A search by a choice: of a reference, a dictionary or a boolean. */
export interface BoardField {
  /** As in `search`. */
  readonly name: string
  /** The resource that has the field. */
  readonly of: string
  readonly field: string
}

/** All numbers of a board, of one snapshot. A tile without a chart that the caller may view is missing. */
export interface BoardAnswer {
  readonly board: Board
  /** The present values of `search`. */
  readonly search: Readonly<Record<string, string>>
  /** The choices of `search` whose fields the user may read. */
  readonly fields: readonly BoardField[]
  readonly charts: Readonly<Record<string, ChartAnswer>>
  /** The scenes in their order, and the position of the one whose tiles and numbers these are. */
  readonly scenes?: readonly ShownScene[]
  readonly scene?: number
  /** By the name of the tile. */
  readonly work: Readonly<Record<string, WorkAnswer>>
}
