import { IconButton, useMediaQuery, useTheme } from '@mui/material'
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { typeOf } from '../../fields/index.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Language, Model, Resource } from '../../model/model.ts'
import { useSay } from '../i18n.ts'
import { withValue } from './written-value.ts'
import './lines-table.css'

export type Line = Readonly<Record<string, unknown>>

/** Messages of one line, by field. */
export type LineErrors = Readonly<Record<string, readonly string[]>>

export interface LinesTableProps {
  /** Begins the ids of its cells: `<id>_2_price`. */
  readonly id: string
  /** The master's field of type `children`. */
  readonly field: Field
  /** The lines' own resource. */
  readonly resource: Resource
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly lines: readonly Line[]
  /** By place in the list, from 0. */
  readonly errors: Readonly<Record<number, LineErrors>>
  readonly disabled: boolean
  /** Whether a cell is asked of its line; what is not is neither shown nor typed. */
  isShown?(field: Field, line: Line): boolean
  onChange(lines: readonly Line[]): void
}

/** Which cell is open for typing, and the value it had, for Esc. */
interface Open {
  readonly row: number
  readonly column: number
  readonly before: unknown
}

/**
 * Children of a record as a table that is typed into: Tab walks, Enter adds a line below, Ctrl+Delete removes
 * one, Alt with an arrow or the handle moves one, Esc restores the cell, and a pasted block fills cells from the open
 * one on.
 */
