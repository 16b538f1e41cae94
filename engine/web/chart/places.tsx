import type { CSSProperties } from 'react'
import { BorderMap, useBorders } from './borders.tsx'
import type { ChartMark } from './chart-data.ts'
import { GroupName, MarkLink, Marks, type ShownChart, useChart } from './marks.tsx'
import { isShare, wholeValue } from './number-text.ts'

/** Places as equal tiles, where their positions put them or in their order; of several regions, a block for each. */
export function TileMap() {
  const shown = useChart()
  const { answer, firstMarks } = shown
  const parents = new Map(firstMarks.map(({ row }) => [row.parent?.key, row.parent?.name]))
  const isWhole = [...parents.keys()].filter(key => key !== undefined).length < 2
  const look = lookIn(shown, isWhole)
  const shapes = useBorders(answer)
  if (shapes) return <BorderMap shapes={shapes} paint={mark => String(look(mark).style.background)} />
  const count = isWhole ? firstMarks.length : parents.size
  return (
    <Marks
      className="chart-body chart-map grid grow gap-4 scroll"
      style={{ '--across': Math.ceil(Math.sqrt(count * 1.3)) } as CSSProperties}
      {...(isWhole && { marks: firstMarks, look, draw: mark => <Tile mark={mark} /> })}
    >
      {!isWhole &&
        [...parents].map(([key, name]) => {
          const own = firstMarks.filter(({ row }) => row.parent?.key === key)
          return (
            <div key={key ?? ''} className="chart-block grid gap-4">
              <span>{name ?? own[0]?.row.names[0]}</span>
              <b>{own.reduce((sum, { value }) => sum + (value ?? 0), 0)}</b>
              <div className="grid gap-2 columns-4">
                {own.map(mark => (
                  <MarkLink key={`${mark.row.keys}`} mark={mark} {...look(mark)} />
                ))}
              </div>
            </div>
          )
        })}
    </Marks>
  )
}

/** Returns the colour and the position of a tile. Positions are used if there is one block and every place has one. */
function lookIn({ chart, firstMarks }: ShownChart, isWhole: boolean) {
  const most = Math.max(...firstMarks.map(({ value }) => value ?? 0), 1)
  const [columns, lines] = [0, 1].map(at => firstMarks.flatMap(({ row }) => row.place?.[at] ?? []))
  const hasPlaces = isWhole && columns?.length === firstMarks.length && lines?.length === firstMarks.length
  return ({ value, row }: ChartMark) => {
    const level = Math.ceil((Math.max(value ?? 0, 0) / most) * 5)
    const isUrgent = chart.measures
      .slice(1)
      .some(one => one.better === 'less' && !isShare(one) && Number(row.values[one.name]) > 0)
    return {
      className: `chart-place stack spread min-0 max-h-120 ${isWhole ? 'round-4 py-6 px-8' : 'round-2'}${level > 3 ? ' dense' : ''}${isUrgent ? ' urgent' : ''}`,
      style: {
        background: `var(--chart-ramp-${level})`,
        ...(hasPlaces &&
          row.place && {
            gridColumn: row.place[0] - Math.min(...(columns ?? [])) + 1,
            gridRow: row.place[1] - Math.min(...(lines ?? [])) + 1,
          }),
      },
    }
  }
}

function Tile({ mark: { row, measure, value } }: { readonly mark: ChartMark }) {
  const { chart, language, number, amount } = useChart()
  const [, second] = chart.measures
  return (
    <>
      <GroupName of={row} />
      <span className="row spread gap-4 truncate">
        <b>{number(measure, value)}</b>
        {second && (
          <small title={second.title[language]}>
            {(isShare(second) ? amount : wholeValue)(second, row.values[second.name])}
          </small>
        )}
      </span>
    </>
  )
}
