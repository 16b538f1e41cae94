import { useQuery } from '@tanstack/react-query'
import type { Borders, ChartAnswer } from '../../model/chart.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ChartMark } from './chart-data.ts'
import { MarkLink, Marks, useChart } from './marks.tsx'

interface Shapes {
  readonly approval: string
  readonly viewBox: string
  /** By the key of a place. */
  readonly paths: ReadonlyMap<string, { readonly d: string; readonly middle: readonly [number, number] }>
}

/**
 * The borders of all places of a map, if the operator has supplied them. Neither the rows without a place have one, nor
 * those of the node above the others, which would cover them.
 */
export function useBorders({ chart, rows, trail }: ChartAnswer): Shapes | undefined {
  const { session } = useEngine()
  const { data } = useQuery({
    queryKey: ['borders'],
    queryFn: ({ signal }) => session.call<Borders | null>('/api/engine/borders', { signal }),
    enabled: chart.kind === 'map',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return undefined
  const above = trail?.at(-1)?.key
  const places = rows.filter(({ keys: [key] }) => key !== null && key !== above)
  const found = places.flatMap(({ keys: [key], names: [name], code }) => {
    const feature = data.features.find(
      ({ properties: of }) => (code !== undefined && String(of?.['code']) === code) || of?.['name'] === name,
    )
    return feature && key ? [{ key, rings: ringsOf(feature.geometry) }] : []
  })
  return found.length > 0 && found.length === places.length ? { approval: data.approval, ...drawn(found) } : undefined
}

const ringsOf = (geometry: Borders['features'][number]['geometry']) =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

/** Degrees of longitude are as long as those of latitude in the middle of the map. */
function drawn(places: readonly { key: string; rings: ReturnType<typeof ringsOf> }[]): Omit<Shapes, 'approval'> {
  const whole = boxOf(places.flatMap(({ rings }) => rings.flat()))
  const by = Math.cos((whole.top + whole.height / 2) * (Math.PI / 180))
  const paths = places.map(({ key, rings }) => {
    const drawn = rings.map(ring => ring.map(([x = 0, y = 0]) => [x * by * 1000, -y * 1000]))
    const d = drawn.map(ring => `M${ring.map(point => point.map(one => one.toFixed(1)).join(' ')).join('L')}Z`)
    return { key, d: d.join(''), box: boxOf(drawn.flat()) }
  })
  const { left, top, width, height } = boxOf(
    paths.flatMap(({ box }) => [
      [box.left, box.top],
      [box.left + box.width, box.top + box.height],
    ]),
  )
  return {
    viewBox: `${left} ${top} ${width} ${height}`,
    paths: new Map(
      paths.map(({ key, d, box }) => [key, { d, middle: [box.left + box.width / 2, box.top + box.height / 2] }]),
    ),
  }
}

/** Not by spreading: a border has many points. */
function boxOf(points: readonly (readonly number[])[]) {
  const [left, top, right, bottom] = points.reduce(
    ([left = 0, top = 0, right = 0, bottom = 0], [x = 0, y = 0]) => [
      ...[Math.min(left, x), Math.min(top, y)],
      ...[Math.max(right, x), Math.max(bottom, y)],
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  ) as [number, number, number, number]
  return { left, top, width: right - left, height: bottom - top }
}

interface BorderMapProps {
  readonly shapes: Shapes
  readonly paint: (mark: ChartMark) => string
}

/** Places by their borders, then what has none as text. */
export function BorderMap({ shapes, paint }: BorderMapProps) {
  const { firstMarks, label } = useChart()
  const [, , width = 0] = shapes.viewBox.split(' ').map(Number)
  const hasShape = ({ row }: ChartMark) => shapes.paths.has(row.keys[0] ?? '')
  const others = firstMarks.filter(mark => !hasShape(mark))
  const text = ({ row, value }: ChartMark) => `${row.names[0]} ${value ?? '—'}`
  return (
    <Marks className="chart-body chart-borders stack grow">
      <svg className="grow" viewBox={shapes.viewBox} aria-hidden={false}>
        <title>{label}</title>
        {firstMarks.filter(hasShape).map(mark => {
          const { d, middle } = shapes.paths.get(mark.row.keys[0] ?? '') ?? {}
          return (
            <MarkLink key={`${mark.row.keys}`} mark={mark}>
              <path d={d} style={{ fill: paint(mark) }} />
              <text x={middle?.[0]} y={middle?.[1]} fontSize={width / 40}>
                {text(mark)}
              </text>
            </MarkLink>
          )
        })}
      </svg>
      {others.length > 0 && (
        <p className="row wrap gap-12 muted text-12 py-6">
          {others.map(mark => (
            <MarkLink key={`${mark.row.keys}`} mark={mark}>
              {text(mark)}
            </MarkLink>
          ))}
        </p>
      )}
    </Marks>
  )
}