export function LinesTable(props: LinesTableProps) {
  const { field, resource, lines, errors, disabled, onChange } = props
  const say = useSay()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [open, setOpen] = useState<Open>()
  const heads = useId()
  const columns = columnsOf(field, resource)
  const max = typeof field.options['max'] === 'number' ? field.options['max'] : Number.POSITIVE_INFINITY
  const mayAdd = !disabled && lines.length < max

  // Leaving a cell may write it and open the next within one event: each change starts from the one before.
  const latest = useRef(lines)
  latest.current = lines
  const put = (next: readonly Line[]) => {
    latest.current = next
    onChange(next)
  }
  const write = (row: number, name: string, value: unknown) =>
    put(latest.current.map((line, at) => (at === row ? withValue(resource, line, name, value) : line)))
  const addBelow = (row: number) => {
    if (!mayAdd) return
    put([...latest.current.slice(0, row + 1), newLine(resource), ...latest.current.slice(row + 1)])
    setOpen({ row: row + 1, column: columns.findIndex(isAsked), before: undefined })
  }
  const remove = (row: number) => {
    put(latest.current.filter((_, at) => at !== row))
    setOpen(undefined)
  }

  const move = (from: number, to: number) => {
    const line = latest.current[from]
    if (!line || from === to || to < 0 || to >= latest.current.length) return
    const others = latest.current.filter((_, at) => at !== from)
    put([...others.slice(0, to), line, ...others.slice(to)])
    setOpen(now => now && { ...now, row: now.row === from ? to : now.row })
  }
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const drop = () => {
    if (dragged !== undefined && over !== undefined) move(dragged, over)
    setDragged(undefined)
    setOver(undefined)
  }

  // Before the cell's own input, for which an arrow is a step or a list of choices.
  const onMoveKey = (event: KeyboardEvent, row: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || step === 0 || disabled || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    event.stopPropagation()
    move(row, row + step)
  }
  const onKeyDown = (event: KeyboardEvent, row: number) => {
    const column = open && columns[open.column]
    // What floats over the page is no part of the row, though React tells the row of its keys.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    // A list of choices took the key for itself, or a button is about to.
    if (event.defaultPrevented || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !(event.target instanceof HTMLTextAreaElement)) {
      event.preventDefault()
      addBelow(row)
    } else if (event.key === 'Delete' && (event.ctrlKey || event.metaKey) && !disabled) {
      event.preventDefault()
      remove(row)
    } else if (event.key === 'Escape' && open && column) {
      event.stopPropagation()
      write(row, column.name, open.before)
      setOpen(undefined)
    }
  }

  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain')
    const isElsewhere = event.target instanceof Node && !event.currentTarget.contains(event.target)
    if (disabled || isElsewhere || !/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    put(pasted(props.model, resource, latest.current, columns, text, row, column, max))
    setOpen(undefined)
  }

  if (isPhone)
    return (
      <LineCards
        {...props}
        columns={columns}
        onAdd={() => addBelow(lines.length - 1)}
        onMove={move}
        onRemove={remove}
        onWrite={write}
      />
    )

  return (
    <div className={disabled ? 'lines lines-read' : 'lines'}>
      <table aria-label={field.title[props.language]}>
        <thead>
          <tr>
            <th className="lines-number">#</th>
            {columns.map(column => (
              <th
                key={column.name}
                id={`${heads}-${column.name}`}
                className={alignOf(column)}
                style={{ width: webOf(column).width }}
              >
                {titleWithUnit(column, props.language)}
                {column.required && !disabled && <span className="required"> *</span>}
              </th>
            ))}
            {!disabled && <th className="lines-actions" />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr
              // A new line has no id yet; its place is all that tells it from the others.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={row}
              className={over === row && dragged !== row ? (over < (dragged ?? 0) ? 'lines-above' : 'lines-below') : ''}
              onKeyDownCapture={event => onMoveKey(event, row)}
              onKeyDown={event => onKeyDown(event, row)}
              onDragOver={event => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(row)
              }}
              onDrop={drop}
            >
              <td
                className="lines-number"
                draggable={!disabled && lines.length > 1}
                title={disabled || lines.length < 2 ? undefined : say('form.dragLine')}
                onDragStart={event => {
                  event.dataTransfer.effectAllowed = 'move'
                  setOpen(undefined)
                  setDragged(row)
                }}
                onDragEnd={() => {
                  setDragged(undefined)
                  setOver(undefined)
                }}
              >
                <GripVertical size={12} aria-hidden />
                {row + 1}
              </td>
              {columns.map((column, at) => (
                <LineCell
                  key={column.name}
                  {...props}
                  column={column}
                  line={line}
                  errors={errors[row]?.[column.name]}
                  cellId={`${props.id}_${row}_${column.name}`}
                  labelledBy={`${heads}-${column.name}`}
                  isOpen={open?.row === row && open.column === at}
                  onOpen={() => setOpen({ row, column: at, before: line[column.name] })}
                  onClose={() => setOpen(now => (now?.row === row && now.column === at ? undefined : now))}
                  onWrite={value => write(row, column.name, value)}
                  onPaste={event => onPaste(event, row, at)}
                />
              ))}
              {!disabled && (
                <td className="lines-actions">
                  <IconButton
                    size="small"
                    tabIndex={-1}
                    aria-label={say('form.removeLine', { number: row + 1 })}
                    onClick={() => remove(row)}
                  >
                    <Trash2 size={16} />
                  </IconButton>
                </td>
              )}
            </tr>
          ))}
          {lines.length === 0 && (
            <tr>
              <td className="lines-none" colSpan={columns.length + 2}>
                {say('form.noLines')}
              </td>
            </tr>
          )}
        </tbody>
        <SumRow {...props} columns={columns} />
      </table>
      {mayAdd && (
        <button type="button" className="lines-add" onClick={() => addBelow(lines.length - 1)}>
          <Plus size={16} /> {say('form.addLine')}
        </button>
      )}
    </div>
  )
}

interface LineCellProps extends Omit<LinesTableProps, 'errors' | 'onChange'> {
  readonly column: Field
  readonly cellId: string
  readonly labelledBy: string
  readonly line: Line
  readonly errors: readonly string[] | undefined
  readonly isOpen: boolean
  onOpen(): void
  onClose(): void
  onWrite(value: unknown): void
  onPaste(event: ClipboardEvent): void
}

