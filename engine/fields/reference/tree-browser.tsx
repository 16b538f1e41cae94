import { IconButton, OutlinedInput } from '@mui/material'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Language } from '../../model/model.ts'
import type { Option } from '../field-web.ts'
import { foldedText } from '../text-value.ts'
import { words } from '../words.ts'
import { pathText } from './path-text.ts'
import { type BranchCounts, Tree } from './tree.tsx'
import { useBranchDrag } from './use-branch-drag.ts'
import { type TreeSource, useTree } from './use-tree.ts'
import { useTreeSearch } from './use-tree-search.ts'
import './tree.css'

interface TreeBrowserProps {
  /** Stable between renders: another source is another tree. */
  readonly source: TreeSource
  readonly language: Language
  readonly label: string
  readonly chosen: readonly Option[]
  readonly isMany: boolean
  /** False where the search is elsewhere. */
  readonly hasSearch?: boolean
  readonly rowHeight?: number
  /** The entry above the tree for no choice. */
  readonly whole?: string
  /** The tree is reloaded when it changes. */
  readonly stamp?: unknown
  /** A branch whose path is opened as well. */
  readonly shown?: Option
  /** The initial text of the search, which then has the focus. */
  readonly begins?: string | undefined
  onToggle(option: Option): void
  /** Tab in the search: with the match, or with a text that is still being looked up or was not found. */
  readonly onTab?: (option: Option | undefined, text: string) => void
  /** Opens the menu of a branch. */
  readonly onMore?: (branch: Option, anchor: HTMLElement) => void
  readonly onWhole?: () => void
  /** Branches may be dragged onto others, and to the root. */
  readonly onMove?: (branch: Option, to: Option | undefined) => void
  readonly counts?: BranchCounts
}

/** A navigable tree with a search; the chosen record is scrolled into view. */
export function TreeBrowser(props: TreeBrowserProps) {
  const { source, language, label, chosen, isMany, whole, stamp, hasSearch = true, onToggle } = props
  const tree = useTree(source)
  const drag = useBranchDrag(tree, props.onMove)
  const [search, setSearch] = useState(props.begins ?? '')
  const isSearching = search.trim() !== ''
  const found = useTreeSearch(source, search, tree.loadedOptions)
  const ids = new Set(chosen.map(option => option.id))
  const [active, setActive] = useState(0)
  const listId = useId()
  const { reveal, refresh } = tree

  const way = chosen[0]?.path
  const wayKey = way?.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the same while its ids are
  useEffect(() => {
    if (way && !isSearching) reveal(way)
  }, [wayKey, isSearching, reveal])

  const shownWay = props.shown?.path
  useEffect(() => {
    if (shownWay) reveal(shownWay)
  }, [shownWay, reveal])

  const isNew = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the stamp changes
  useEffect(() => {
    if (!isNew.current) refresh()
    isNew.current = false
  }, [stamp, refresh])

  /** Enter was pressed before the results of the typed text arrived; the first one is chosen when they do. */
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isAwaited.current || found.isLoading) return
    isAwaited.current = false
    const [first] = found.options
    if (first) onToggle(first)
  }, [found, onToggle])

  const press = (event: KeyboardEvent) => {
    const count = found.options.length
    if (!isSearching || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActive(now => Math.min(now + 1, count - 1))
    else if (event.key === 'ArrowUp') setActive(now => Math.max(now - 1, 0))
    else if (event.key === 'Enter') {
      const option = found.options[active]
      isAwaited.current = found.isLoading
      if (option && !found.isLoading) onToggle(option)
    } else if (event.key === 'Tab' && props.onTab && !event.shiftKey)
      // The first of several was not chosen: the text is looked up and kept.
      props.onTab(
        found.isLoading || (active === 0 && found.options.length > 1) ? undefined : found.options[active],
        search.trim(),
      )
    else if (event.key === 'Escape') setSearch('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="tree-browser stack min-h-0 flex-1">
      {hasSearch && (
        <div className="tree-browser-search fixed pb-8">
          <OutlinedInput
            fullWidth
            size="small"
            autoFocus={props.begins !== undefined}
            value={search}
            placeholder={words.searchTree[language]}
            startAdornment={<Search aria-hidden />}
            endAdornment={
              search !== '' && (
                <IconButton size="small" aria-label={words.clear[language]} onClick={() => setSearch('')}>
                  <X aria-hidden />
                </IconButton>
              )
            }
            slotProps={{
              input: {
                'aria-label': `${words.search[language]} ${label}`,
                role: 'combobox',
                'aria-expanded': isSearching,
                'aria-controls': listId,
                'aria-activedescendant': isSearching ? `${listId}-${active}` : undefined,
                autoComplete: 'off',
                maxLength: 60,
                onKeyDown: press,
              },
            }}
            onChange={event => {
              setActive(0)
              setSearch(event.target.value)
            }}
          />
        </div>
      )}
      {whole !== undefined && !isSearching && (
        <button
          type="button"
          className="tree-whole row fixed round-6 min-h-32 text-left"
          aria-current={ids.size === 0}
          onClick={props.onWhole}
          {...drag?.topProps}
        >
          {whole}
        </button>
      )}
      {isSearching ? (
        <ul
          id={listId}
          role="listbox"
          aria-label={label}
          className="tree-found scroll flex-1"
          aria-busy={found.isLoading}
        >
          {found.options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box above takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <li
              className="py-5 px-8 round-6 press"
              key={option.id}
              id={`${listId}-${at}`}
              role="option"
              aria-selected={ids.has(option.id)}
              data-active={at === active}
              onClick={() => onToggle(option)}
              ref={element => {
                if (at === active) element?.scrollIntoView({ block: 'nearest' })
              }}
            >
              <b className="regular">
                <Matched text={option.label} part={search.trim()} />
              </b>
              {option.path && option.path.length > 0 && (
                <small className="text-12 quiet nowrap block clip ellipsis">{pathText(option.path)}</small>
              )}
            </li>
          ))}
          {found.note && (
            <li className="tree-note quiet text-13 text-left py-5 px-8 round-6 press" role="status">
              {words[found.note][language]}
            </li>
          )}
        </ul>
      ) : (
        <Tree
          tree={tree}
          language={language}
          label={label}
          chosen={ids}
          isMany={isMany}
          onToggle={onToggle}
          drag={drag}
          counts={props.counts}
          {...(props.onMore && { onMore: props.onMore })}
          {...(props.rowHeight !== undefined && { rowHeight: props.rowHeight })}
        />
      )}
      {tree.fault && (
        <p className="tree-note is-wrong quiet text-13 text-left py-6 px-12" role="alert">
          {tree.fault}
        </p>
      )}
    </div>
  )
}

/** A text with a highlighted part. */
export function Matched({ text, part }: { readonly text: string; readonly part: string }) {
  const sought = foldedText(part)
  const at = sought === '' ? -1 : foldedText(text).indexOf(sought)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + sought.length)}</mark>
      {text.slice(at + sought.length)}
    </>
  )
}
