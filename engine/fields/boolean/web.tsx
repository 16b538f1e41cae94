import { FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing } from '../cells.tsx'
import { ChoiceBox } from '../choice-box.tsx'
import { useChoiceCondition } from '../choice-condition.tsx'
import type { FieldWeb, FilterProps, InputProps } from '../field-web.ts'
import { withQuery } from '../query.ts'
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

function BooleanFilter(props: FilterProps) {
  const { field, language, query } = props
  const choices = [
    { id: 'true', label: words.yes[language] },
    { id: 'false', label: words.no[language] },
  ]
  const condition = useChoiceCondition(props, false, ([id]) => withQuery(query, { [field.name]: id }))
  const chosen = choices.filter(choice => choice.id === query[field.name])
  return condition.frame(<ChoiceBox {...condition.box} options={choices} chosen={chosen} />)
}
