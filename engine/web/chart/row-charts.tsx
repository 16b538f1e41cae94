import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLanguage } from '../words/i18n.ts'
import { type ChartMark, paintOf } from './chart-data.ts'
import { GroupName, Marks, useChart } from './marks.tsx'
import { isShare } from './number-text.ts'

/** A ranking: words, a bar from zero with a tick for the span before, the figure. */
export function Bars() {
  const { answer, firstMarks, number } = useChart()
  const { target } = answer
  const most = Math.max(...firstMarks.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]), target ?? 0)
  const part = (value: number) => `${most === 0 ? 0 : (Math.max(0, value) / most) * 100}%`
  return (
    <Marks
      className="chart-body chart-rows chart-bars grid grow scroll"
      marks={firstMarks}
      draw={({ row, measure, value, previous }) => (
        <>
          <span className="row gap-8 grow">
            {row.colour && <i className="square-8 fixed circle" style={{ background: paintOf(row.colour, 0, 1) }} />}
            <GroupName of={row} />
          </span>
          <span className="chart-bar relative">
            <i className="absolute" style={{ width: part(value ?? 0) }} />
            {previous !== null && <s className="absolute" style={{ left: part(previous) }} />}
            {target !== undefined && <s className="chart-target absolute" style={{ left: part(target) }} />}
          </span>
          <b>
            {number(measure, value)}
            {isShare(measure) && ' %'}
          </b>
        </>
      )}
    />
  )
}

/** Parts of a whole: one bar, or a ring with the total in it, and a list with figures and shares. */
export function Parts() {
  const { answer, chart, firstMarks, label, language, number } = useChart()
  const sums = firstMarks.map((_, at) => firstMarks.slice(0, at).reduce((sum, { value }) => sum + (value ?? 0), 0))
  const shown = (sums.at(-1) ?? 0) + (firstMarks.at(-1)?.value ?? 0)
  const whole = answer.total ?? shown
  const shareOf = (value: number | null | undefined) => (whole === 0 ? 0 : ((value ?? 0) / whole) * 100)
  const paint = ({ row }: ChartMark, at: number) => paintOf(row.colour, at, firstMarks.length + 1)
  const unit = firstMarks[0]?.measure.unit
  const isRing = chart.kind === 'donut'
  return (
    <div className={`chart-body grow gap-12 ${isRing ? 'chart-donut row' : 'stack'}`}>
      {isRing ? (
        <svg viewBox="0 0 42 42" role="img" aria-label={label}>
          <g fill="none" strokeWidth={5} transform="rotate(-90 21 21)">
            {firstMarks.map((mark, at) => (
              <circle
                key={`${mark.row.keys}`}
                {...{ cx: 21, cy: 21, r: 17, pathLength: 100 }}
                style={{ stroke: paint(mark, at) }}
                strokeDasharray={`${Math.max(0, shareOf(mark.value) - 0.6)} 100`}
                strokeDashoffset={-shareOf(sums[at]) - 0.3}
              />
            ))}
          </g>
          <text className="bold" x="21" y={unit ? 21 : 23}>
            {number({}, whole)}
          </text>
          {unit && (
            <text className="bold" x="21" y="26.5">
              {unit[language]}
            </text>
          )}
        </svg>
      ) : (
        <div className="chart-whole flex fixed gap-2 clip h-14 round-3" role="img" aria-label={label}>
          {firstMarks.map((mark, at) => (
            <i
              key={`${mark.row.keys}`}
              className="min-w-2"
              style={{ background: paint(mark, at), flexGrow: shareOf(mark.value) }}
            />
          ))}
          {whole > shown && <i style={{ background: 'var(--chart-soft)', flexGrow: shareOf(whole - shown) }} />}
        </div>
      )}
      <Marks
        className={`chart-rows chart-parts-list grid scroll ${isRing ? 'grow' : ''}`}
        marks={firstMarks}
        look={(_, at) => ({ className: at > 0 && !isRing ? 'ruled' : '' })}
        draw={(mark, at) => (
          <>
            <i className="square-8 fixed round-2" style={{ background: paint(mark, at) }} />
            <GroupName of={mark.row} />
            <b>{number(mark.measure, mark.value)}</b>
            <small className="min-w-44 text-right">{shareOf(mark.value).toFixed(1)} %</small>
          </>
        )}
      />
    </div>
  )
}

