import { useState } from 'react'
import { DayFilter } from '../../fields/day-filter.tsx'
import { emptyModel } from '../../model/empty-model.ts'
import type { Field } from '../../model/model.ts'
import { useChartWords } from '../chart/chart-words.ts'
import { Segment, Segments } from '../components/segments.tsx'
import { useFieldSources } from '../data/resource-part.ts'
import { useLanguage } from '../words/i18n.ts'

interface PeriodChooserProps {
  readonly value: string
  readonly byDefault: string
  onChange(value: string): void
}

const usual = ['7 days', '30 days', '90 days', '12 weeks']
const custom = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/

/** Chooses the time of all charts of a board: a span until now, or days from and to. */
export function PeriodChooser({ value, byDefault, onChange }: PeriodChooserProps) {
  const words = useChartWords()
  const language = useLanguage()
  const sources = useFieldSources('')
  const [, from = '', to = ''] = custom.exec(value) ?? []
  const [isCustom, setCustom] = useState(custom.test(value))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({ period_ge: from, period_le: to })
  const spans = [...new Set([...usual, byDefault, ...(custom.test(value) ? [] : [value])])]
  const title = { zh: words('period'), en: words('period') }
  return (
    <div className="board-period row wrap justify-end gap-8 min-0">
      <Segments label={words('period')} isLabelHidden>
        {spans.map(span => (
          <Segment
            key={span}
            isOn={!isCustom && span === value}
            onChoose={() => {
              setCustom(false)
              onChange(span)
            }}
          >
            <Span of={span} />
          </Segment>
        ))}
        <Segment isOn={isCustom} onChoose={() => setCustom(true)}>
          {words('custom')}
        </Segment>
      </Segments>
      {isCustom && (
        <DayFilter
          id="board-period"
          field={{ name: 'period', type: 'date', title } as Field}
          model={emptyModel}
          language={language}
          sources={sources}
          query={typed}
          onChange={next => {
            setTyped(next)
            const { period_ge: first = '', period_le: last = '' } = next
            if (first !== '' && last !== '') onChange(`${first}..${last}`)
          }}
        />
      )}
    </div>
  )
}

/** A span in words: `30 days`, `week`. */
function Span({ of }: { readonly of: string }) {
  const words = useChartWords()
  const [, count, unit] = /^(\d+) (day|week|month)s?$/.exec(of) ?? []
  if (count !== undefined) return words(`${unit as 'day'}s`, { count })
  const known = ['today', 'week', 'month', 'year', 'all'] as const
  const name = known.find(one => one === of)
  return name ? words(name) : of
}
