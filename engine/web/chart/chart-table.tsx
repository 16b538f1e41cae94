import { Link } from 'react-router'
import type { ChartAnswer } from '../../model/chart.ts'
import { useLanguage } from '../words/i18n.ts'
import { useChartWords } from './chart-words.ts'
import { previousWord, useListLink } from './marks.tsx'
import { wholeValue } from './number-text.ts'

/** The numbers of a chart in full, each row with the list behind it. */
export function ChartTable({ answer, title }: { readonly answer: ChartAnswer; readonly title: string }) {
  const language = useLanguage()
  const words = useChartWords()
  const { chart, rows } = answer
  const link = useListLink(answer)
  const isMain = chart.kind === 'table'
  // A chart that is drawn as a table has its main number compared, and names no unit of counts: its title says what is counted.
  const hasPrevious = (at: number) => chart.compare !== undefined && (at === 0 || !isMain)
  const isShown = (unit: string) => !isMain || unit === '%'
  const heads = chart.groups.map(head => head.title[language])
  return (
    // Keyboards scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className="chart-table grow scroll" tabIndex={0}>
      <table className="full">
        <thead>
          <tr>
            {(heads.length === 0 ? [title] : heads).map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {chart.measures.map((measure, at) => [
              <th key={measure.name} scope="col">
                {measure.title[language]}
                {measure.unit &&
                  isShown(measure.unit.zh) &&
                  (language === 'zh' ? `（${measure.unit.zh}）` : ` (${measure.unit.en})`)}
              </th>,
              hasPrevious(at) && (
                <th key={`${measure.name} before`} scope="col">
                  {words(previousWord(answer))}
                </th>
              ),
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keys, names, filter, values, previous, partial }) => {
            const to = link(filter, names.join(' · '))
            const first = `${names[0] ?? title}${partial ? ` · ${words('partial')}` : ''}`
            return (
              <tr key={`${keys}`}>
                <th scope="row">
                  {to === undefined ? (
                    first
                  ) : (
                    <Link className="plain-link" {...to}>
                      {first}
                    </Link>
                  )}
                </th>
                {names.slice(1).map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other key
                  <th key={at} scope="row">
                    {name}
                  </th>
                ))}
                {chart.measures.map((measure, at) => [
                  <td key={measure.name}>{wholeValue(measure, values[measure.name])}</td>,
                  hasPrevious(at) && (
                    <td key={`${measure.name} before`}>{wholeValue(measure, previous?.[measure.name])}</td>
                  ),
                ])}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
