import { OutlinedInput } from '@mui/material'
import type { FilterProps } from './field-web.ts'
import { words } from './words.ts'
import './inputs.css'

interface RangeEndProps extends Pick<FilterProps, 'id' | 'field' | 'language'> {
  readonly type: 'date' | 'time'
  readonly word: 'from' | 'to'
  readonly value: string
  readonly min?: string
  readonly max?: string
  onChange(text: string): void
}

/** One end of a range of days or times above a list; at rest it shows the value as the wire has it. */
export function RangeEnd({ id, field, language, type, word, value, min, max, onChange }: RangeEndProps) {
  const said = words[word][language]
  return (
    <OutlinedInput
      id={id}
      type={type}
      className="input-day"
      value={value}
      slotProps={{
        input: {
          min: min || undefined,
          max: max || (type === 'date' ? '9999-12-31' : undefined),
          step: type === 'time' ? 1 : undefined,
          'aria-label': `${field.title[language]} ${said}`,
        },
      }}
      endAdornment={
        <span aria-hidden className={value ? 'input-day-text' : 'input-day-text is-empty'}>
          {value || said}
        </span>
      }
      onChange={event => onChange(event.target.value)}
    />
  )
}
