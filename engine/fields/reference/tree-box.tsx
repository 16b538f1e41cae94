import { Button, Checkbox, Chip, FormControlLabel, IconButton, OutlinedInput } from '@mui/material'
import { ChevronDown, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Bilingual } from '../../model/model.ts'
import { matchTyped } from '../choice-typing.ts'
import { unreadChoice } from '../choice-unread.ts'
import type { Option } from '../field-web.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { focusNext } from '../next-field.ts'
import { waitingPane } from '../picker/pop-pane.tsx'
import { useIsPhone, WholeSheet } from '../pop-sheet.tsx'
import { words } from '../words.ts'
import { newText } from './new-text.ts'
import { pathText, wholePath } from './path-text.ts'
import { SearchedBox, type SearchedBoxProps } from './searched-box.tsx'
import { type Answer, readBy, useOptions } from './use-options.ts'
import type { TreeSource } from './use-tree.ts'
import '../inputs.css'

/** Loaded when the first tree is opened. */
const treeBrowser = lazyComponent(async () => (await import('./tree-browser.tsx')).TreeBrowser)

interface TreeBoxProps extends Omit<SearchedBoxProps, 'browse' | 'footer' | 'end' | 'address' | 'newOne'> {
  /** What the tree shows as chosen, if it is not what the box shows. */
  readonly marked?: readonly Option[]
  /** In a filter: whether descendants are included. */
  readonly withBelow?: boolean
  readonly onWithBelow?: (isWith: boolean) => void
  /** The title of the resource, and how a new record is created; absent where the user is not allowed to. */
  readonly newOne?: { readonly title: Bilingual; make(search: string): void } | undefined
}

/**
 * A combobox for a record of a tree. Typing searches the whole tree, as in every reference; while nothing is typed, the
 * tree is open below, and the arrow down moves into it. On a phone both are a sheet.
 */
export function TreeBox(props: TreeBoxProps) {
  return useIsPhone() ? <SheetBox {...props} /> : <TypedBox {...props} />
}

function TypedBox({ withBelow, onWithBelow, marked, ...props }: TreeBoxProps) {
  const { id, chosen, isMany, unread } = props
  const [first] = isMany || unread ? [] : chosen
  const goOn = () => {
    const box = document.getElementById(id)
    if (box) focusNext(box)
  }
  return (
    <SearchedBox
      {...props}
      end={
        first?.path &&
        first.path.length > 0 && (
          <span aria-hidden className="input-path fixed quiet size-13 no-pointer" title={wholePath(first)}>
            {pathText(first.path)}
          </span>
        )
      }
      browse={close => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the bubbling keys of its rows
        <div className="tree-choice stack min-h-0" onKeyDown={event => onPaneKey(event, close, goOn)}>
          <Browser {...props} {...(marked && { marked })} onToggle={option => toggle(props, option, close)} />
          <TreeFooter {...props} {...(onWithBelow && { withBelow, onWithBelow })} onDone={close} />
        </div>
      )}
    />
  )
}

/** In the pane, Escape returns to the box; Tab chooses the current row and moves on. */
function onPaneKey(event: KeyboardEvent<HTMLElement>, close: () => void, goOn: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    close()
  } else if (event.key === 'Tab' && event.target instanceof HTMLElement && event.target.role === 'treeitem') {
    event.preventDefault()
    if (event.target.ariaSelected !== 'true') event.target.click()
    close()
    if (!event.shiftKey) goOn()
  }
}

function toggle({ chosen, isMany, onChange }: TreeBoxProps, option: Option, close: () => void): void {
  if (!isMany) {
    onChange([option])
    close()
  } else if (chosen.some(one => one.id === option.id)) onChange(chosen.filter(one => one.id !== option.id))
  else onChange([...chosen, option])
}

/** On a phone: a box that opens a sheet with the tree and its own search. */
function SheetBox(props: TreeBoxProps) {
  const {
    id,
    language,
    field,
    chosen,
    isMany,
    unread,
    disabled = false,
    isRequired = false,
    most = chosen.length,
  } = props
  const { onChange, onBlur } = props
  const [isOpen, setOpen] = useState(false)
  const [begins, setBegins] = useState<string>()
  const isEmpty = chosen.length === 0 && !unread
  const [first] = chosen
  useTextOfSheet(props)
  // The sheet takes the keys after the first one, so it must not wait for its code then.
  useEffect(treeBrowser.fetch, [])
  const close = () => {
    setOpen(false)
    onBlur?.()
  }
  const open = (text?: string) => {
    if (disabled) return
    setBegins(text)
    setOpen(true)
  }
  const goOn = () => {
    // The sheet returns the focus to its box first; the next key belongs to the next field.
    flushSync(close)
    const box = document.getElementById(id)
    if (box) focusNext(box)
  }
  const take = (option: Option | undefined, text: string) => {
    if (option) toggle({ ...props, chosen: chosen.filter(one => one.id !== option.id) }, option, () => undefined)
    else props.onUnread({ ...unreadChoice(text, { kind: 'awaited' }), chosen: chosen.map(one => one.id) })
    goOn()
  }
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        className="input-tree"
        value={unread?.unread ?? (isMany ? '' : (first?.label ?? ''))}
        disabled={disabled}
        error={props.invalid ?? false}
        placeholder={isEmpty ? props.placeholder : ''}
        onClick={() => open()}
        startAdornment={isMany && !isEmpty && <Chips chosen={chosen} most={most} />}
        slotProps={{
          input: {
            ...props.aria,
            readOnly: true,
            role: 'combobox',
            'aria-haspopup': 'dialog',
            'aria-expanded': isOpen,
            onKeyDown: event => {
              const isText =
                event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
              if (!isText && !['Enter', ' ', 'ArrowDown'].includes(event.key)) return
              event.preventDefault()
              open(isText ? event.key : undefined)
            },
          },
        }}
        endAdornment={
          <>
            {!isEmpty && !isRequired && !disabled && (
              <IconButton
                size="small"
                tabIndex={-1}
                aria-label={words.clear[language]}
                onClick={event => {
                  event.stopPropagation()
                  onChange([])
                }}
              >
                <X aria-hidden />
              </IconButton>
            )}
            <ChevronDown aria-hidden className="ml-4 mr-8 quiet press" />
          </>
        }
      />
      <WholeSheet isOpen={isOpen} title={field.title[language]} language={language} onClose={close}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its rows come by here */}
        <div className="stack grow py-8 px-12" onKeyDown={event => onPaneKey(event, close, goOn)}>
          <Browser
            key={begins}
            {...props}
            onToggle={option => toggle(props, option, close)}
            onTab={take}
            begins={begins}
            isSheet
          />
        </div>
        <TreeFooter {...props} onDone={close} />
      </WholeSheet>
    </>
  )
}

