import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ChartAnswer } from '../../model/chart.ts'
import { useLanguage } from '../words/i18n.ts'
import { type ChartMark, paintOf } from './chart-data.ts'
import { useChartWords } from './chart-words.ts'
import { type ChartBodyProps, MarkLink, Marks, type NamedProps } from './marks.tsx'
import { amountText, drawnValue, isShare } from './number-text.ts'

/** The marks of the first measure, which kinds with one number for each group draw. */
const firstOf = ({ data }: ChartBodyProps): readonly ChartMark[] => data.marks.filter(({ series }) => series === 0)

/** A ranking: words, a bar from zero with a tick for the span before, the figure. */
export function Bars(props: NamedProps) {
  const { answer, label } = props
  const language = useLanguage()
  const marks = firstOf(props)
  const most = Math.max(...marks.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]), answer.target ?? 0)
  const part = (value: number) => `${most === 0 ? 0 : (Math.max(0, value) / most) * 100}%`
  return (
    <Marks answer={answer} className="chart-body chart-rows chart-bars grid grow scroll" label={label}>
      {marks.map((mark, at) => (
        <MarkLink key={`${mark.row.keys}`} mark={mark} isFirst={at === 0}>
          <span className="row gap-8 grow">
            {mark.row.colour && <i className="chart-dot" style={{ background: paintOf(mark.row.colour, 0, 1) }} />}
            <span className="truncate" title={mark.row.names[0]}>
              {mark.row.names[0]}
            </span>
          </span>
          <span className="chart-bar relative">
            <i className="absolute" style={{ width: part(mark.value ?? 0) }} />
            {mark.previous !== null && <s className="absolute" style={{ left: part(mark.previous) }} />}
            {answer.target !== undefined && (
              <s className="chart-target absolute" style={{ left: part(answer.target) }} />
            )}
          </span>
          <b>
            {drawnValue(mark.measure, mark.value, language)}
            {isShare(mark.measure) && ' %'}
          </b>
        </MarkLink>
      ))}
    </Marks>
  )
}

/** Parts of a whole: one bar, or a ring with the total in it, and a list with figures and shares. */
export function Parts(props: NamedProps) {
  const { answer, label } = props
  const language = useLanguage()
  const marks = firstOf(props)
  const shown = marks.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const whole = answer.total ?? shown
  const parts = marks.map((mark, at) => ({
    mark,
    paint: paintOf(mark.row.colour, at, marks.length + 1),
    share: whole === 0 ? 0 : ((mark.value ?? 0) / whole) * 100,
    before: whole === 0 ? 0 : (marks.slice(0, at).reduce((sum, { value }) => sum + (value ?? 0), 0) / whole) * 100,
  }))
  const unit = marks[0]?.measure.unit
  const isRing = answer.chart.kind === 'donut'
  return (
    <div className={`chart-body grow gap-12 ${isRing ? 'chart-donut row' : 'stack'}`}>
      {isRing ? (
        <svg viewBox="0 0 42 42" role="img" aria-label={label}>
          <g fill="none" strokeWidth={5} transform="rotate(-90 21 21)">
            {parts.map(({ mark, paint, share, before }) => (
              <circle
                key={`${mark.row.keys}`}
                {...{ cx: 21, cy: 21, r: 17, pathLength: 100 }}
                style={{ stroke: paint }}
                strokeDasharray={`${Math.max(0, share - 0.6)} 100`}
                strokeDashoffset={-before - 0.3}
              />
            ))}
          </g>
          <text className="bold" x="21" y={unit ? 21 : 23}>
            {drawnValue({}, whole, language)}
          </text>
          {unit && (
            <text className="bold" x="21" y="26.5">
              {unit[language]}
            </text>
          )}
        </svg>
      ) : (
        <div className="chart-whole flex fixed gap-2 clip" role="img" aria-label={label}>
          {parts.map(({ mark, paint, share }) => (
            <i key={`${mark.row.keys}`} style={{ background: paint, flexGrow: share }} />
          ))}
          {whole > shown && (
            <i style={{ background: 'var(--chart-soft)', flexGrow: ((whole - shown) / whole) * 100 }} />
          )}
        </div>
      )}
      <Marks
        answer={answer}
        className={`chart-rows chart-parts-list grid scroll ${isRing ? 'grow' : ''}`}
        label={label}
      >
        {parts.map(({ mark, paint, share }, at) => (
          <MarkLink
            key={`${mark.row.keys}`}
            mark={mark}
            isFirst={at === 0}
            className={at > 0 && !isRing ? 'ruled' : ''}
          >
            <i className="chart-dot" style={{ background: paint }} />
            <span className="truncate" title={mark.row.names[0]}>
              {mark.row.names[0]}
            </span>
            <b>{drawnValue(mark.measure, mark.value, language)}</b>
            <small>{share.toFixed(1)} %</small>
          </MarkLink>
        ))}
      </Marks>
    </div>
  )
}

