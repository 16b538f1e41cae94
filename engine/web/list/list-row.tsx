import IconButton from '@mui/material/IconButton'
import { Ellipsis } from 'lucide-react'
import { type CSSProperties, lazy, type MouseEvent, memo, Suspense, useState } from 'react'
import type { Field } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { FieldCell } from './field-cell.tsx'
import { RowCheck } from './row-check.tsx'
import { classesOf } from './table-classes.ts'

interface ListRowProps {
  readonly part: ResourcePart
  readonly fields: readonly Field[]
  readonly record: Readonly<Record<string, unknown>>
  /** Its position in the whole list; 1 is the first row after the header. */
  readonly place: number
  readonly isSelected: boolean
  /** The row with the keyboard focus. */
  readonly isCurrent: boolean
  /** It was opened last. */
  readonly isLast: boolean
  /** On touch screens all actions are always shown. */
  readonly isTouch: boolean
  readonly hasFiller: boolean
  readonly isSelectable: boolean
  readonly texts: { readonly select: string; readonly more: string }
  onToggle(id: string): void
  onOpen(id: string): void
}

/** One record in a list. Its buttons are rendered on hover or focus only: a page may have 200 rows. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { part, fields, record, place, isSelected, isCurrent, isLast, isTouch, hasFiller, texts } = props
  const { isSelectable, onToggle, onOpen } = props
  const [isLive, setLive] = useState(isTouch)
  const [isWanted, setWanted] = useState(false)
  const id = String(record['id'])
  const wake = () => setLive(true)
  return (
    <tr
      data-id={id}
      data-last={isLast || undefined}
      aria-rowindex={place + 1}
      aria-selected={isSelectable ? isSelected : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onPointerEnter={wake}
      onFocus={wake}
      onClick={event => {
        if (isTaken(event)) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      <td className="check">
        {isSelectable && <RowCheck isChosen={isSelected} label={texts.select} onToggle={() => onToggle(id)} />}
      </td>
      {fields.map((field, at) => {
        const cell = <FieldCell part={part} field={field} record={record} />
        const isLastColumn = at === fields.length - 1 && !hasFiller
        return (
          <td
            key={field.name}
            className={isLastColumn ? `${classesOf(part.resource, field)} last` : classesOf(part.resource, field)}
          >
            {field.name === part.resource.display ? (
              <a className="display-cell plain-link underlines" href={detailOf(part, id)}>
                {cell}
              </a>
            ) : (
              cell
            )}
          </td>
        )
      })}
      {hasFiller && <td />}
      <td className="actions">
        {isLive ? (
          <RowActions part={part} record={record} isWanted={isWanted} />
        ) : (
          // A placeholder for the buttons while they load.
          <button
            type="button"
            className="row-more square-28 muted absolute"
            tabIndex={-1}
            aria-label={texts.more}
            onPointerDown={() => setWanted(true)}
          />
        )}
      </td>
    </tr>
  )
})

/** The address of a record's detail. */
export const detailOf = ({ resource }: ResourcePart, id: string): string => addressOf(resource, 'show', id)

/** Whether a click was on a control in the row, opens a browser tab, or selected text. */
function isTaken(event: MouseEvent): boolean {
  const taker = (event.target as Element).closest('a, button, input, label, [role=menuitem]')
  if (taker?.matches('.display-cell')) return event.ctrlKey || event.metaKey || event.shiftKey
  return event.defaultPrevented || taker !== null || (window.getSelection()?.toString() ?? '') !== ''
}

/** A spacer in place of rows that are scrolled out of view. */
export function RowSpacer({ height, span }: { height: number; span: number }) {
  const style: CSSProperties = { height }
  return (
    <tr className="rows-away" aria-hidden style={style}>
      <td colSpan={span} />
    </tr>
  )
}

// The steps depend on rules, which are loaded after the first rows.
const RowButtons = lazy(() => import('./row-buttons.tsx').then(found => ({ default: found.RowButtons })))

interface RowActionsProps {
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
  /** The menu was opened before its code was loaded. */
  readonly isWanted?: boolean
}

/** The actions of one row: its next step and edit while hovered or focused; the menu button always. */
function RowActions({ part, record, isWanted = false }: RowActionsProps) {
  const translate = useTranslation()
  const [isPressed, setPressed] = useState(isWanted)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks within from reaching the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row itself listens to no key
    <div
      className="row-actions gap-2 muted absolute h-full top-0 justify-end right-20"
      onClick={event => event.stopPropagation()}
    >
      <Suspense
        fallback={
          <IconButton
            size="small"
            aria-label={translate('list.moreActions')}
            aria-haspopup="menu"
            // The buttons load on press, so the press event may have no release.
            onPointerDown={() => setPressed(true)}
            onClick={() => setPressed(true)}
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <RowButtons part={part} record={record} isOpen={isPressed} />
      </Suspense>
    </div>
  )
}
