import { PickedDay } from './day-input.tsx'
import { unreadMessage } from './fault.ts'
import type { FilterProps } from './field-web.ts'
import { typedTime } from './picker/typed-day.ts'
import { typedName, withQuery } from './query.ts'
import { words } from './words.ts'
import './inputs.css'

/** The filter from one time of day to another. */
export function TimeFilter({ id, field, language, sources, query, onChange }: FilterProps) {
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
    <div className="input-range">
      {end(id, `${field.name}_ge`, 'from')}
      <span aria-hidden>—</span>
      {end(`${id}-to`, `${field.name}_le`, 'to')}
    </div>
  )
}
