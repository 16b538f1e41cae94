import IconButton from '@mui/material/IconButton'
import { GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Field, Language, Model } from '../../model/model.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { LineCell } from './lines-cell.tsx'
import type { FormLine, LineErrors } from './lines-columns.ts'
import type { LinesEditing } from './lines-editing.ts'

interface LineRowProps {
  /** Prefix of the ids of its cells. */
  readonly id: string
  /** Prefix of the ids of the column headers. */
  readonly heads: string
  /** Its position, from 0. */
  readonly row: number
  readonly identity: number
  readonly line: FormLine
  readonly errors: LineErrors | undefined
  readonly editing: LinesEditing
  readonly dragging: RowDragging
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly disabled: boolean
  isShown?(field: Field, line: FormLine): boolean
  lockOf?(field: Field, line: FormLine): string | undefined
}

/** One line as a row: its drag handle and number, its cells, its delete button. */
export function LineRow(props: LineRowProps) {
  const { row, line, editing, dragging, disabled } = props
  const { columns, open } = editing
  const translate = useTranslation(recordWords)
  const isDraggable = !disabled && editing.mayMove && dragging.isPossible
  return (
    <tr
      className={dragging.markOf(row)}
      {...(!disabled && {
        onKeyDownCapture: event => onMoveKey(event, row, editing),
        onKeyDown: event => onLineKey(event, row, editing),
      })}
      onDragOver={event => dragging.isOver(row) && event.preventDefault()}
      onDrop={dragging.drop}
    >
      <td
        className="lines-number"
        draggable={isDraggable}
        title={isDraggable ? translate('form.dragLine') : undefined}
        onDragStart={event => {
          event.dataTransfer.effectAllowed = 'move'
          dragging.begin(row)
        }}
        onDragEnd={dragging.end}
      >
        <GripVertical className="absolute hidden" size={14} aria-hidden />
        {row + 1}
      </td>
      {columns.map((column, at) => {
        const isOpen = open?.row === row && open.column === at
        const lock = props.lockOf?.(column, line)
        return (
          <LineCell
            key={column.name}
            column={column}
            line={line}
            model={props.model}
            language={props.language}
            sources={props.sources}
            disabled={disabled}
            {...(lock !== undefined && { lock })}
            errors={props.errors?.[column.name]}
            cellId={`${props.id}_${row}_${column.name}`}
            labelledBy={`${props.heads}-${column.name}`}
            isOpen={isOpen}
            turn={isOpen ? open.turn : 0}
            {...(props.isShown && { isShown: props.isShown })}
            onOpen={() => editing.openCell(row, at)}
            onClose={() => editing.closeCell(row, at)}
            onWrite={(value, name) => editing.write(props.identity, column.name, value, name)}
            onPaste={text => editing.paste(text, row, at)}
          />
        )
      })}
      {!disabled && (
        <td className="lines-actions px-8 paper">
          {editing.mayRemove(row) && (
            <IconButton
              size="small"
              tabIndex={-1}
              aria-label={translate('form.removeLine', { number: row + 1 })}
              onClick={() => editing.remove(row)}
            >
              <Trash2 size={16} />
            </IconButton>
          )}
        </td>
      )}
    </tr>
  )
}

/** A row that is dragged to another position by its handle. */
export interface RowDragging {
  readonly isPossible: boolean
  begin(row: number): void
  /** Whether a dragged row is over this one. */
  isOver(row: number): boolean
  /** The class for the drop position. */
  markOf(row: number): string | undefined
  drop(): void
  end(): void
}

/** The drag state of the rows of one table. */
export function useRowDragging(count: number, { move, closeAll }: LinesEditing): RowDragging {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    isPossible: count > 1,
    begin(row) {
      closeAll()
      setDragged(row)
    },
    isOver(row) {
      if (dragged !== undefined) setOver(row)
      return dragged !== undefined
    },
    markOf: row =>
      dragged === undefined || over !== row || dragged === row
        ? undefined
        : row < dragged
          ? 'lines-above'
          : 'lines-below',
    drop() {
      if (dragged !== undefined && over !== undefined) move(dragged, over)
      end()
    },
    end,
  }
}

/** Whether a key was pressed in the row itself: React events of overlays bubble to it too. */
const isWithin = ({ currentTarget, target }: KeyboardEvent) => target instanceof Node && currentTarget.contains(target)

/**
 * Alt with an arrow moves a line. Handled before the cell's own input, for which an arrow is a step or a list of
 * choices.
 */
function onMoveKey(event: KeyboardEvent, row: number, { move }: LinesEditing): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (!event.altKey || step === 0 || !isWithin(event)) return
  event.preventDefault()
  event.stopPropagation()
  move(row, row + step)
}

/** Enter adds a line below, Ctrl+Delete removes one, Esc restores the cell, Ctrl+Z undoes a paste just made. */
function onLineKey(event: KeyboardEvent, row: number, editing: LinesEditing): void {
  const { addBelow, remove, restore, undoPasteAtOnce } = editing
  const { key, target } = event
  if (!isWithin(event)) return
  // A list of choices took the key for itself, or a button is about to.
  if (event.defaultPrevented || (key === 'Enter' && target instanceof HTMLButtonElement)) return
  if (key === 'Enter' && !event.nativeEvent.isComposing && !(target instanceof HTMLTextAreaElement)) {
    event.preventDefault()
    addBelow(row)
  } else if (key === 'Delete' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    remove(row)
  } else if (key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && undoPasteAtOnce()) {
    event.preventDefault()
  } else if (key === 'Escape' && restore()) {
    // A dialog around it stays open.
    event.stopPropagation()
  }
}
