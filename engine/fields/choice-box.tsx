import {
  Autocomplete,
  type AutocompleteRenderInputParams,
  Chip,
  createFilterOptions,
  Paper as MuiPaper,
  OutlinedInput,
  type PaperProps,
} from '@mui/material'
import { ChevronDown } from 'lucide-react'
import { type HTMLAttributes, type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Language } from '../model/model.ts'
import { isLetters, type Pinyin, usePinyin } from './pinyin.ts'
import { words } from './words.ts'
import './inputs.css'

/** One thing that may be chosen. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Drawn before the label: a dictionary's dot. */
  readonly mark?: ReactNode
  /** Said below the label: where it lies. */
  readonly note?: string
  /** The head under which it stands; choices of one head follow one another. */
  readonly head?: string
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
  readonly note?: ReactNode
  /** A line below the options: that there are more. */
  readonly foot?: string
  /** Beside the box's own buttons. */
  readonly end?: ReactNode
  readonly isLoading?: boolean
  /** Options come from a search elsewhere, so none is left out here. */
  readonly isSearched?: boolean
  onChange(chosen: readonly Choice[]): void
  readonly onBlur?: () => void
  readonly onOpen?: () => void
  readonly onClose?: () => void
  readonly onSearch?: (text: string) => void
}

/** What made a plain box a live one: a press opens it at once, the focus does not. */
type Woken = 'by press' | 'by focus'

/**
 * A box in which one or several of many are chosen, by typing, arrows or pointer. Until somebody takes hold of it it is
 * drawn as a plain box: a search or a form has many, and few of them are opened.
 */
export function ChoiceBox(props: ChoiceBoxProps) {
  const [woken, wake] = useState<Woken>()
  const { id, isMany, chosen, end } = props
  const isPlain = woken === undefined && !(isMany && chosen.length > 0) && !end
  // The plain box had the focus, and is gone.
  useLayoutEffect(() => {
    if (woken) document.getElementById(id)?.focus()
  }, [woken, id])
  // As in every box that is come to by Tab, what is typed takes the place of what stands there. The live box fills in
  // its text after it was drawn.
  useEffect(() => {
    const box = document.getElementById(id)
    if (woken !== 'by focus' || !(box instanceof HTMLInputElement)) return
    const timer = setTimeout(() => box === document.activeElement && box.select())
    // Who types faster than that has done so: the first letter must not give way to the second.
    const leave = () => clearTimeout(timer)
    box.addEventListener('beforeinput', leave, { once: true })
    return () => {
      leave()
      box.removeEventListener('beforeinput', leave)
    }
  }, [woken, id])
  return isPlain ? <PlainBox {...props} onWake={wake} /> : <LiveBox {...props} isPressed={woken === 'by press'} />
}

function PlainBox(props: ChoiceBoxProps & { onWake(by: Woken): void }) {
  const { id, chosen, placeholder, disabled = false, invalid = false, aria, onWake } = props
  const isPressed = useRef(false)
  const [one] = chosen
  return (
    <OutlinedInput
      fullWidth
      className="choice-plain MuiAutocomplete-inputRoot"
      disabled={disabled}
      error={invalid}
      value={one?.label ?? ''}
      startAdornment={one?.mark && <span className="choice-mark">{one.mark}</span>}
      endAdornment={<ChevronDown />}
      placeholder={placeholder}
      onPointerDown={() => {
        isPressed.current = true
      }}
      onClick={() => !disabled && onWake('by press')}
      inputProps={{
        id,
        readOnly: true,
        role: 'combobox',
        'aria-expanded': false,
        'aria-autocomplete': 'list',
        autoComplete: 'off',
        className: 'MuiAutocomplete-input',
        // The focus of a press comes before its click, and would take the box from under it.
        onFocus: () => isPressed.current || onWake('by focus'),
        // A press that was not finished left the focus here.
        onKeyDown: () => onWake('by focus'),
        ...aria,
      }}
    />
  )
}

function LiveBox(props: ChoiceBoxProps & { readonly isPressed: boolean }) {
  const [isOpen, setOpen] = useState(props.isPressed)
  const { onOpen } = props
  useEffect(() => {
    if (isOpen) onOpen?.()
  }, [isOpen, onOpen])
  const { id, language, options, isMany, onChange, onSearch, note } = props
  const chosen = useSame(props.chosen)
  const [typed, setTyped] = useState('')
  const pinyin = usePinyin(props.isSearched ? '' : typed)
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
    ...(options.some(choice => choice.head) && { groupBy: (choice: Choice) => choice.head ?? '' }),
    slots: { paper: Paper },
    slotProps: { paper: { foot: props.foot } as object },
    handleHomeEndKeys: true,
    filterOptions: (all: Choice[], state: { inputValue: string; getOptionLabel(choice: Choice): string }) =>
      props.isSearched ? all : answering(all, state, pinyin),
    ...(props.onBlur && { onBlur: props.onBlur }),
    open: isOpen,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false)
      props.onClose?.()
    },
    onInputChange: (_event: unknown, text: string, reason: string) => {
      setTyped(reason === 'input' ? text : '')
      if (reason === 'input') onSearch?.(text)
    },
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
      value={chosen as Choice[]}
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

const written = createFilterOptions<Choice>()

/** The options that hold what is typed, and those whose pinyin it is. */
function answering(all: Choice[], state: Parameters<typeof written>[1], pinyin: Pinyin | undefined): Choice[] {
  const found = written(all, state)
  if (!pinyin || !isLetters(state.inputValue)) return found
  return all.filter(choice => found.includes(choice) || pinyin(choice.label, state.inputValue))
}

/** The same list while it says the same: MUI takes another one for another value, and drops what is being typed. */
function useSame(chosen: readonly Choice[]): readonly Choice[] {
  const kept = useRef(chosen)
  const isSame =
    kept.current.length === chosen.length &&
    kept.current.every(({ id, label }, at) => id === chosen[at]?.id && label === chosen[at]?.label)
  if (!isSame) kept.current = chosen
  return kept.current
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
      endAdornment={
        <>
          {props.end}
          {endAdornment}
        </>
      }
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
    <span className="option-words">
      <Marked choice={choice} />
      {choice.note && <small>{choice.note}</small>}
    </span>
  </li>
)

/** The pane of options, with a line below them that does not scroll away. */
function Paper({ foot, children, ...props }: PaperProps & { readonly foot?: string }) {
  return (
    <MuiPaper {...props}>
      {children}
      {foot && (
        <p className="option-note" role="status">
          {foot}
        </p>
      )}
    </MuiPaper>
  )
}
