/** The numbers of tiles of a wall. */
export const wallSizes = [1, 4, 9, 16] as const
export type WallSize = (typeof wallSizes)[number]

/** What a wall shows. With more cameras than tiles it has groups, which take turns. */
export interface WallLayout {
  /** A phone shows two at a time. */
  readonly size: WallSize | 2
  /** Ids of cameras, group after group; empty texts are empty tiles. */
  readonly tiles: readonly string[]
}

/** The layout of an address; undefined where the address has none. */
export function layoutIn(search: URLSearchParams): WallLayout | undefined {
  const tiles = search.get('tiles')
  if (tiles === null) return undefined
  const size = wallSizes.find(one => one === Number(search.get('size'))) ?? 4
  return { size, tiles: tiles === '' ? [] : tiles.split('-') }
}

/** The style of a grid of so many tiles. */
export const sideOf = (size: number): object => ({ '--side': size === 2 ? 1 : Math.sqrt(size) })

/** The parameters of the address of a layout. */
export const addressOfLayout = ({ size, tiles }: WallLayout): Readonly<Record<string, string>> => ({
  size: String(size),
  tiles: trimmed(tiles).join('-'),
})

/** The smallest wall for a number of cameras. */
export const sizeFor = (cameras: number): WallSize => wallSizes.find(size => size >= cameras) ?? 16

export const wallGroups = ({ size, tiles }: WallLayout): number => Math.max(1, Math.ceil(trimmed(tiles).length / size))

/** The tiles of a group, as many as the wall has. */
export const tilesOf = ({ size, tiles }: WallLayout, group: number): readonly string[] =>
  Array.from({ length: size }, (_, at) => tiles[group * size + at] ?? '')

/** The first camera in a place, replacing what is there, and the others in the empty places after it. */
export function withCameras(layout: WallLayout, place: number, cameras: readonly string[]): WallLayout {
  const tiles = layout.tiles.map(id => (cameras.includes(id) ? '' : id))
  let at = place
  for (const camera of cameras) {
    while (at !== place && (tiles[at] ?? '') !== '') at++
    while (tiles.length < at) tiles.push('')
    tiles[at] = camera
    at++
  }
  return { ...layout, tiles }
}

/** The layout with two places exchanged. */
export function exchanged(layout: WallLayout, one: number, other: number): WallLayout {
  const length = Math.max(layout.tiles.length, one + 1, other + 1)
  const from = (at: number) => layout.tiles[at === one ? other : at === other ? one : at] ?? ''
  return { ...layout, tiles: Array.from({ length }, (_, at) => from(at)) }
}

/** The first empty place of a group, or its first place where it is full. */
export function emptyPlace(layout: WallLayout, group: number): number {
  const free = tilesOf(layout, group).indexOf('')
  return group * layout.size + Math.max(0, free)
}

const trimmed = (tiles: readonly string[]) => tiles.slice(0, tiles.findLastIndex(id => id !== '') + 1)