/** Cells of two groups, the darker the larger; 0 has the colour of none. */
export function Heat() {
  const { groups, series, marks } = useChart().data
  const most = Math.max(...marks.map(({ value }) => value ?? 0), 1)
  const step = Math.ceil(series.length / 8)
  return (
    <div
      className="chart-body chart-heat grid grow gap-2 muted size-12"
      style={{ gridTemplateColumns: `max-content repeat(${series.length}, minmax(0, 1fr))` }}
    >
      <Marks
        className="chart-cells contents"
        down={series.length}
        marks={marks}
        look={mark => ({
          className: 'round-2',
          style: {
            background: `var(--chart-ramp-${Math.ceil(((mark.value ?? 0) / most) * 5)})`,
            gridArea: `${mark.group + 1} / ${mark.series + 2}`,
          },
        })}
      >
        {groups.map(({ key, name }, row) => (
          <span key={key} className="self-center pr-6" style={{ gridArea: `${row + 1} / 1` }}>
            {name}
          </span>
        ))}
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

/** Days by week, Monday first; the darker the more. */
export function DayGrid() {
  const { firstMarks, number } = useChart()
  const marks = firstMarks.filter(({ row }) => row.keys[0] !== null)
  const most = Math.max(...marks.map(({ value }) => value ?? 0), 1)
  const weekday = new Intl.DateTimeFormat(useLanguage(), { weekday: 'narrow', timeZone: 'UTC' })
  const first = (new Date(`${marks[0]?.row.keys[0]}T12:00:00Z`).getUTCDay() + 6) % 7
  return (
    <Marks
      className="chart-body chart-calendar grid grow scroll"
      down={7}
      marks={marks}
      look={({ row }, at) => ({
        className: `chart-day flex wrap spread ruled ${row.partial ? 'accent bold' : 'muted'}`,
        ...(at === 0 && { style: { gridColumn: first + 1 } }),
      })}
      draw={({ row, measure, value }) => (
        <>
          <span>{Number(row.keys[0]?.slice(8))}</span>
          {value ? (
            <b
              className="round-4 ink px-6"
              style={{ background: `var(--chart-ramp-${Math.ceil((value / most) * 3)})` }}
            >
              {number(measure, value)}
            </b>
          ) : null}
        </>
      )}
    >
      {[0, 1, 2, 3, 4, 5, 6].map(day => (
        <small key={day}>{weekday.format(Date.UTC(2024, 0, day + 1))}</small>
      ))}
    </Marks>
  )
}

/** One number, its change since the span before and the value to reach; further measures stand below. */
export function FigureChart({ hasTitle = false }: { readonly hasTitle?: boolean }) {
  const { answer, data, title, language, words, number, amount } = useChart()
  const [, ...others] = data.marks
  return (
    <Marks
      className="chart-figure stack grow"
      marks={data.marks.slice(0, 1)}
      look={() => ({
        className: `stack grow text-13 muted ${hasTitle ? 'pt-8 pr-16 pb-6 pl-20' : 'px-20 pb-12'}`,
      })}
      draw={mark => {
        const { measure, value, previous } = mark
        return (
          <>
            {hasTitle && <span className="truncate">{title}</span>}
            <strong className="nowrap ink size-26 line-34">
              {number(measure, value)} {measure.unit && value !== null && <small>{measure.unit[language]}</small>}
            </strong>
            <small className="chart-beside row gap-x-8">
              {value !== null && previous !== null && <Change mark={mark} change={value - previous} />}
              {answer.target !== undefined && <span>{words('target', { value: amount(measure, answer.target) })}</span>}
              {others.map(({ measure, row }) => (
                <span key={measure.name}>
                  {measure.title[language]} {amount(measure, row.values[measure.name])}
                </span>
              ))}
            </small>
          </>
        )
      }}
    />
  )
}

/** An arrow and by how much a number changed; in colour only where one direction is better. */
function Change({ mark: { measure }, change }: { readonly mark: ChartMark; readonly change: number }) {
  const { answer, chart, words, number } = useChart()
  const better = measure.better ?? chart.better
  const isUp = change > 0
  const tone = change === 0 || !better ? undefined : isUp === (better === 'more') ? 'good' : 'bad'
  const Arrow = isUp ? ArrowUp : ArrowDown
  const amount = Math.abs(change)
  return (
    <>
      <span className={`chart-change row gap-2 fixed ${tone === 'bad' ? 'late' : 'muted'}`} data-tone={tone}>
        {change !== 0 && <Arrow size={12} aria-hidden />}
        {isShare(measure) ? words('points', { value: amount.toFixed(1) }) : number({}, amount)}
      </span>
      {/* There is room for one of both. */}
      {answer.target === undefined && <span>{words(chart.compare === 'year' ? 'sinceYear' : 'sincePrevious')}</span>}
    </>
  )
}
