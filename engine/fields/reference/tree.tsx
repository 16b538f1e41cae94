import { Check, ChevronRight, Ellipsis, UnfoldVertical } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Language } from '../../model/model.ts'
import type { Branch, Option } from '../field-web.ts'
import { words } from '../words.ts'
import { ancestorsOf, root, rowAfter, rowTyped, type TreeRow, visibleRange } from './tree-rows.ts'
import type { BranchDrag } from './use-branch-drag.ts'
import type { OpenTree } from './use-tree.ts'
import '../inputs.css'
import './tree.css'

interface TreeProps {
  readonly tree: OpenTree
  readonly language: Language
  readonly label: string
  readonly chosen: ReadonlySet<string>
  readonly isMany: boolean
  /** Taller on touch screens. */
  readonly rowHeight?: number
  onToggle(option: Option): void
  /** Opens a branch's menu: by a button in its row, the menu key or a right click. */
  readonly onMore?: (branch: Option, anchor: HTMLElement) => void
  readonly drag?: BranchDrag | undefined
  readonly counts?: BranchCounts | undefined
}

/** The counts shown at branches. */
export interface BranchCounts {
  /** The count as text; undefined where it is zero or unknown. */
  of(id: string): string | undefined
  /** Reports the visible branches. */
  see(ids: readonly string[]): void
}

const usualHeight = 32
const typingPause = 600

/**
 * A tree of any size: only the visible rows are drawn. One row at a time is focusable; arrows, Home, End and the first
 * letters of a name move the focus.
 */
