import { Chip, CircularProgress, IconButton, OutlinedInput } from '@mui/material'
import { ChevronDown, X } from 'lucide-react'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Choice, ChoiceBoxProps } from './choice.ts'
import { ChoiceList, ChoicePane, Marked, optionId } from './choice-list.tsx'
import { useChoiceTyping } from './use-choice-typing.ts'
import { words } from './words.ts'
import './inputs.css'
import './choice-box.css'

/** What activated a plain box: a click opens the list at once, the focus does not. */
type Woken = 'by press' | 'by focus'

/**
 * A combobox for one or several choices, by typing, arrow keys or pointer. It is drawn as a plain box until it is used:
 * a search or a form has many, and few of them are opened.
 */
export function ChoiceBox(props: ChoiceBoxProps) {
  const [woken, wake] = useState<Woken>()
  const { id, isMany, chosen, end, unread } = props
  const isPlain = woken === undefined && !(isMany && chosen.length > 0) && !end && !unread?.awaited && !unread?.failed
  // The plain box had the focus and is unmounted. Typing replaces its text.
  useLayoutEffect(() => {
    const box = document.getElementById(id)
    if (!woken || !(box instanceof HTMLInputElement)) return
    box.focus()
    box.select()
  }, [woken, id])
  return isPlain ? <PlainBox {...props} onWake={wake} /> : <LiveBox {...props} isPressed={woken === 'by press'} />
}

function PlainBox(props: ChoiceBoxProps & { onWake(by: Woken): void }) {
  const { id, chosen, placeholder, unread, disabled = false, invalid = false, aria, onWake } = props
  const isPressed = useRef(false)
  const [one] = chosen
  return (
    <OutlinedInput
      fullWidth
      className="choice-box choice-plain"
      disabled={disabled}
      error={invalid}
      value={unread?.unread ?? one?.label ?? ''}
      startAdornment={!unread && one?.mark && <span className="inline-flex pl-8">{one.mark}</span>}
      endAdornment={<ChevronDown className="absolute quiet no-pointer" />}
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
        // A click's focus event precedes the click and would unmount the box under the pointer.
        onFocus: () => isPressed.current || onWake('by focus'),
        // An unfinished press left the focus here.
        onKeyDown: () => onWake('by focus'),
        ...aria,
      }}
    />
  )
}

