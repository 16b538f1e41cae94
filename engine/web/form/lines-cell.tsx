import { type ClipboardEvent, memo, useEffect, useId, useRef } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { UnreadMessage } from '../../fields/unread-message.tsx'
import { isPendingText, isUnread } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Language, Model } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { alignOf, type FormLine, isTyped } from './lines-columns.ts'
import { isBlock } from './pasted-block.ts'

interface LineCellProps {
  readonly column: Field
  readonly cellId: string
  /** The id of the column's header. */
  readonly labelledBy: string
  readonly line: FormLine
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly errors: readonly string[] | undefined
  readonly disabled: boolean
  /** Why it cannot be changed. */
  readonly lock?: string
  readonly isOpen: boolean
  /** How often its value was restored while it was open. */
  readonly turn: number
  isShown?(field: Field, line: FormLine): boolean
  onOpen(): void
  onClose(): void
  /** Writes its value; for a reference chosen from a list, with the record's name. */
  onWrite(value: unknown, name?: string): void
  onPaste(text: string): void
}

/** One cell of a line: its value, or the input of its field while it is open. */
export const LineCell = memo(
  function LineCell(props: LineCellProps) {
    const { column, line, model, language, sources, isOpen, turn, errors, disabled, lock } = props
    const id = useId()
    const cell = useRef<HTMLTableCellElement>(null)
    const { Cell, Input } = webOf(column)
    const value = line[column.name]
    // biome-ignore lint/correctness/useExhaustiveDependencies: an input that was reset takes the focus again
    useEffect(() => {
      if (isOpen) takeCaret(cell.current)
    }, [isOpen, turn])

    const isHidden = props.isShown?.(column, line) === false
    const may = !disabled && lock === undefined && isTyped(column) && !isHidden
    const unread = isUnread(value) && !isHidden ? value : undefined
    const message = unread?.message[language] ?? errors?.[0]
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      const isElsewhere = event.target instanceof Node && !event.currentTarget.contains(event.target)
      if (disabled || isElsewhere || !isBlock(text)) return
      event.preventDefault()
      // The input would add the block to its own text.
      event.stopPropagation()
      props.onPaste(text)
    }
    const isDrawn = may && (isOpen || isPendingText(value))
    const marks = [isDrawn && 'lines-open', message && 'lines-wrong', unread?.several && 'lines-choice']
    const classes = [alignOf(column), ...marks, !may && 'lines-given']
    return (
      <td
        ref={cell}
        id={props.cellId}
        className={classes.filter(Boolean).join(' ')}
        tabIndex={may && !isOpen ? 0 : undefined}
        aria-invalid={message !== undefined}
        title={message ?? lock}
        onFocus={() => may && !isOpen && props.onOpen()}
        onBlur={event => {
          const isWithin = cell.current?.contains(event.relatedTarget)
          // The window lost the focus, for example to a file chooser; the element in the page still has it.
          const isStill = cell.current?.contains(document.activeElement)
          if (!isWithin && !isStill && !isFloating(event.relatedTarget)) props.onClose()
        }}
        onPasteCapture={onPaste}
      >
        {isDrawn ? (
          // A look-up of an input continues after its cell was left.
          <div className="contents" inert={!isOpen}>
            <Input
              key={turn}
              id={id}
              field={column}
              model={model}
              language={language}
              record={line}
              sources={sources}
              value={isUnread(value) ? null : value}
              {...(isUnread(value) && { unread: value })}
              disabled={false}
              invalid={message !== undefined}
              labelledBy={props.labelledBy}
              describedBy={message && `${id}-error`}
              onChange={props.onWrite}
            />
          </div>
        ) : isHidden || isEmptyValue(value) ? (
          <span className="nothing">{may ? '' : '—'}</span>
        ) : isUnread(value) ? (
          <span>{value.unread}</span>
        ) : (
          <Cell field={column} model={model} language={language} record={line} sources={sources} value={value} />
        )}
        {message && (
          <span
            id={`${id}-error`}
            className="lines-message size-12 absolute round-4 line-20 text-left no-pointer px-6 white opacity-0"
            role="alert"
          >
            {unread && may ? (
              <UnreadMessage
                id={props.cellId}
                field={column}
                unread={unread}
                language={language}
                onChoose={props.onWrite}
              />
            ) : (
              message
            )}
          </span>
        )}
      </td>
    )
  },
  (old, now) =>
    old.line === now.line &&
    // Its commands go by its position, which its id contains.
    old.cellId === now.cellId &&
    old.isOpen === now.isOpen &&
    old.errors === now.errors &&
    old.disabled === now.disabled &&
    old.lock === now.lock &&
    old.model === now.model &&
    old.language === now.language &&
    !now.isOpen,
)

function takeCaret(cell: HTMLElement | null): void {
  const inner =
    cell?.querySelector<HTMLElement>('input:not([hidden]), textarea, [tabindex="0"]') ??
    cell?.querySelector<HTMLElement>('button')
  inner?.focus()
  // As in a spreadsheet: typing replaces the old value.
  if (inner instanceof HTMLInputElement && !inner.readOnly) inner.select()
}

/** Lists and calendars float outside the cell that opened them. */
const isFloating = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.MuiPopper-root, .MuiPopover-root') !== null
