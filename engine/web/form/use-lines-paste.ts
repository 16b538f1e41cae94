import { useRef, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { isUnread } from '../../fields/unread-text.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { type FormLine, isTyped } from './lines-columns.ts'
import type { PastedCell, PasteResult, RefusedText } from './lines-paste.ts'
import { lookUp } from './paste-look-up.ts'

/** A cell that was pasted, by the identity of its line. */
type KnownCell = PastedCell & { readonly identity: number }

/** The last paste, and its message. */
export interface PasteReport extends Pick<PasteResult, 'count' | 'left' | 'hasHeads' | 'ignored' | 'surplus'> {
  readonly cells: readonly KnownCell[]
  readonly given: readonly (RefusedText & { readonly identity: number })[]
  /** Identities of the lines that it added, with what they were pasted as. */
  readonly added: ReadonlyMap<number, FormLine>
  readonly isLookingUp: boolean
  readonly hasFailed: boolean
}

interface CurrentLines {
  readonly lines: readonly FormLine[]
  readonly identities: readonly number[]
}

interface PasteParts {
  readonly model: Model
  readonly resource: Resource
  readonly sources: FieldSources
  /** The current lines. */
  now(): CurrentLines
  put(lines: readonly FormLine[]): void
}

/** Pastes blocks, looks up the records that their texts identify, and undoes a paste. */
export function useLinesPaste({ model, resource, sources, now, put }: PasteParts) {
  const [report, setReport] = useState<PasteReport>()
  const latest = useRef<PasteReport>(undefined)
  const keep = (next: PasteReport | undefined) => {
    latest.current = next
    setReport(next)
  }

  /** Writes the found records into the cells that still contain the text. */
  const lookUpAll = async (onSettled: () => void) => {
    const started = latest.current
    if (!started) return
    const { lines, identities } = now()
    const open = started.cells.filter(cell => cell.sought !== undefined && isWaiting(cell, lines, identities))
    if (open.length === 0) return onSettled()
    keep({ ...started, isLookingUp: true, hasFailed: false })
    const fields = [...new Set(open.map(({ field }) => field))]
    const answers = await Promise.all(
      fields.map(async (field: Field) => {
        const sought = open
          .filter(cell => cell.field === field)
          .map(cell => ({ cell, field, text: cell.sought ?? '', line: lines[identities.indexOf(cell.identity)] ?? {} }))
        const found = await lookUp(sources, model, field, sought)
        return sought.flatMap(one => {
          const answer = found.get(one)
          return answer ? [[one.cell, answer] as const] : []
        })
      }),
    )
    // Another block was pasted in the meantime, or this one was undone.
    if (latest.current?.added !== started.added) return
    const found = new Map(answers.flat())
    const snapshot = now()
    const next = [...snapshot.lines]
    const settled = new Map<KnownCell, unknown>()
    for (const [cell, answer] of found) {
      const row = snapshot.identities.indexOf(cell.identity)
      const line = next[row]
      if (!line || line[cell.field.name] !== cell.after) continue
      const { name } = cell.field
      const value = 'unread' in answer ? answer.unread : answer.value
      next[row] = { ...line, [name]: value, ...('name' in answer && { [`${name}Name`]: answer.name }) }
      settled.set(cell, value)
    }
    put(next)
    const { cells } = latest.current
    keep({
      ...latest.current,
      cells: cells.map(cell => (settled.has(cell) ? { ...cell, after: settled.get(cell) } : cell)),
      isLookingUp: false,
      hasFailed: found.size < open.length,
    })
    onSettled()
  }

  return {
    report,
    close: () => keep(undefined),
    lookUpAgain: (onSettled: () => void) => void lookUpAll(onSettled),
    /** Sets the pasted lines; calls `onSettled` when every text is looked up. */
    paste(pasted: PasteResult, onSettled: () => void) {
      const before = new Set(now().identities)
      put(pasted.lines)
      const { identities, lines } = now()
      const known = <Item extends { readonly row: number }>(items: readonly Item[]) =>
        items.map(item => ({ ...item, identity: identities[item.row] ?? -1 }))
      const added = identities.flatMap((identity, row) => {
        const line = lines[row]
        return before.has(identity) || !line ? [] : [[identity, line] as const]
      })
      const { count, left, hasHeads, ignored, surplus } = pasted
      keep({
        ...{ count, left, hasHeads, ignored, surplus },
        cells: known(pasted.cells),
        given: known(pasted.given),
        added: new Map(added),
        isLookingUp: false,
        hasFailed: false,
      })
      // After the caller has placed the caret: it moves to the first unreadable text.
      queueMicrotask(() => void lookUpAll(onSettled))
    },
    /** Restores the values that the pasted cells had, where they were not changed since; false where nothing was pasted. */
    undo(): boolean {
      const pasted = latest.current
      if (!pasted) return false
      const { lines, identities } = now()
      const next = lines.flatMap((line, row) => {
        const identity = identities[row] ?? -1
        const cells = pasted.cells.filter(cell => cell.identity === identity)
        const isUntouched = cells.every(({ field, after }) => isSameValue(line[field.name], after))
        const asAdded = pasted.added.get(identity)
        if (asAdded && isUntouched && !hasMore(resource, line, asAdded, cells)) return []
        return [asAdded ? line : restored(line, cells)]
      })
      keep(undefined)
      put(next)
      return true
    },
  }
}

/** Whether a cell still has the text that is looked up for it. */
function isWaiting(cell: KnownCell, lines: readonly FormLine[], identities: readonly number[]): boolean {
  const value = lines[identities.indexOf(cell.identity)]?.[cell.field.name]
  return isUnread(value) && value === cell.after
}

/** Whether an added line was edited since. */
function hasMore({ fields }: Resource, line: FormLine, asAdded: FormLine, cells: readonly PastedCell[]): boolean {
  const pasted = new Set(cells.map(({ field }) => field.name))
  return fields.some(
    field => isTyped(field) && !pasted.has(field.name) && !isSameValue(line[field.name], asAdded[field.name]),
  )
}

function restored(line: FormLine, cells: readonly PastedCell[]): FormLine {
  const back = cells.filter(({ field, after }) => isSameValue(line[field.name], after))
  const names = new Set(back.map(({ field }) => `${field.name}Name`))
  const kept = Object.entries(line).filter(([name]) => !names.has(name))
  const before = back.flatMap(({ field: { name }, before, nameBefore }) => [
    [name, before] as const,
    ...(nameBefore === undefined ? [] : [[`${name}Name`, nameBefore] as const]),
  ])
  return { ...Object.fromEntries(kept), ...Object.fromEntries(before) }
}
