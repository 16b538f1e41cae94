import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import type { FlowColleague } from '../../model/flow-views.ts'
import { useFlowQuery } from './flow-calls.ts'
import { useFlowWords } from './flow-words.ts'

export interface PickerChoice {
  readonly id: string
  readonly label: string
  readonly group?: string
}

interface PickerProps {
  /** Absent where the input has a label of its own. */
  readonly label?: string
  readonly id?: string
  /** Ids, with commas between. */
  readonly value: string
  readonly choices: readonly PickerChoice[]
  readonly isOne?: boolean
  onChange(value: string): void
  /** Finds the choices; without it, one that is not among them may be typed. */
  onSearch?(text: string): void
}

const peopleChoices = (found: readonly FlowColleague[] = []): readonly PickerChoice[] =>
  found.map(({ id, name, department }) => ({ id, label: [name, department].filter(Boolean).join(' · ') }))

/** People by a part of their name or account. */
export function PeoplePicker(props: Omit<PickerProps, 'choices' | 'onSearch'>) {
  const [q, setSearch] = useState('')
  const found = useFlowQuery<readonly FlowColleague[]>('people', { q })
  const chosen = useFlowQuery<readonly FlowColleague[]>('people', { ids: props.value }, props.value !== '')
  // Whom an earlier text found is not offered for this one.
  const offered = found.isPlaceholderData ? [] : peopleChoices(found.data)
  return <Picker {...props} choices={[...offered, ...peopleChoices(chosen.data)]} onSearch={setSearch} />
}

/** The picker as the widget of a property that is a user, or several. */
export function PeopleWidget({ id, value, schema, onChange }: WidgetProps) {
  const isOne = schema.type !== 'array'
  return (
    <PeoplePicker
      id={id}
      isOne={isOne}
      value={[value ?? []].flat().join()}
      onChange={next => onChange(next === '' ? undefined : isOne ? next : next.split(','))}
    />
  )
}

/** Several of many, or one. */
export function Picker({ label, id: own, value, choices, isOne = false, onChange, onSearch }: PickerProps) {
  const words = useFlowWords()
  const known = new Map(choices.map(choice => [choice.id, choice]))
  const ids = value.split(/[\s,]+/).filter(Boolean)
  return (
    <Autocomplete<PickerChoice, true, false, boolean>
      multiple
      freeSolo={onSearch === undefined}
      noOptionsText={words('noneFound')}
      {...(own && { id: own })}
      options={[...known.values()]}
      value={ids.map(id => known.get(id) ?? { id, label: id })}
      getOptionKey={option => (typeof option === 'string' ? option : option.id)}
      getOptionLabel={option => (typeof option === 'string' ? option : option.label)}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      {...(choices.some(({ group }) => group) && { groupBy: ({ group = '' }: PickerChoice) => group })}
      onChange={(_, next) =>
        onChange(
          next
            .slice(isOne ? -1 : 0)
            .map(one => (typeof one === 'string' ? one : one.id))
            .join(),
        )
      }
      {...(onSearch && { onInputChange: (_: unknown, text: string) => onSearch(text), filterOptions: all => all })}
      renderInput={({ InputLabelProps, InputProps: input, inputProps, ...rest }) => (
        <TextField
          {...rest}
          {...(label && { label })}
          slotProps={{ inputLabel: { ...InputLabelProps, shrink: true }, input, htmlInput: inputProps }}
        />
      )}
    />
  )
}
