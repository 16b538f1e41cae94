import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FlowColleague } from '../../model/flow-views.ts'
import { useFlowQuery } from './flow-calls.ts'

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
  onSearch?(text: string): void
}

/** People by a part of their name or account. */
export function PeoplePicker({
  chosen = [],
  ...props
}: Omit<PickerProps, 'choices'> & { readonly chosen?: readonly PickerChoice[] }) {
  const [q, setSearch] = useState('')
  const { data: found = [] } = useFlowQuery<readonly FlowColleague[]>('people', { q })
  const [known, setKnown] = useState<readonly PickerChoice[]>([])
  const choices = found.map(({ id, name, department }) => ({
    id,
    label: [name, department].filter(Boolean).join(' · '),
  }))
  return (
    <Picker
      {...props}
      choices={[...choices, ...known, ...chosen]}
      onSearch={setSearch}
      onChange={value => {
        setKnown([...known, ...choices.filter(({ id }) => value.split(',').includes(id))])
        props.onChange(value)
      }}
    />
  )
}

/** Several of many, or one; an id may be typed where the list may not be read. */
export function Picker({ label, id: own, value, choices, isOne = false, onChange, onSearch }: PickerProps) {
  const known = new Map(choices.map(choice => [choice.id, choice]))
  const ids = value.split(/[\s,]+/).filter(Boolean)
  return (
    <Autocomplete<PickerChoice, true, false, true>
      multiple
      freeSolo
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
