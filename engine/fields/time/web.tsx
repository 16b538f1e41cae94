import { Figure, isNothing, Nothing } from '../cells.tsx'
import { withoutSeconds } from '../day.ts'
import { DayInput, PickedDay } from '../day-input.tsx'
import { unreadMessage } from '../fault.ts'
import type { FieldWeb, FilterProps } from '../field-web.ts'
import { typedTime } from '../picker/typed-day.ts'
import { typedName, withQuery } from '../query.ts'
import { words } from '../words.ts'
import '../inputs.css'

export const timeWeb: FieldWeb<string> = {
  Cell: ({ value }) => (isNothing(value) ? <Nothing /> : <Figure>{withoutSeconds(value)}</Figure>),
  Input: props => <DayInput {...props} kind="time" />,
  Filter: TimeFilter,
  align: 'right',
  width: 96,
}

/** The filter from one time of day to another. */
function TimeFilter({ id, field, language, sources, query, onChange }: FilterProps) {
  const end = (endId: string, name: string, word: 'from' | 'to') => {
    const typed = query[typedName(name)]
    const label = `${field.title[language]} ${words[word][language]}`
    return (
      <PickedDay
        id={endId}
        kind="time"
        language={language}
        title={label}
        opens={`${label} ${words.pickTime[language]}`}
        value={typed ?? query[name] ?? ''}
        placeholder={words[word][language]}
        invalid={typed !== undefined}
        fault={typed === undefined ? undefined : unreadMessage(field, 'time-of-day')[language]}
        aria={{ 'aria-label': label, 'aria-invalid': typed !== undefined || undefined }}
        now={sources.now}
        onChange={text => {
          const time = text === null ? '' : typedTime(text, sources.now().slice(11))
          const unread = time === undefined ? (text ?? '') : undefined
          onChange(withQuery(query, { [name]: time ?? '', [typedName(name)]: unread }))
        }}
        onLeave={() => undefined}
      />
    )
  }
  return (
    <div className="input-range gap-4 quiet min-0">
      {end(id, `${field.name}_ge`, 'from')}
      <span aria-hidden>—</span>
      {end(`${id}-to`, `${field.name}_le`, 'to')}
    </div>
  )
}