function LiveBox(props: ChoiceBoxProps & { readonly isPressed: boolean }) {
  const {
    id,
    language,
    chosen,
    isMany,
    disabled = false,
    isRequired = false,
    unread,
    browse,
    note,
    footer,
    fault = '',
  } = props
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isNew = useRef(false)
  const paneId = useId()
  const isInside = useCallback(
    (target: Node | null) =>
      target !== null && (root.current?.contains(target) || document.getElementById(paneId)?.contains(target)) === true,
    [paneId],
  )
  const box = useChoiceTyping(props, props.isPressed, isInside)
  const { isOpen, items, highlighted } = box
  useEffect(() => input.current?.setCustomValidity(fault), [fault])
  const isBrowsed = isOpen && browse !== undefined && box.sought === ''
  const listId = `${paneId}-list`
  const [one] = isMany ? [] : chosen
  const isShown = one !== undefined && !unread && box.text === one.label
  const isEmpty = chosen.length === 0 && box.text === '' && box.queue.length === 0
  const label = props.title
  const close = () => {
    if (!input.current?.contains(document.activeElement)) input.current?.focus()
    box.setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the blur of the whole box
    <div ref={root} className="choice-root min-0" onBlur={box.onBlur}>
      <OutlinedInput
        fullWidth
        className={isMany ? 'choice-box choice-many' : 'choice-box'}
        disabled={disabled}
        error={props.invalid ?? false}
        value={box.text}
        placeholder={isEmpty ? props.placeholder : ''}
        startAdornment={
          isMany ? (
            <Chips {...props} queue={box.queue} onDrop={box.drop} />
          ) : (
            isShown && one.mark && <span className="inline-flex pl-8">{one.mark}</span>
          )
        }
        endAdornment={
          <>
            {props.end}
            {box.isAwaited && <CircularProgress size={14} aria-label={words.loading[language]} />}
            {!isEmpty && !isRequired && !disabled && (
              <IconButton
                size="small"
                tabIndex={-1}
                className="choice-clear"
                aria-label={words.clear[language]}
                onMouseDown={event => event.preventDefault()}
                onClick={() => {
                  box.clear()
                  input.current?.focus()
                }}
              >
                <X aria-hidden />
              </IconButton>
            )}
            <IconButton
              size="small"
              tabIndex={-1}
              disabled={disabled}
              aria-label={words[isOpen ? 'close' : 'open'][language]}
              onMouseDown={event => event.preventDefault()}
              onClick={() => {
                input.current?.focus()
                box.setOpen(!isOpen)
              }}
            >
              <ChevronDown aria-hidden />
            </IconButton>
          </>
        }
        // Typing replaces the text of a box that receives the focus.
        onFocus={event => {
          isNew.current = true
          event.target.select()
        }}
        onClick={event => {
          const caret = input.current
          if (event.target !== caret || !caret || disabled) return
          if (isNew.current && caret.selectionStart === caret.selectionEnd) caret.select()
          isNew.current = false
          box.setOpen(true)
        }}
        onChange={event => box.type(event.target.value)}
        // Not slotProps: MUI calls neither its onChange nor its ref, so nothing could be typed.
        inputProps={{
          ref: input,
          id,
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? (isBrowsed ? paneId : listId) : undefined,
          'aria-activedescendant':
            isOpen && !isBrowsed && highlighted ? optionId(listId, items.indexOf(highlighted)) : undefined,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
            if (isBrowsed && event.key === 'ArrowDown' && enter(paneId)) event.preventDefault()
            else box.onKeyDown(event)
          },
          ...props.aria,
        }}
      />
      {isOpen && (
        <ChoicePane
          id={paneId}
          // Not `root`: it has no element yet when a box is drawn open.
          anchor={() => document.getElementById(id)?.closest<HTMLElement>('.choice-root') ?? document.body}
          label={label}
          isBrowsed={isBrowsed}
        >
          {isBrowsed ? (
            browse(close)
          ) : (
            <>
              {items.length > 0 && (
                <ChoiceList
                  id={listId}
                  label={label}
                  items={items}
                  chosen={chosen}
                  highlighted={highlighted}
                  isMany={isMany}
                  isLoading={props.search?.isLoading ?? false}
                  onChoose={box.choose}
                />
              )}
              {items.length === 0 && (
                <div id={listId} className="muted size-14 line-22 py-9 px-16" role="status">
                  {props.search?.isLoading ? words.loading[language] : (note ?? words.noOption[language])}
                </div>
              )}
            </>
          )}
          {footer}
        </ChoicePane>
      )}
    </div>
  )
}

/** Moves the focus into the browsed content; false while it is loading. */
function enter(pane: string): boolean {
  const row = document.getElementById(pane)?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
  row?.focus()
  return row != null
}

interface ChipsProps extends ChoiceBoxProps {
  /** Texts whose options are still loading. */
  readonly queue: readonly string[]
  onDrop(choice: Choice): void
}

function Chips({ chosen, most = chosen.length, disabled = false, queue, onDrop }: ChipsProps) {
  return (
    <>
      {chosen.slice(0, most).map(choice => (
        <Chip
          key={choice.id}
          label={<Marked choice={choice} />}
          title={choice.note ? `${choice.note} / ${choice.label}` : undefined}
          disabled={disabled}
          tabIndex={-1}
          {...(!disabled && { onDelete: () => onDrop(choice) })}
        />
      ))}
      {chosen.length > most && <span className="choice-more">+{chosen.length - most}</span>}
      {queue.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text may be typed twice
        <Chip key={`${index} ${text}`} className="choice-queued" label={text} />
      ))}
    </>
  )
}
