import { Link } from 'react-router'
import type { ChartRow } from '../../model/chart.ts'
import { useChart } from './marks.tsx'
import { wholeValue } from './number-text.ts'

/** The numbers of a chart in full, each row with the list behind it. */
export function ChartTable() {
  const { answer, chart, title, language, words, beforeTitle, listLink } = useChart()
  const isMain = chart.kind === 'table'
  const groups = chart.groups.map(head => head.title[language])
  const columns = chart.measures.flatMap((measure, at) => {
    const { name, title, unit } = measure
    // A chart that is drawn as a table names no unit of counts, which its title says, and compares its main number only.
    const shown = unit && (!isMain || unit.zh === '%') ? { zh: `（${unit.zh}）`, en: ` (${unit.en})` }[language] : ''
    const own = {
      head: title[language] + shown,
      text: ({ values }: ChartRow) => wholeValue(measure, values[name]),
    }
    const before = { head: beforeTitle, text: ({ previous }: ChartRow) => wholeValue(measure, previous?.[name]) }
    return chart.compare !== undefined && (at === 0 || !isMain) ? [own, before] : [own]
  })
  return (
    // Keyboards scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className="chart-table grow scroll" tabIndex={0}>
      <table className="full">
        <thead>
          <tr>
            {[...(groups.length === 0 ? [title] : groups), ...columns.map(({ head }) => head)].map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(row => {
            const [first = title, ...names] = row.names
            const to = listLink(row.filter, row.names.join(' · '))
            const head = `${first}${row.partial ? ` · ${words('partial')}` : ''}`
            return (
              <tr key={`${row.keys}`}>
                <th scope="row">
                  {to === undefined ? (
                    head
                  ) : (
                    <Link className="plain-link" {...to}>
                      {head}
                    </Link>
                  )}
                </th>
                {names.map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other key
                  <th key={at} scope="row">
                    {name}
                  </th>
                ))}
                {columns.map(({ text }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
                  <td key={at}>{text(row)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