const LineCell = memo(
  function LineCell(props: LineCellProps) {
    const { column, line, model, language, sources, isOpen, errors, disabled } = props
    const id = useId()
    const cell = useRef<HTMLTableCellElement>(null)
    const { Cell, Input } = webOf(column)
    const value = line[column.name]
    useEffect(() => {
      if (!isOpen) return
      const inner = cell.current?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]')
      inner?.focus()
      // As in a sheet of figures: what is typed takes the place of what stood there.
      if (inner instanceof HTMLInputElement && !inner.readOnly) inner.select()
    }, [isOpen])

    const isHidden = props.isShown?.(column, line) === false
    const may = !disabled && isAsked(column) && !isHidden
    const message = errors?.[0]
    return (
      <td
        ref={cell}
        id={props.cellId}
        className={[
          alignOf(column),
          isOpen ? 'lines-open' : '',
          message ? 'lines-wrong' : '',
          may ? '' : 'lines-given',
        ].join(' ')}
        tabIndex={may && !isOpen ? 0 : undefined}
        aria-invalid={message !== undefined}
        title={message}
        onFocus={() => may && !isOpen && props.onOpen()}
        onBlur={event =>
          !cell.current?.contains(event.relatedTarget) && !isFloating(event.relatedTarget) && props.onClose()
        }
        onPaste={props.onPaste}
      >
        {isOpen && may ? (
          <Input
            id={id}
            field={column}
            model={model}
            language={language}
            record={line}
            sources={sources}
            value={value}
            disabled={false}
            invalid={message !== undefined}
            labelledBy={props.labelledBy}
            describedBy={message && `${id}-error`}
            onChange={props.onWrite}
          />
        ) : isHidden || value === undefined || value === null || value === '' ? (
          <span className="nothing">{may ? '' : '—'}</span>
        ) : (
          <Cell field={column} model={model} language={language} record={line} sources={sources} value={value} />
        )}
        {message && (
          <span id={`${id}-error`} className="lines-message" role="alert">
            {message}
          </span>
        )}
      </td>
    )
  },
  (old, now) =>
    old.line === now.line &&
    old.isOpen === now.isOpen &&
    old.errors === now.errors &&
    old.disabled === now.disabled &&
    old.model === now.model &&
    old.language === now.language &&
    !now.isOpen,
)

interface LineCardsProps extends LinesTableProps {
  readonly columns: readonly Field[]
  onAdd(): void
  onMove(from: number, to: number): void
  onRemove(row: number): void
  onWrite(row: number, name: string, value: unknown): void
}

/** The same lines on a phone: a card each, every field open, the sum at the end. */
function LineCards({ columns, onAdd, onMove, onRemove, onWrite, ...props }: LineCardsProps) {
  const say = useSay()
  return (
    <div className={props.disabled ? 'line-cards lines-read' : 'line-cards'}>
      {props.lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new line has no id yet
        <section key={row} className="line-card">
          <header>
            <span>{say('form.line', { number: row + 1 })}</span>
            {!props.disabled && (
              <div className="line-card-actions">
                <IconButton
                  aria-label={say('form.moveLineUp', { number: row + 1 })}
                  disabled={row === 0}
                  onClick={() => onMove(row, row - 1)}
                >
                  <ArrowUp size={20} />
                </IconButton>
                <IconButton
                  aria-label={say('form.moveLineDown', { number: row + 1 })}
                  disabled={row === props.lines.length - 1}
                  onClick={() => onMove(row, row + 1)}
                >
                  <ArrowDown size={20} />
                </IconButton>
                <IconButton aria-label={say('form.removeLine', { number: row + 1 })} onClick={() => onRemove(row)}>
                  <Trash2 size={20} />
                </IconButton>
              </div>
            )}
          </header>
          {columns
            .filter(column => props.isShown?.(column, line) ?? true)
            .map(column => {
              const { Input, Cell } = webOf(column)
              const message = props.errors[row]?.[column.name]?.[0]
              const input = `${props.id}_${row}_${column.name}`
              const context = {
                field: column,
                model: props.model,
                language: props.language,
                record: line,
                sources: props.sources,
              }
              const value = line[column.name]
              const may = !props.disabled && isAsked(column)
              return (
                <div key={column.name} className="line-card-field">
                  {may ? (
                    <label htmlFor={input}>
                      {titleWithUnit(column, props.language)}
                      {column.required && <span className="required"> *</span>}
                    </label>
                  ) : (
                    <span className="line-card-caption">{titleWithUnit(column, props.language)}</span>
                  )}
                  {may ? (
                    <Input
                      {...context}
                      id={input}
                      value={value}
                      disabled={false}
                      invalid={message !== undefined}
                      describedBy={message && `${input}-error`}
                      onChange={next => onWrite(row, column.name, next)}
                    />
                  ) : value === undefined || value === null ? (
                    <span className="nothing">—</span>
                  ) : (
                    <Cell {...context} value={value} />
                  )}
                  {message && (
                    <p id={`${input}-error`} className="field-error" role="alert">
                      {message}
                    </p>
                  )}
                </div>
              )
            })}
        </section>
      ))}
      {props.lines.length > 0 &&
        columns.filter(isSummed).map(column => (
          <p key={column.name} className="line-card-sum">
            <span>
              {say('form.sum')} · {titleWithUnit(column, props.language)}
            </span>
            <Sum {...props} column={column} />
          </p>
        ))}
      {!props.disabled && (
        <button type="button" className="lines-add" onClick={onAdd}>
          <Plus size={20} /> {say('form.addLine')}
        </button>
      )}
    </div>
  )
}

