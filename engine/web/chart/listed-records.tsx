import { Link } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import { useFieldSources, useModelIndex } from '../data/resource-part.ts'
import { paintOf } from './chart-data.ts'
import { useChart } from './marks.tsx'

/** The records of a list: the first column at the start, states at the end, the rest between them. */
export function ListedRecords() {
  const { answer, chart, language } = useChart()
  const today = useFieldSources('').now().slice(0, 10)
  const entry = useModelIndex()?.resources.find(({ name, screens }) => name === chart.of && screens !== false)
  const className = 'row gap-12 divided min-h-36 py-4 px-20'
  return (
    <ul className="chart-records grow scroll">
      {answer.records?.map(({ id, cells }) => {
        const shown = cells.map(({ name, text, colour }, at) => (
          <span
            key={name}
            className={colour === undefined ? 'truncate muted' : 'row gap-4 muted'}
            title={chart.groups[at]?.title[language]}
            data-state={colour !== undefined}
          >
            {colour !== undefined && (
              <i className="square-8 fixed round-2" style={{ background: paintOf(colour, 0, 1) }} />
            )}
            {timeText(text, today) || '—'}
          </span>
        ))
        return (
          <li key={id}>
            {entry ? (
              <Link className={`${className} plain-link`} to={addressOf(entry, 'show', id)}>
                {shown}
              </Link>
            ) : (
              <span className={className}>{shown}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Of a time of today its hour and minute, otherwise its day. */
function timeText(text: string, today: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):\d\d$/.exec(text) ?? []
  if (day === undefined) return text
  return day === today ? (time ?? '') : day.slice(5)
}
