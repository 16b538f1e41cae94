import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Language } from '../../model/model.ts'
import type { Branch, FieldSources, Option } from '../field-web.ts'
import { words } from '../words.ts'
import { root, rowsOf, type TreeRow, useLevels } from './use-levels.ts'

interface TreeProps {
  readonly language: Language
  readonly sources: FieldSources
  readonly resource: string
  readonly chosen: ReadonlySet<string>
  readonly isMany: boolean
  onToggle(option: Option): void
}

/** A tree whose levels are asked for as they are opened. One row at a time takes the focus; arrows move it. */
export function Tree({ language, sources, resource, chosen, isMany, onToggle }: TreeProps) {
  const { levels, load } = useLevels(sources, resource)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string>()
  const tree = useRef<HTMLDivElement>(null)
  const rows = rowsOf(levels, open)
  const entry = focused ?? rows.find(row => row.branch)?.branch?.id

  const turn = ({ id }: Branch, toOpen: boolean) => {
    setOpen(before => new Set(toOpen ? [...before, id] : [...before].filter(one => one !== id)))
    if (toOpen && !Array.isArray(levels[id])) load(id)
  }
  const press = (event: KeyboardEvent<HTMLElement>, branch: Branch) => {
    if (!isOfTree(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    const isOpen = open.has(branch.id)
    if (event.key === 'Enter' || event.key === ' ') onToggle(branch)
    else if (event.key === 'ArrowRight' && branch.hasChildren && !isOpen) turn(branch, true)
    else if (event.key === 'ArrowLeft' && isOpen) turn(branch, false)
    else neighbour(tree.current, event.currentTarget, event.key)?.focus()
  }

  return (
    <div ref={tree} role="tree" aria-label={words.choose[language]} aria-multiselectable={isMany}>
      {rows.map(row =>
        row.branch ? (
          <div
            key={row.branch.id}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-selected={chosen.has(row.branch.id)}
            aria-expanded={row.branch.hasChildren ? open.has(row.branch.id) : undefined}
            tabIndex={entry === row.branch.id ? 0 : -1}
            className={chosen.has(row.branch.id) ? 'tree-row is-chosen' : 'tree-row'}
            style={{ paddingLeft: 4 + row.depth * 18 }}
            onFocus={() => setFocused(row.branch.id)}
            onKeyDown={event => press(event, row.branch)}
            onClick={() => onToggle(row.branch)}
          >
            <Toggle branch={row.branch} isOpen={open.has(row.branch.id)} onTurn={turn} />
            <span className="tree-label">{row.branch.label}</span>
          </div>
        ) : (
          <Note key={`note ${row.parent}`} row={row} language={language} onLoad={load} />
        ),
      )}
    </div>
  )
}

interface ToggleProps {
  readonly branch: Branch
  readonly isOpen: boolean
  onTurn(branch: Branch, toOpen: boolean): void
}

/** A pointer's shortcut; by keys the row itself opens. */
function Toggle({ branch, isOpen, onTurn }: ToggleProps) {
  return (
    <span
      aria-hidden
      className={isOpen ? 'tree-toggle is-open' : 'tree-toggle'}
      onClick={event => {
        event.stopPropagation()
        if (branch.hasChildren) onTurn(branch, !isOpen)
      }}
    >
      {branch.hasChildren && <ChevronRight />}
    </span>
  )
}

interface NoteProps {
  readonly row: TreeRow & { readonly branch?: never }
  readonly language: Language
  onLoad(parent: string): void
}

function Note({ row, language, onLoad }: NoteProps) {
  const indent = { paddingLeft: 12 + row.depth * 18 }
  if (row.level !== 'failed') {
    const word = row.level === 'empty' ? 'noOption' : 'loading'
    return row.level === 'empty' && row.parent !== root ? null : (
      <p className="tree-note" style={indent}>
        {words[word][language]}
      </p>
    )
  }
  return (
    <button type="button" className="tree-note" style={indent} onClick={() => onLoad(row.parent)}>
      {words.failed[language]}
    </button>
  )
}

const isOfTree = (key: string) =>
  ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', ' '].includes(key)

/** The row that a key leads to from another. */
function neighbour(tree: HTMLElement | null, from: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
  const at = rows.indexOf(from)
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  if (key === 'ArrowLeft') return rows.slice(0, at).findLast(row => levelOf(row) < levelOf(from))
  return rows[key === 'ArrowUp' ? at - 1 : at + 1]
}

const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))
