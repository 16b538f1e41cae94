import { Link } from 'react-router'
import type { ChartAnswer, ChartRecord } from '../../model/chart.ts'
import { addressOf } from '../data/addresses.ts'
import { useFieldSources, useModelIndex } from '../data/resource-part.ts'
import { useLanguage } from '../words/i18n.ts'

/** The records of a list: the first column at the start, states at the end, the rest between them. */
export function ListedRecords({ answer }: { readonly answer: ChartAnswer }) {
  const { chart, records = [] } = answer
  const entry = useModelIndex()?.resources.find(({ name, screens }) => name === chart.of && screens !== false)
  return (
    <ul className="chart-records grow scroll">
      {records.map(record => (
        <li key={record.id}>
          {entry ? (
            <Link className="row gap-12 divided plain-link" to={addressOf(entry, 'show', record.id)}>
              <Cells record={record} answer={answer} />
            </Link>
          ) : (
            <span className="row gap-12 divided">
              <Cells record={record} answer={answer} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Cells({ record: { cells }, answer }: { readonly record: ChartRecord; readonly answer: ChartAnswer }) {
  const language = useLanguage()
  const today = useFieldSources('').now().slice(0, 10)
  return cells.map(({ name, text, colour }, at) => (
    <span
      key={name}
      className={colour === undefined ? 'truncate muted' : 'row gap-4 muted'}
      title={answer.chart.groups[at]?.title[language]}
      data-state={colour !== undefined}
    >
      {colour !== undefined && (
        <i className="chart-dot" style={{ background: `var(--mui-palette-dictionary-${colour}-mark)` }} />
      )}
      {timeText(text, today) || '—'}
    </span>
  ))
}

/** Of a time of today its hour and minute, otherwise its day. */
function timeText(text: string, today: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):\d\d$/.exec(text) ?? []
  if (day === undefined) return text
  return day === today ? (time ?? '') : day.slice(5)
}
