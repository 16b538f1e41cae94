import { useQuery } from '@tanstack/react-query'
import type { Borders, ChartAnswer } from '../../model/chart.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ChartMark } from './chart-data.ts'
import { MarkLink, Marks, type NamedProps } from './marks.tsx'

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
  const all = places.flatMap(({ rings }) => rings.flat())
  const [lowest, highest] = rangeOf(all.map(([, y = 0]) => y))
  const by = Math.cos(((lowest + highest) / 2) * (Math.PI / 180))
  const at = ([x = 0, y = 0]: readonly number[]) => [x * by * 1000, -y * 1000] as const
  const [left, right] = rangeOf(all.map(point => at(point)[0]))
  const [top, bottom] = rangeOf(all.map(point => at(point)[1]))
  const paths = places.map(({ key, rings }) => {
    const points = rings.flat().map(at)
    const [xs, ys] = [rangeOf(points.map(([x]) => x)), rangeOf(points.map(([, y]) => y))]
    const d = rings.map(
      ring =>
        `M${ring
          .map(point =>
            at(point)
              .map(one => one.toFixed(1))
              .join(' '),
          )
          .join('L')}Z`,
    )
    return [key, { d: d.join(''), middle: [(xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2] as const }] as const
  })
  return { viewBox: [left, top, right - left, bottom - top].join(' '), paths: new Map(paths) }
}

/** Not by spreading: a border has many points. */
const rangeOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Infinity, -Infinity],
  )

interface BorderMapProps extends NamedProps {
  readonly shapes: Shapes
  readonly marks: readonly ChartMark[]
  readonly paint: (mark: ChartMark) => string
}

/** Places by their borders, then what has none as text. */
export function BorderMap({ answer, label, shapes, marks, paint }: BorderMapProps) {
  const [, , width = 0] = shapes.viewBox.split(' ').map(Number)
  const hasShape = ({ row }: ChartMark) => shapes.paths.has(row.keys[0] ?? '')
  const others = marks.filter(mark => !hasShape(mark))
  return (
    <Marks answer={answer} className="chart-body chart-borders stack grow" label={label}>
      <svg className="grow" viewBox={shapes.viewBox} aria-hidden={false}>
        <title>{label}</title>
        {marks.filter(hasShape).map((mark, at) => {
          const { d, middle } = shapes.paths.get(mark.row.keys[0] ?? '') ?? {}
          return (
            <MarkLink key={`${mark.row.keys}`} mark={mark} isFirst={at === 0}>
              <path d={d} style={{ fill: paint(mark) }} />
              <text x={middle?.[0]} y={middle?.[1]} fontSize={width / 40}>
                {mark.row.names[0]} {mark.value ?? '—'}
              </text>
            </MarkLink>
          )
        })}
      </svg>
      {others.length > 0 && (
        <p className="row wrap gap-12 muted text-12 py-6">
          {others.map(mark => (
            <MarkLink key={`${mark.row.keys}`} mark={mark} isFirst={false}>
              {mark.row.names[0]} {mark.value ?? '—'}
            </MarkLink>
          ))}
        </p>
      )}
    </Marks>
  )
}
