import { useRef, useState } from 'react'
import type { Field } from '../../model/model.ts'
import { useSurroundings } from '../record/surroundings.ts'
import { columnsOf, isTyped, type Line, mostLines, newLine } from './lines-columns.ts'
import { followed, noLinesKnown } from './lines-identity.ts'
import { withPasted } from './lines-paste.ts'
import type { LinesProps } from './lines-props.ts'
import { withValue } from './written-value.ts'

/** Which cell is open for typing. */
export interface OpenCell {
  readonly row: number
  readonly column: number
  /** What it had, for Esc. */
  readonly before: unknown
  /** Counts how often its value was given back: its input begins anew. */
  readonly turn: number
}

/** Lines while they are typed, and what is done with them. */
export interface LinesEditing {
  readonly columns: readonly Field[]
  /** What tells each line from the others, wherever it stands. */
  readonly identities: readonly number[]
  readonly mayAdd: boolean
  readonly open: OpenCell | undefined
  openCell(row: number, column: number): void
  closeCell(row: number, column: number): void
  closeAll(): void
  /** Writes a field of the line with this identity, wherever it stands by now; nothing where it was removed. */
  write(identity: number, name: string, value: unknown): void
  addBelow(row: number): void
  /** Takes a line away; the caret goes to the one that takes its place, where one was open. */
  remove(row: number): void
  move(from: number, to: number): void
  /** Gives the open cell back what it had; false where that is what it has. */
  restore(): boolean
  paste(text: string, row: number, column: number): void
}

/** Edits the lines of one field. */
export function useLinesEditing({ field, resource, model, lines, disabled, onChange }: LinesProps): LinesEditing {
  const [open, setOpen] = useState<OpenCell>()
  const columns = columnsOf(field, resource)
  const around = useSurroundings()
  const max = mostLines(field)
  const mayAdd = !disabled && lines.length < max
  // Leaving a cell may write it and open the next within one event: each change starts from the one before.
  const latest = useRef(noLinesKnown)
  latest.current = followed(latest.current, lines)
  const put = (next: readonly Line[]) => {
    latest.current = followed(latest.current, next)
    onChange(next)
  }
  const opened = (row: number, column: number): OpenCell => ({
    row,
    column,
    before: latest.current.lines[row]?.[columns[column]?.name ?? ''],
    turn: 0,
  })
  const writeAt = (row: number, name: string, value: unknown) =>
    put(latest.current.lines.map((line, at) => (at === row ? withValue(resource, line, name, value) : line)))

  return {
    columns,
    identities: latest.current.identities,
    mayAdd,
    open,
    openCell: (row, column) => setOpen(opened(row, column)),
    closeCell: (row, column) => setOpen(now => (now?.row === row && now.column === column ? undefined : now)),
    closeAll: () => setOpen(undefined),
    write(identity, name, value) {
      const row = latest.current.identities.indexOf(identity)
      if (row >= 0) writeAt(row, name, value)
    },
    addBelow(row) {
      if (!mayAdd) return
      const { lines } = latest.current
      put([...lines.slice(0, row + 1), newLine(resource, around()), ...lines.slice(row + 1)])
      setOpen(opened(row + 1, columns.findIndex(isTyped)))
    },
    remove(row) {
      put(latest.current.lines.filter((_, at) => at !== row))
      const next = Math.min(row, latest.current.lines.length - 1)
      setOpen(now => (now && next >= 0 ? { ...opened(next, now.column), turn: now.turn + 1 } : undefined))
    },
    move(from, to) {
      const { lines } = latest.current
      const line = lines[from]
      if (!line || from === to || to < 0 || to >= lines.length) return
      const others = lines.filter((_, at) => at !== from)
      put([...others.slice(0, to), line, ...others.slice(to)])
      setOpen(now => now && { ...now, row: now.row === from ? to : now.row })
    },
    restore() {
      const name = open && columns[open.column]?.name
      if (!open || name === undefined || latest.current.lines[open.row]?.[name] === open.before) return false
      writeAt(open.row, name, open.before)
      setOpen({ ...open, turn: open.turn + 1 })
      return true
    },
    paste(text, row, column) {
      put(withPasted(latest.current.lines, text, { model, resource, columns, row, column, max }))
      setOpen(undefined)
    },
  }
}
