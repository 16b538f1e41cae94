import { useRef, useState } from 'react'
import { isNumber, typedNumber } from '../../fields/read-text.ts'
import { isReference } from '../../fields/traits.ts'
import { isUnread } from '../../fields/unread-text.ts'
import type { Field, Resource } from '../../model/model.ts'
import { contextOfPart } from '../../record/expressions.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { columnsOf, type FormLine, isTyped, lineLimit, newLine } from './lines-columns.ts'
import { followed, noLinesKnown } from './lines-identity.ts'
import { pasteInto } from './lines-paste.ts'
import type { LinesProps } from './lines-props.ts'
import { type PasteReport, useLinesPaste } from './use-lines-paste.ts'
import { withValue } from './written-value.ts'

/** The open cell. */
export interface OpenCell {
  readonly row: number
  readonly column: number
  /** Its previous value, which Esc restores. */
  readonly before: unknown
  /** Counts the resets of its value: its input is mounted again. */
  readonly turn: number
}

/** Lines while they are edited, with their commands. */
export interface LinesEditing {
  readonly columns: readonly Field[]
  /** The identities of the lines, independent of their positions. */
  readonly identities: readonly number[]
  readonly mayAdd: boolean
  /** Lines may be moved; in a step, stored ones keep their order. */
  readonly mayMove: boolean
  /** Whether a line may be removed: in a step, only one that was added there. */
  mayRemove(row: number): boolean
  readonly open: OpenCell | undefined
  openCell(row: number, column: number): void
  closeCell(row: number, column: number): void
  closeAll(): void
  /** Writes a field of the line with this identity, at its current position; does nothing where it was removed. */
  write(identity: number, name: string, value: unknown, label?: string): void
  addBelow(row: number): void
  /** Removes a line; the focus moves to the line at its position, where a cell was open. */
  remove(row: number): void
  move(from: number, to: number): void
  /** Restores the previous value of the open cell; false where it is unchanged. */
  restore(): boolean
  /** Pastes a block; the focus moves to the first cell with an unreadable text. */
  paste(text: string, row: number, column: number): void
  readonly pasted: PasteReport | undefined
  closeReport(): void
  lookUpAgain(): void
  undoPaste(): void
  /** Undoes a paste while nothing was edited since; false where there is none. */
  undoPasteAtOnce(): boolean
  /** Opens the first cell whose text was not read. */
  openUnread(): void
}

