import { DayBox } from './day-box.tsx'
import { unreadMessage } from './fault.ts'
import type { FilterProps } from './field-web.ts'
import { dayPane } from './picker/panes.tsx'
import { PopPane, waitingPane } from './picker/pop-pane.tsx'
import { typedTime } from './picker/typed-day.ts'
import { usePop } from './picker/use-pop.ts'
import { typedName, withQuery } from './query.ts'
import { words } from './words.ts'
import './inputs.css'

/** The filter from one time of day to another. */
export function TimeFilter(props: FilterProps) {
  return (
    <div className="input-range">
      <TimeEnd {...props} name={`${props.field.name}_ge`} word="from" />
      <span aria-hidden>—</span>
      <TimeEnd {...props} id={`${props.id}-to`} name={`${props.field.name}_le`} word="to" />
    </div>
  )
}

interface TimeEndProps extends FilterProps {
  readonly name: string
  readonly word: 'from' | 'to'
}

function TimeEnd({ id, field, language, sources, query, name, word, onChange }: TimeEndProps) {
  const pop = usePop(() => undefined)
  const typed = query[typedName(name)]
  const label = `${field.title[language]} ${words[word][language]}`
  const unread = unreadMessage(field, 'time-of-day')[language]
  const read = (text: string) => typedTime(text, sources.now().slice(11))
  const ask = (text: string | null) => {
    const time = text === null ? '' : read(text)
    onChange(withQuery(query, { [name]: time ?? '', [typedName(name)]: time === undefined ? (text ?? '') : undefined }))
  }
  return (
    <div className="day-field" {...pop.around}>
      <DayBox
        id={id}
        kind="time"
        language={language}
        opens={`${label} ${words.pickTime[language]}`}
        value={typed ?? query[name] ?? ''}
        placeholder={words[word][language]}
        invalid={typed !== undefined}
        fault={typed === undefined ? undefined : unread}
        aria={{ 'aria-label': label, 'aria-invalid': typed !== undefined || undefined }}
        pop={pop}
        isOpen={pop.isOpen}
        read={read}
        onChange={ask}
        onOpen={pop.show}
        onWake={dayPane.fetch}
      />
      {typed !== undefined && (
        <p className="day-fault" role="alert">
          {unread}
        </p>
      )}
      {pop.isOpen && (
        <PopPane pop={pop} title={label} language={language}>
          <dayPane.Part
            kind="time"
            language={language}
            now={sources.now()}
            value={query[name] ?? ''}
            min={undefined}
            max={undefined}
            isEntered={pop.isEntered}
            waiting={waitingPane(language)}
            onChange={ask}
            onClose={pop.close}
          />
        </PopPane>
      )}
    </div>
  )
}