function SumRow({ columns, ...props }: LinesTableProps & { readonly columns: readonly Field[] }) {
  const say = useSay()
  if (props.lines.length === 0 || !columns.some(isSummed)) return null
  return (
    <tfoot>
      <tr>
        <td colSpan={2}>{say('form.sum')}</td>
        {columns.slice(1).map(column => (
          <td key={column.name} className={alignOf(column)}>
            {isSummed(column) && <Sum {...props} column={column} />}
          </td>
        ))}
        {!props.disabled && <td />}
      </tr>
    </tfoot>
  )
}

/** A column's sum, written as its cells are. */
function Sum({ column, lines, model, language, sources }: LinesTableProps & { readonly column: Field }) {
  const { Cell } = webOf(column)
  const value = sumOf(lines, column.name)
  return <Cell field={column} model={model} language={language} record={{}} sources={sources} value={value} />
}

/** Money adds up in cents, so that 0.1 + 0.2 is 0.3. */
const sumOf = (lines: readonly Line[], name: string) =>
  lines.reduce((cents, line) => cents + Math.round(Number(line[name] ?? 0) * 100), 0) / 100

const columnsOf = (field: Field, resource: Resource): Field[] => {
  const names = (field.options['columns'] as readonly string[] | undefined) ?? resource.list.columns
  return names.map(name => resource.fields.find(one => one.name === name)).filter(one => one !== undefined)
}

const alignOf = (field: Field) => (webOf(field).align === 'right' ? 'figure' : '')
/** Amounts that are worked out add up; a column of unit prices does not. */
const isSummed = (field: Field) => field.type === 'money' && field.compute !== undefined
const isAsked = (field: Field) => !field.readOnly && field.compute === undefined
/** Lists and calendars float outside the cell that opened them. */
const isFloating = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.MuiPopper-root, .MuiPopover-root') !== null

const titleWithUnit = (field: Field, language: Language) => {
  const unit = field.options['unit'] as { zh: string; en: string } | string | undefined
  const said = typeof unit === 'object' ? unit[language] : unit
  return said ? `${field.title[language]}${language === 'zh' ? `（${said}）` : ` (${said})`}` : field.title[language]
}

const newLine = (resource: Resource): Line =>
  Object.fromEntries(
    resource.fields.filter(field => field.default !== undefined).map(field => [field.name, field.default]),
  )

/** Fills cells with a pasted block, from one cell on; what a cell's type cannot read stays as it was. */
function pasted(
  model: Model,
  resource: Resource,
  lines: readonly Line[],
  columns: readonly Field[],
  text: string,
  row: number,
  column: number,
  max: number,
): readonly Line[] {
  const filled = [...lines]
  const block = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  for (const [down, cells] of block.entries()) {
    if (row + down >= max) break
    const changes = cells.split('\t').flatMap((cell, along) => {
      const target = columns[column + along]
      if (!target || !isAsked(target) || cell.trim() === '') return []
      const read = typeOf(target).parse(cell.trim(), target, model)
      return 'value' in read ? [[target.name, read.value] as const] : []
    })
    filled[row + down] = { ...(filled[row + down] ?? newLine(resource)), ...Object.fromEntries(changes) }
  }
  return filled
}