/** Edits the lines of one field. */
export function useLinesEditing(props: LinesProps): LinesEditing {
  const { field, resource, model, sources, lines, disabled, onChange } = props
  const [open, setOpen] = useState<OpenCell>()
  const columns = columnsOf(field, resource)
  const context = useEvaluationContext()
  const max = lineLimit(field)
  const mayAdd = !disabled && field.options['edit'] !== 'change' && lines.length < max
  // Leaving a cell may write it and open the next within one event: each change starts from the one before.
  const latest = useRef(noLinesKnown)
  latest.current = followed(latest.current, lines)
  const mayMove = field.options['edit'] === undefined
  const mayRemove = (row: number) => mayMove || latest.current.lines[row]?.['id'] === undefined
  const put = (next: readonly FormLine[]) => {
    latest.current = followed(latest.current, next)
    onChange(next)
  }
  const opened = (row: number, column: number): OpenCell => ({
    row,
    column,
    before: latest.current.lines[row]?.[columns[column]?.name ?? ''] ?? null,
    turn: 0,
  })
  const pasting = useLinesPaste({ model, resource, sources, now: () => latest.current, put })
  /** Where the last block was pasted, while nothing was edited since. */
  const untouched = useRef<{ readonly row: number; readonly column: number }>(undefined)
  const edit = (next: readonly FormLine[]) => {
    untouched.current = undefined
    put(next)
  }
  const reopen = (row: number, column: number) =>
    setOpen(now => ({ ...opened(row, column), turn: (now?.turn ?? 0) + 1 }))
  /** The first cell with an unreadable text; a pending look-up is not one. */
  const unreadPlace = () => {
    for (const [row, line] of latest.current.lines.entries()) {
      const column = columns.findIndex(({ name }) => isUnread(line[name]))
      if (column >= 0) return { row, column }
    }
    return undefined
  }
  const openUnread = () => {
    const place = unreadPlace()
    if (!place) return
    reopen(place.row, place.column)
    // In cards every input is open: the focus moves there after the line is rendered.
    const id = `${props.id}_${place.row}_${columns[place.column]?.name}`
    requestAnimationFrame(() => {
      const input = document.getElementById(id)
      if (!(input instanceof HTMLInputElement)) return
      input.scrollIntoView({ block: 'center' })
      input.focus({ preventScroll: true })
    })
  }
  const undoPaste = () => {
    const place = untouched.current
    untouched.current = undefined
    if (!pasting.undo()) return false
    if (place && place.row < latest.current.lines.length) reopen(place.row, place.column)
    else setOpen(undefined)
    return true
  }
  const writeAt = (row: number, name: string, value: unknown, label?: string) => {
    const named = isReferenceNamed(resource, name) && label !== undefined ? { [`${name}Name`]: label } : {}
    edit(
      latest.current.lines.map((line, at) =>
        at === row ? { ...changesOf(line, name, value).reduce(written, line), ...named } : line,
      ),
    )
  }
  const written = (line: FormLine, [name, value]: readonly [string, unknown]) => withValue(resource, line, name, value)
  const changesOf = (line: FormLine, name: string, value: unknown) => {
    const field = resource.fields.find(one => one.name === name)
    if (!field || !isUnread(value) || !isNumber(field)) return [[name, value] as const]
    return Object.entries(typedNumber(value, field, line, { model, fields: resource.fields }))
  }

  return {
    columns,
    identities: latest.current.identities,
    mayAdd,
    mayMove,
    mayRemove,
    open,
    openCell: (row, column) => setOpen(opened(row, column)),
    closeCell: (row, column) => setOpen(now => (now?.row === row && now.column === column ? undefined : now)),
    closeAll: () => setOpen(undefined),
    write(identity, name, value, label) {
      const row = latest.current.identities.indexOf(identity)
      if (row < 0) return
      writeAt(row, name, value, label)
      // A candidate was chosen: the open input shows it only after it is mounted again.
      if (label !== undefined) setOpen(now => now && { ...now, turn: now.turn + 1 })
    },
    addBelow(row) {
      if (!mayAdd) return
      const { lines } = latest.current
      edit([...lines.slice(0, row + 1), newLine(resource, contextOfPart(model, context())), ...lines.slice(row + 1)])
      setOpen(opened(row + 1, columns.findIndex(isTyped)))
    },
    remove(row) {
      if (!mayRemove(row)) return
      edit(latest.current.lines.filter((_, at) => at !== row))
      const next = Math.min(row, latest.current.lines.length - 1)
      setOpen(now => (now && next >= 0 ? { ...opened(next, now.column), turn: now.turn + 1 } : undefined))
    },
    move(from, to) {
      const { lines } = latest.current
      const line = lines[from]
      if (!mayMove || !line || from === to || to < 0 || to >= lines.length) return
      const others = lines.filter((_, at) => at !== from)
      edit([...others.slice(0, to), line, ...others.slice(to)])
      setOpen(now => now && { ...now, row: now.row === from ? to : now.row })
    },
    restore() {
      const name = open && columns[open.column]?.name
      if (!open || name === undefined || (latest.current.lines[open.row]?.[name] ?? null) === open.before) return false
      writeAt(open.row, name, open.before)
      setOpen({ ...open, turn: open.turn + 1 })
      return true
    },
    paste(text, row, column) {
      const { isShown = () => true, faultOf = () => undefined } = props
      const { lines } = latest.current
      const place = {
        model,
        resource,
        columns,
        row,
        column,
        max: field.options['edit'] === 'change' ? lines.length : max,
        isShown,
        faultOf,
        fresh: newLine(resource, contextOfPart(model, context())),
      }
      const start = { row, column }
      untouched.current = start
      pasting.paste(pasteInto(lines, text, place), () => {
        // The user has moved the focus in the meantime.
        if (untouched.current === start) openUnread()
      })
      const first = Math.min(row, latest.current.lines.length - 1)
      if (first >= 0) reopen(first, column)
    },
    pasted: pasting.report,
    closeReport: pasting.close,
    lookUpAgain: () => pasting.lookUpAgain(openUnread),
    undoPaste,
    undoPasteAtOnce: () => untouched.current !== undefined && undoPaste(),
    openUnread,
  }
}

const isReferenceNamed = ({ fields }: Resource, name: string) =>
  fields.some(field => field.name === name && isReference(field))
