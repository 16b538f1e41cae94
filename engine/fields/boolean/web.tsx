import { FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing } from '../cells.tsx'
import { ChoiceBox } from '../choice-box.tsx'
import type { FieldWeb, FilterProps, InputProps } from '../field-web.ts'
import { withQuery } from '../query.ts'
import { ConditionFrame, useUnreadCondition } from '../unread-condition.tsx'
import { words } from '../words.ts'

export const booleanWeb: FieldWeb<boolean> = {
  Cell: ({ value, language }) => (isNothing(value) ? <Nothing /> : words[value ? 'yes' : 'no'][language]),
  Input: BooleanInput,
  Filter: BooleanFilter,
  width: 80,
}

// Two radio buttons instead of a switch: an untouched switch would look like "no".
function BooleanInput(props: InputProps<boolean>) {
  const { id, field, language, value, disabled, onChange, onBlur } = props
  return (
    <RadioGroup
      row
      className="input-choices"
      // An id of its own, not that of the first radio button: a click on the label must not choose "yes".
      id={id}
      aria-label={field.title[language]}
      {...ariaOf(props)}
      value={value ?? ''}
      onChange={event => onChange(event.target.value === 'true')}
      onBlur={onBlur}
    >
      {(['yes', 'no'] as const).map(word => (
        <FormControlLabel
          key={word}
          value={word === 'yes'}
          label={words[word][language]}
          disabled={disabled}
          control={<Radio id={`${id}-${word}`} />}
        />
      ))}
    </RadioGroup>
  )
}

function BooleanFilter({ id, field, language, query, onChange }: FilterProps) {
  const choices = [
    { id: 'true', label: words.yes[language] },
    { id: 'false', label: words.no[language] },
  ]
  const condition = useUnreadCondition({ field, language, query, onChange })
  return (
    <ConditionFrame
      {...condition}
      id={id}
      field={field}
      language={language}
      onChoose={chosen => condition.write(withQuery(query, { [field.name]: String(chosen) }))}
    >
      <ChoiceBox
        id={id}
        language={language}
        options={choices}
        chosen={choices.filter(choice => choice.id === query[field.name])}
        isMany={false}
        placeholder={words.all[language]}
        unread={condition.unread}
        fault={condition.fault}
        invalid={condition.unread !== undefined}
        onChange={([choice]) => condition.write(withQuery(query, { [field.name]: choice?.id }))}
        onUnread={unread => condition.keep(unread, withQuery(query, { [field.name]: undefined }))}
        onRestore={() => condition.write(query)}
      />
    </ConditionFrame>
  )
}