export function Tree(props: TreeProps) {
  const { tree, language, label, chosen, isMany, rowHeight = usualHeight, onToggle, onMore, drag, counts } = props
  const { rows, open } = tree
  const box = useRef<HTMLDivElement>(null)
  const countId = useId()
  const { top, room } = useScroll(box)
  const [active, setActive] = useState<string>()
  const isToFocus = useRef(false)
  const typed = useRef({ text: '', at: 0 })
  const indexes = useMemo(
    () => new Map(rows.flatMap((row, at) => (row.branch ? [[row.branch.id, at] as const] : []))),
    [rows],
  )
  const first = rows.findIndex(row => row.branch && chosen.has(row.branch.id))
  const at = indexes.get(active ?? '') ?? Math.max(first, 0)

  useLayoutEffect(() => {
    if (!isToFocus.current) return
    isToFocus.current = false
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  useShown(box, first, rowHeight)

  const go = (index: number | undefined) => {
    const branch = index === undefined ? undefined : rows[index]?.branch
    if (!branch || index === undefined) return
    isToFocus.current = true
    scrollTo(box.current, index, rowHeight)
    setActive(branch.id)
  }
  // The path is known here, so it need not be requested again.
  const optionOf = ({ id, label }: Branch): Option => ({ id, label, path: ancestorsOf(rows, indexes.get(id) ?? 0) })
  const toggle = (branch: Branch) => onToggle(optionOf(branch))
  const press = (event: KeyboardEvent<HTMLElement>, branch: Branch) => {
    const isOpen = open.has(branch.id)
    if (onMore && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      event.preventDefault()
      onMore(optionOf(branch), event.currentTarget)
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'Enter' || key === ' ') toggle(branch)
    else if (key === '*' || (key === 'ArrowRight' && event.shiftKey)) tree.turnAll?.(branch.id)
    else if (key === 'ArrowRight' && branch.hasChildren && !isOpen) tree.turn(branch.id, true)
    else if (key === 'ArrowLeft' && isOpen) tree.turn(branch.id, false)
    else if (isOfTree(key)) go(rowAfter(rows, at, key))
    else if (key.length === 1) {
      const isNew = event.timeStamp - typed.current.at > typingPause
      typed.current = { text: (isNew ? '' : typed.current.text) + key, at: event.timeStamp }
      go(rowTyped(rows, at, typed.current.text))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const [from, to] = visibleRange(rows.length, rowHeight, top, room)
  const drawn = rows.slice(from, to).map((row, n) => [from + n, row] as const)
  const entry = rows[at]
  // In a cycle a branch is in several rows.
  const keys = new Set<string>()
  const keyOf = ({ id }: Branch, index: number) => {
    const key = keys.has(id) ? `${id} ${index}` : id
    keys.add(key)
    return key
  }
  // The focused row stays drawn, wherever the tree is scrolled.
  const all = entry && (at < from || at >= to) ? [...drawn, [at, entry] as const] : drawn
  const seen = drawn.flatMap(([, { branch }]) => branch?.id ?? []).join()
  const see = counts?.see
  useEffect(() => see?.(seen === '' ? [] : seen.split(',')), [seen, see])
  return (
    <div
      ref={box}
      className="tree scroll flex-1 relative contains-scroll"
      role="tree"
      aria-label={label}
      aria-multiselectable={isMany}
      aria-busy={!rows.some(({ branch }) => branch)}
      data-over={drag?.over === root || undefined}
      {...drag?.topProps}
    >
      <div className="relative" style={{ height: rows.length * rowHeight }}>
        {all.map(([index, row]) =>
          row.branch ? (
            <div
              key={keyOf(row.branch, index)}
              role="treeitem"
              aria-label={row.branch.label}
              aria-level={row.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.of}
              aria-selected={chosen.has(row.branch.id)}
              aria-expanded={row.branch.hasChildren ? open.has(row.branch.id) : undefined}
              aria-describedby={counts?.of(row.branch.id) === undefined ? undefined : `${countId}${row.branch.id}`}
              data-over={drag?.over === row.branch.id || undefined}
              tabIndex={index === at ? 0 : -1}
              className="tree-row row gap-2 round-6 press pr-8 no-select"
              style={{ top: index * rowHeight, height: rowHeight, paddingLeft: 4 + row.depth * 18 }}
              onFocus={() => setActive(row.branch.id)}
              onKeyDown={event => press(event, row.branch)}
              onClick={() => toggle(row.branch)}
              onContextMenu={event => {
                if (!onMore) return
                event.preventDefault()
                onMore(optionOf(row.branch), event.currentTarget)
              }}
              onDoubleClick={() => row.branch.hasChildren && tree.turn(row.branch.id, !open.has(row.branch.id))}
              {...drag?.rowProps(row.branch, () => optionOf(row.branch))}
            >
              <Toggle branch={row.branch} tree={tree} />
              <span className="tree-label truncate flex-1" title={row.branch.label}>
                {row.branch.label}
              </span>
              {counts && (
                // Drawn by CSS: it describes the branch and is not part of the branch's name.
                <span
                  className="tree-count fixed quiet size-12 num pl-8"
                  id={`${countId}${row.branch.id}`}
                  data-count={counts.of(row.branch.id)}
                />
              )}
              {row.branch.hasChildren && tree.turnAll && (
                <OpenAll branch={row.branch} tree={tree} language={language} />
              )}
              {onMore && (
                <button
                  type="button"
                  tabIndex={-1}
                  className="tree-more icon-press"
                  aria-label={`${words.more[language]} ${row.branch.label}`}
                  aria-haspopup="menu"
                  onClick={event => {
                    event.stopPropagation()
                    onMore(optionOf(row.branch), event.currentTarget)
                  }}
                >
                  <Ellipsis aria-hidden />
                </button>
              )}
              {isMany && chosen.has(row.branch.id) && <Check aria-hidden className="tree-check fixed" />}
            </div>
          ) : (
            <Note key={`note ${row.parent}`} row={row} top={index * rowHeight} language={language} tree={tree} />
          ),
        )}
      </div>
    </div>
  )
}

interface MarkProps {
  readonly branch: Branch
  readonly tree: OpenTree
}

/** A pointer's shortcut; by keyboard the row itself opens. */
function Toggle({ branch, tree }: MarkProps) {
  const isOpen = tree.open.has(branch.id)
  return (
    <span
      aria-hidden
      className={`tree-toggle centered fixed quiet square-24 round-4${isOpen ? ' is-open' : ''}`}
      onDoubleClick={event => event.stopPropagation()}
      onClick={event => {
        if (!branch.hasChildren) return
        event.stopPropagation()
        tree.turn(branch.id, !isOpen)
      }}
    >
      {branch.hasChildren && <ChevronRight />}
    </span>
  )
}

/** The button that expands all descendants at once; by keyboard, an asterisk. */
function OpenAll({ branch, tree, language }: MarkProps & { readonly language: Language }) {
  return (
    <span
      aria-hidden
      className="tree-open-all centered fixed quiet round-4 square-24"
      title={words.openAll[language]}
      onClick={event => {
        event.stopPropagation()
        tree.turnAll?.(branch.id)
      }}
    >
      <UnfoldVertical />
    </span>
  )
}

interface NoteProps {
  readonly row: TreeRow & { readonly branch?: never }
  readonly top: number
  readonly language: Language
  readonly tree: OpenTree
}

function Note({ row, top, language, tree }: NoteProps) {
  const position = { top, paddingLeft: 28 + row.depth * 18 }
  if (row.level === 'failed') {
    return (
      <button
        type="button"
        className="tree-note quiet text-13 text-left py-6 px-12"
        style={position}
        onClick={() => tree.load(row.parent)}
      >
        {words.failed[language]}
      </button>
    )
  }
  if (row.level === 'more') {
    return (
      <button
        type="button"
        className="tree-note quiet text-13 text-left py-6 px-12"
        style={position}
        aria-disabled={!tree.loadMore}
        onClick={() => tree.loadMore?.(row.parent)}
      >
        {words[tree.loadMore ? 'moreOfLevel' : 'loading'][language]}
      </button>
    )
  }
  if (row.level === 'empty' && row.parent !== root) return null
  return (
    <p className="tree-note quiet text-13 text-left py-6 px-12" style={position}>
      {words[row.level === 'empty' ? 'emptyTree' : 'loading'][language]}
    </p>
  )
}

const isOfTree = (key: string) => ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)

/** The scroll position and visible height of an element. */
function useScroll(box: React.RefObject<HTMLDivElement | null>): { readonly top: number; readonly room: number } {
  const [scroll, setScroll] = useState({ top: 0, room: 480 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => setScroll({ top: element.scrollTop, room: element.clientHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [box])
  return scroll
}

/** Scrolls the chosen row into view once it is drawn. */
function useShown(box: React.RefObject<HTMLDivElement | null>, index: number, rowHeight: number): void {
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current || index < 0) return
    isShown.current = true
    scrollTo(box.current, index, rowHeight, rowHeight * 3)
  }, [box, index, rowHeight])
}

/** Scrolls as little as needed to show a row. */
function scrollTo(box: HTMLElement | null, index: number, rowHeight: number, spare = 0): void {
  if (!box) return
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
  if (top < box.scrollTop) box.scrollTop = top - spare
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + spare
}