/** Cells of two groups, the darker the larger; 0 has the colour of none. */
export function Heat({ answer, data, label }: NamedProps) {
  const { groups, series, marks } = data
  const most = Math.max(...marks.map(({ value }) => value ?? 0), 1)
  const step = Math.ceil(series.length / 8)
  return (
    <div
      className="chart-body chart-heat grid grow gap-2 muted size-12"
      style={{ gridTemplateColumns: `max-content repeat(${series.length}, minmax(0, 1fr))` }}
    >
      <Marks answer={answer} className="chart-cells contents" label={label} down={series.length}>
        {groups.map((group, row) => [
          <span key={group.key}>{group.name}</span>,
          ...series.map((_, column) => {
            const mark = marks.find(one => one.group === row && one.series === column)
            const level = Math.ceil(((mark?.value ?? 0) / most) * 5)
            const style = { background: `var(--chart-ramp-${level})`, gridColumn: column + 2 }
            return mark && <MarkLink key={`${mark.row.keys}`} mark={mark} isFirst={row + column === 0} style={style} />
          }),
        ])}
      </Marks>
      {series.map(({ name }, column) =>
        column % step === 0 ? (
          <small
            key={name}
            className="nowrap"
            style={{ gridColumn: `${column + 2} / span ${Math.min(step, series.length - column)}` }}
          >
            {name}
          </small>
        ) : null,
      )}
    </div>
  )
}

/** One number, its change since the span before and the value to reach; further measures stand below. */
export function FigureChart({ answer, data, title }: ChartBodyProps & { readonly title?: string }) {
  const language = useLanguage()
  const words = useChartWords()
  const [mark, ...others] = data.marks
  if (!mark) return null
  const { measure, value, previous } = mark
  const unit = measure.unit?.[language]
  return (
    <Marks answer={answer} className="chart-figure stack grow" label={title ?? ''}>
      <MarkLink mark={mark} isFirst className="stack grow text-13 muted">
        {title && <span className="truncate">{title}</span>}
        <strong className="nowrap ink">
          {drawnValue(measure, value, language)} {unit && value !== null && <small>{unit}</small>}
        </strong>
        <small className="chart-beside row gap-x-8">
          {value !== null && previous !== null && <Change answer={answer} mark={mark} change={value - previous} />}
          {answer.target !== undefined && (
            <span>{words('target', { value: amountText(measure, answer.target, language) })}</span>
          )}
          {others.map(other => (
            <span key={other.measure.name}>
              {other.measure.title[language]}{' '}
              {amountText(other.measure, other.row.values[other.measure.name], language)}
            </span>
          ))}
        </small>
      </MarkLink>
    </Marks>
  )
}

interface ChangeProps {
  readonly answer: ChartAnswer
  readonly mark: ChartMark
  readonly change: number
}

/** An arrow and by how much a number changed; in colour only where one direction is better. */
function Change({ answer, mark: { measure }, change }: ChangeProps) {
  const language = useLanguage()
  const words = useChartWords()
  const better = measure.better ?? answer.chart.better
  const isUp = change > 0
  const tone = change === 0 || !better ? undefined : isUp === (better === 'more') ? 'good' : 'bad'
  const Arrow = isUp ? ArrowUp : ArrowDown
  const amount = isShare(measure)
    ? words('points', { value: Math.abs(change).toFixed(1) })
    : drawnValue({}, Math.abs(change), language)
  return (
    <>
      <span className="chart-change row gap-2 fixed muted" data-tone={tone}>
        {change !== 0 && <Arrow size={12} aria-hidden />}
        {amount}
      </span>
      {/* There is room for one of both. */}
      {answer.target === undefined && (
        <span>{words(answer.chart.compare === 'year' ? 'sinceYear' : 'sincePrevious')}</span>
      )}
    </>
  )
}