/** Looks up a text that was left, in the sheet or in the box, before its options arrived. */
function useTextOfSheet({ sources, field, record, isMany, chosen, unread, onChange, onUnread }: TreeBoxProps): void {
  const { find } = useOptions(sources, field, '', record, false)
  const latest = useRef({ isMany, chosen, onChange, onUnread })
  latest.current = { isMany, chosen, onChange, onUnread }
  const isAwaited = unread?.awaited ?? unread?.failed
  const text = unread?.unread
  useEffect(() => {
    if (!isAwaited || text === undefined) return
    let isCurrent = true
    const settle = (found: Answer | 'failed') => {
      if (!isCurrent) return
      const { isMany, chosen, onChange, onUnread } = latest.current
      const verdict = matchTyped(text, found)
      if (verdict.kind === 'taken') return onChange(isMany ? [...chosen, verdict.choice] : [verdict.choice])
      const { failed: _failed, ...left } = unreadChoice(text, verdict)
      onUnread({ ...left, chosen: chosen.map(({ id }) => id) })
    }
    find(text).then(settle, () => settle('failed'))
    return () => {
      isCurrent = false
    }
  }, [isAwaited, text, find])
}

interface BrowserProps extends TreeBoxProps {
  readonly isSheet?: boolean
  readonly begins?: string | undefined
  onToggle(option: Option): void
  readonly onTab?: (option: Option | undefined, text: string) => void
}

function Browser(props: BrowserProps) {
  const { field, language, chosen, marked = chosen, isMany, isSheet = false, begins, onToggle, onTab } = props
  return (
    <treeBrowser.Part
      waiting={waitingPane(language)}
      source={useFieldTree(props)}
      language={language}
      label={field.title[language]}
      chosen={marked}
      isMany={isMany}
      hasSearch={isSheet}
      begins={begins}
      onToggle={onToggle}
      {...(onTab && { onTab })}
      {...(isSheet && { rowHeight: 44 })}
    />
  )
}

/** The tree of a field; the same object while the field and the values that its `where` reads are unchanged. */
function useFieldTree({ field, sources, record }: TreeBoxProps): TreeSource {
  const read = JSON.stringify(record && readBy(field, record))
  const now = useRef({ field, record })
  now.current = { field, record: record && { ...record, ...readBy(field, record) } }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the field's name and the values that it reads matter
  return useMemo<TreeSource>(
    () => ({
      level: (parent, from) => sources.level(now.current.field, parent, now.current.record, from),
      find: search => sources.options(now.current.field, search, now.current.record),
    }),
    [sources, field.name, read],
  )
}

function TreeFooter({ language, isMany, withBelow, onWithBelow, newOne, onDone }: TreeBoxProps & { onDone(): void }) {
  if (!isMany && !newOne && !onWithBelow) return null
  return (
    <footer className="tree-foot spread gap-8 fixed size-13 ruled min-h-40 py-2 px-12">
      {onWithBelow ? (
        <FormControlLabel
          control={<Checkbox checked={withBelow ?? false} onChange={(_event, isOn) => onWithBelow(isOn)} />}
          label={words.withBelow[language]}
        />
      ) : (
        <span>
          {newOne && (
            <Button
              variant="text"
              startIcon={<Plus />}
              onClick={() => {
                onDone()
                newOne.make('')
              }}
            >
              {newText(newOne.title, language)}
            </Button>
          )}
        </span>
      )}
      {isMany && (
        <Button variant="text" onClick={onDone}>
          {words.done[language]}
        </Button>
      )}
    </footer>
  )
}

function Chips({ chosen, most }: { readonly chosen: readonly Option[]; readonly most: number }) {
  return (
    <span className="input-chips flex wrap gap-4 py-4 pl-8">
      {chosen.slice(0, most).map(option => (
        <Chip key={option.id} label={option.label} title={wholePath(option)} />
      ))}
      {chosen.length > most && <Chip label={`+${chosen.length - most}`} />}
    </span>
  )
}
