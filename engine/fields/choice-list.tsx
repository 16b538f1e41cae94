import { Paper } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Choice } from './choice.ts'
import { Floating } from './floating.tsx'
import './choice-box.css'

interface ChoicePaneProps {
  readonly id: string
  readonly anchor: () => HTMLElement
  readonly label: string | undefined
  /** A browsable tree may be wider than its box; a list has the same width. */
  readonly isBrowsed: boolean
  readonly children: ReactNode
}

/** The pane of a choice box. */
export function ChoicePane({ id, anchor, label, isBrowsed, children }: ChoicePaneProps) {
  return (
    <Floating anchor={anchor} width={isBrowsed ? 'least' : 'equal'} className="choice-pop z-1300">
      <Paper
        elevation={4}
        id={id}
        className={isBrowsed ? 'choice-pane choice-pane-browsed' : 'choice-pane'}
        {...(isBrowsed && { role: 'dialog', 'aria-label': label })}
        // Keeps the focus in the box.
        onMouseDown={event => event.preventDefault()}
      >
        {children}
      </Paper>
    </Floating>
  )
}

interface ChoiceListProps {
  readonly id: string
  readonly label: string | undefined
  readonly items: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly highlighted: Choice | undefined
  readonly isMany: boolean
  readonly isLoading: boolean
  onChoose(choice: Choice): void
}

/** The options of a choice box; the focus stays in its input. */
export function ChoiceList({ id, items, chosen, highlighted, onChoose, ...props }: ChoiceListProps) {
  const list = useRef<HTMLUListElement>(null)
  const at = highlighted ? items.indexOf(highlighted) : items.findIndex(item => chosen.some(one => one.id === item.id))
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      className="scroll py-4 contains-scroll"
      aria-label={props.label}
      aria-multiselectable={props.isMany || undefined}
      aria-busy={props.isLoading}
    >
      {items.map((item, index) => [
        item.head && item.head !== items[index - 1]?.head && (
          <li key={`head ${item.head}`} role="presentation" className="text-12 quiet pt-6 pb-2 px-16">
            {item.head}
          </li>
        ),
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <li
          key={item.id}
          id={optionId(id, index)}
          role="option"
          className="choice-option round-6 press min-h-32 py-4 px-12 mx-4 tap-44-phone size-16-phone"
          aria-selected={chosen.some(one => one.id === item.id)}
          data-highlighted={item === highlighted || undefined}
          onClick={() => onChoose(item)}
        >
          <span className="min-0">
            <Marked choice={item} />
            {item.note && <small className="quiet size-12 block line-16">{item.note}</small>}
          </span>
        </li>,
      ])}
    </ul>
  )
}

/** The id of an option by its index in the list. */
export const optionId = (list: string, index: number): string => `${list}-${index}`

/** A choice's mark and label. */
export function Marked({ choice }: { readonly choice: Choice }) {
  return choice.mark ? (
    <span className="dictionary-mark inline nowrap gap-7">
      {choice.mark}
      {choice.label}
    </span>
  ) : (
    choice.label
  )
}
