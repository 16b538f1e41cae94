import { Autocomplete, type AutocompleteRenderInputParams, Chip, OutlinedInput } from '@mui/material'
import type { HTMLAttributes, Key, ReactNode } from 'react'
import type { Language } from '../model/model.ts'
import { words } from './words.ts'
import './inputs.css'

/** One thing that may be chosen. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Drawn before the label: a dictionary's dot. */
  readonly mark?: ReactNode
}

interface ChoiceBoxProps {
  readonly id: string
  readonly language: Language
  readonly options: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly isMany: boolean
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** What the box says of itself to those who do not see it. */
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  /** May not be emptied again. */
  readonly isKept?: boolean
  /** Chips shown before the rest becomes a count. */
  readonly most?: number
  /** A line in place of options: loading, nothing found, an error. */
  readonly note?: string
  readonly isLoading?: boolean
  /** Options come from a search elsewhere, so none is left out here. */
  readonly isSearched?: boolean
  onChange(chosen: readonly Choice[]): void
  readonly onBlur?: () => void
  readonly onOpen?: () => void
  readonly onClose?: () => void
  readonly onSearch?: (text: string) => void
}

/** A box in which one or several of many are chosen, by typing, arrows or pointer. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { id, language, options, chosen, isMany, onChange, onSearch, note } = props
  const shared = {
    id,
    fullWidth: true,
    disabled: props.disabled ?? false,
    openText: words.open[language],
    closeText: words.close[language],
    clearText: words.clear[language],
    loading: props.isLoading ?? false,
    loadingText: words.loading[language],
    noOptionsText: note ?? words.noOption[language],
    getOptionKey: (choice: Choice) => choice.id,
    getOptionLabel: (choice: Choice) => choice.label,
    isOptionEqualToValue: (one: Choice, other: Choice) => one.id === other.id,
    renderOption: option,
    ...(props.isSearched && { filterOptions: (all: Choice[]) => all }),
    ...(props.onBlur && { onBlur: props.onBlur }),
    ...(props.onOpen && { onOpen: props.onOpen }),
    ...(props.onClose && { onClose: props.onClose }),
    onInputChange: (_event: unknown, text: string, reason: string) => reason === 'input' && onSearch?.(text),
  }
  if (!isMany) {
    const [one = null] = chosen
    return (
      <Autocomplete<Choice, false, boolean>
        {...shared}
        options={options}
        value={one}
        disableClearable={props.isKept ?? false}
        renderInput={params => <Box {...props} params={params} start={one?.mark} />}
        onChange={(_event, next) => onChange(next ? [next] : [])}
      />
    )
  }
  return (
    <Autocomplete<Choice, true>
      {...shared}
      options={options}
      value={[...chosen]}
      multiple
      disableCloseOnSelect
      limitTags={props.most ?? -1}
      getLimitTagsText={more => `+${more}`}
      renderValue={(values, itemProps) =>
        values.map((choice, index) => {
          const { key, ...chip } = itemProps({ index })
          return <Chip key={key} label={<Marked choice={choice} />} {...chip} />
        })
      }
      renderInput={params => <Box {...props} params={params} start={params.InputProps.startAdornment} />}
      onChange={(_event, next) => onChange(next)}
    />
  )
}

function Box({
  params,
  start,
  ...props
}: ChoiceBoxProps & { params: AutocompleteRenderInputParams; start: ReactNode }) {
  const { ref, className, endAdornment, onMouseDown } = params.InputProps
  return (
    <OutlinedInput
      fullWidth
      ref={ref}
      className={className}
      onMouseDown={onMouseDown}
      disabled={params.disabled}
      error={props.invalid ?? false}
      startAdornment={start && !props.isMany ? <span className="choice-mark">{start}</span> : start}
      endAdornment={endAdornment}
      placeholder={props.chosen.length === 0 ? props.placeholder : ''}
      // Not slotProps: of those MUI calls neither onChange nor ref, so that nothing could be typed.
      inputProps={{ ...params.inputProps, ...props.aria }}
    />
  )
}

function Marked({ choice }: { readonly choice: Choice }) {
  return choice.mark ? (
    <span className="dictionary-mark">
      {choice.mark}
      {choice.label}
    </span>
  ) : (
    choice.label
  )
}

const option = ({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, choice: Choice) => (
  <li key={key} {...props}>
    <Marked choice={choice} />
  </li>
)
