import { before, type ChartData, paintOf, seriesKey } from './chart-data.ts'
import { useChart } from './marks.tsx'

interface LegendProps {
  /** With the marks of hidden series. */
  readonly data: ChartData
  readonly hidden: readonly string[]
  onHide(hidden: readonly string[]): void
}

/** The series of a drawing in their order, each with a button that hides it; or the scale of colours. */
export function Legend({ data: { series, marks }, hidden, onHide }: LegendProps) {
  const {
    chart: { kind },
    language,
    words,
    beforeTitle,
  } = useChart()
  if (kind === 'heat' || kind === 'map')
    return (
      <span className="chart-legend chart-scale row text-12 muted justify-end gap-x-10">
        {words('few')}
        <span className="row">
          {[0, 1, 2, 3, 4, 5].map(level => (
            <i key={level} className="w-16 h-8" style={{ background: `var(--chart-ramp-${level})` }} />
          ))}
        </span>
        {words('many')}
      </span>
    )
  if (kind !== 'line' && kind !== 'columns' && kind !== 'stack') return null
  const hasPrevious = kind !== 'stack' && marks.some(({ previous }) => previous !== null)
  if (series.length === 1 && !hasPrevious) return null
  const own = series.map((one, at) => ({
    key: seriesKey(one),
    title: series.length === 1 ? words('present') : (one.name ?? one.measure.title[language]),
    style: { background: paintOf(one.colour, at, series.length) },
  }))
  const previous = { key: before, title: beforeTitle, style: undefined }
  const shown = [...own, ...(hasPrevious ? [previous] : [])]
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter(one => one !== key) : [...hidden, key]
    // Without the last series nothing would be drawn.
    onHide(own.every(one => next.includes(one.key)) ? [] : next)
  }
  return (
    <fieldset
      className="chart-legend row wrap text-12 muted justify-end gap-x-10"
      data-line={kind === 'line'}
      aria-label={words('series')}
    >
      {shown.map(({ key, title, style }) => (
        <button
          key={key}
          type="button"
          className="row gap-4 plain-link round-4 py-2 px-4"
          aria-pressed={!hidden.includes(key)}
          onClick={() => toggle(key)}
        >
          <i className={`square-8 fixed round-2${style ? '' : ' chart-before'}`} style={style} />
          {title}
        </button>
      ))}
    </fieldset>
  )
}
