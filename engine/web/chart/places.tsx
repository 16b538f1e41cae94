import type { CSSProperties } from 'react'
import type { ChartAnswer } from '../../model/chart.ts'
import { useLanguage } from '../words/i18n.ts'
import { BorderMap, useBorders } from './borders.tsx'
import type { ChartMark } from './chart-data.ts'
import { MarkLink, Marks, type NamedProps } from './marks.tsx'
import { amountText, drawnValue, isShare, wholeValue } from './number-text.ts'

/** Places as equal tiles, where their positions put them or in their order; of several regions, a block for each. */
export function TileMap({ answer, data, label }: NamedProps) {
  const first = data.marks.filter(({ series }) => series === 0)
  const most = Math.max(...first.map(({ value }) => value ?? 0), 1)
  const parents = new Map(first.map(({ row }) => [row.parent?.key, row.parent?.name]))
  const isWhole = [...parents.keys()].filter(key => key !== undefined).length < 2
  const shapes = useBorders(answer)
  if (shapes)
    return (
      <BorderMap
        {...{ answer, data, label, shapes }}
        marks={first}
        paint={mark => String(tileOf(mark, answer, first, most, false).style.background)}
      />
    )
  const placed = (marks: readonly ChartMark[], isSmall: boolean) =>
    marks.map(mark => (
      <MarkLink
        key={`${mark.row.keys}`}
        mark={mark}
        isFirst={mark === first[0]}
        {...tileOf(mark, answer, first, most, isWhole)}
      >
        {!isSmall && <Tile mark={mark} answer={answer} />}
      </MarkLink>
    ))
  return (
    <Marks
      answer={answer}
      className="chart-body chart-map grid grow gap-4 scroll"
      label={label}
      style={{ '--across': acrossOf(isWhole ? first.length : parents.size) } as CSSProperties}
    >
      {isWhole
        ? placed(first, false)
        : [...parents].map(([key, name]) => {
            const own = first.filter(({ row }) => row.parent?.key === key)
            const sum = own.reduce((sum, { value }) => sum + (value ?? 0), 0)
            return (
              <div key={key ?? ''} className="chart-block grid gap-4">
                <span>{name ?? own[0]?.row.names[0]}</span>
                <b>{sum}</b>
                <div className="grid gap-2 columns-4">{placed(own, true)}</div>
              </div>
            )
          })}
    </Marks>
  )
}

const acrossOf = (count: number) => Math.ceil(Math.sqrt(count * 1.3))

function tileOf(
  { value, row }: ChartMark,
  answer: ChartAnswer,
  all: readonly ChartMark[],
  most: number,
  isPlaced: boolean,
) {
  const level = Math.ceil((Math.max(value ?? 0, 0) / most) * 5)
  const [columns, rows] = [0, 1].map(at => all.flatMap(one => one.row.place?.[at] ?? []))
  const [column, line] = row.place ?? []
  const isAt = isPlaced && column !== undefined && line !== undefined && columns?.length === all.length
  const isUrgent = answer.chart.measures
    .slice(1)
    .some(one => one.better === 'less' && !isShare(one) && Number(row.values[one.name]) > 0)
  return {
    className: `chart-place stack spread min-0 round-4${level > 3 ? ' dense' : ''}${isUrgent ? ' urgent' : ''}`,
    style: {
      background: `var(--chart-ramp-${level})`,
      ...(isAt && {
        gridColumn: column - Math.min(...(columns ?? [])) + 1,
        gridRow: line - Math.min(...(rows ?? [])) + 1,
      }),
    },
  }
}

function Tile({ mark, answer }: { readonly mark: ChartMark; readonly answer: ChartAnswer }) {
  const language = useLanguage()
  const [, second] = answer.chart.measures
  return (
    <>
      <span className="truncate" title={mark.row.names[0]}>
        {mark.row.names[0]}
      </span>
      <span className="row spread gap-4 truncate">
        <b>{drawnValue(mark.measure, mark.value, language)}</b>
        {second && (
          <small title={second.title[language]}>
            {(isShare(second) ? amountText : wholeValue)(second, mark.row.values[second.name], language)}
          </small>
        )}
      </span>
    </>
  )
}

/** Days by week, Monday first; the darker the more. */
export function DayGrid({ answer, data, label }: NamedProps) {
  const language = useLanguage()
  const marks = data.marks.filter(({ series, row }) => series === 0 && row.keys[0] !== null)
  const most = Math.max(...marks.map(({ value }) => value ?? 0), 1)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  const dayOf = (key: string | null | undefined) => (new Date(`${key}T12:00:00Z`).getUTCDay() + 6) % 7
  return (
    <Marks answer={answer} className="chart-body chart-calendar grid grow scroll" label={label} down={7}>
      {[0, 1, 2, 3, 4, 5, 6].map(day => (
        <small key={day}>{weekday.format(Date.UTC(2024, 0, day + 1))}</small>
      ))}
      {marks.map((mark, at) => (
        <MarkLink
          key={`${mark.row.keys}`}
          mark={mark}
          isFirst={at === 0}
          className={`chart-day flex wrap spread ruled ${mark.row.partial ? 'accent bold' : 'muted'}`}
          {...(at === 0 && { style: { gridColumn: dayOf(mark.row.keys[0]) + 1 } })}
        >
          <span>{Number(mark.row.keys[0]?.slice(8))}</span>
          {mark.value ? (
            <b
              className="round-4 ink px-6"
              style={{ background: `var(--chart-ramp-${Math.ceil((mark.value / most) * 3)})` }}
            >
              {drawnValue(mark.measure, mark.value, language)}
            </b>
          ) : null}
        </MarkLink>
      ))}
    </Marks>
  )
}
