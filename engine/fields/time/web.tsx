import { Figure, isNothing, Nothing } from '../cells.tsx'
import { DayInput } from '../day-input.tsx'
import type { FieldWeb, FilterProps } from '../field-web.ts'
import { withQuery } from '../query.ts'
import { RangeEnd } from '../range-end.tsx'

export const timeWeb: FieldWeb<string> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{value.replace(/:00$/, '')}</Figure>),
  Input: props => <DayInput {...props} kind="time" />,
  Filter: TimeFilter,
  align: 'right',
  width: 96,
}

/** Above a list: from a time of day to another. */
function TimeFilter({ id, field, language, query, onChange }: FilterProps) {
  const end = (suffix: 'ge' | 'le', word: 'from' | 'to', endId: string) => (
    <RangeEnd
      id={endId}
      field={field}
      language={language}
      type="time"
      word={word}
      value={query[`${field.name}_${suffix}`] ?? ''}
      onChange={time =>
        onChange(withQuery(query, { [`${field.name}_${suffix}`]: time.length === 5 ? `${time}:00` : time }))
      }
    />
  )
  return (
    <div className="input-range">
      {end('ge', 'from', id)}
      <span aria-hidden>—</span>
      {end('le', 'to', `${id}-to`)}
    </div>
  )
}
