import { Button, Checkbox, Chip, FormControlLabel, IconButton, OutlinedInput } from '@mui/material'
import { ChevronDown, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Bilingual } from '../../model/model.ts'
import type { Option } from '../field-web.ts'
import { late } from '../late.tsx'
import { focusNext } from '../next-field.ts'
import { waitingPane } from '../picker/pop-pane.tsx'
import { PopSheet, useIsPhone } from '../pop-sheet.tsx'
import { newText, words } from '../words.ts'
import { pathText, wholePath } from './path-text.ts'
import { SearchedBox, type SearchedBoxProps } from './searched-box.tsx'
import { readBy } from './use-options.ts'
import type { TreeSource } from './use-tree.ts'
import '../inputs.css'

/** Fetched when the first tree is opened. */
const treeBrowser = late(async () => (await import('./tree-browser.tsx')).TreeBrowser)

interface TreeBoxProps extends Omit<SearchedBoxProps, 'browse' | 'foot' | 'end' | 'address' | 'newOne'> {
  /** Above a list: whether what lies below counts too. */
  readonly withBelow?: boolean
  readonly onWithBelow?: (isWith: boolean) => void
  /** The title of what is chosen, and how a new one is made; absent where the person may not. */
  readonly newOne?: { readonly title: Bilingual; make(search: string): void } | undefined
}

/**
 * A box for a record of a tree. Typing searches the whole tree, as in every reference; while nothing is typed the tree
 * itself is open below, and the arrow down leads into it. On a phone both are a sheet.
 */
export function TreeBox(props: TreeBoxProps) {
  return useIsPhone() ? <SheetBox {...props} /> : <TypedBox {...props} />
}

function TypedBox({ withBelow, onWithBelow, ...props }: TreeBoxProps) {
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
          <span aria-hidden className="input-path" title={wholePath(first)}>
            {pathText(first.path)}
          </span>
        )
      }
      browse={close => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its rows come by here
        <div className="tree-pane" onKeyDown={event => onPaneKey(event, close, goOn)}>
          <Browser {...props} onToggle={option => toggle(props, option, close)} />
          <Foot {...props} {...(onWithBelow && { withBelow, onWithBelow })} onDone={close} />
        </div>
      )}
    />
  )
}

/** In the pane Escape leads back to the box, and Tab takes the row of the caret and goes on. */
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

/** On a phone: a box that opens a sheet with the tree and a search of its own. */
function SheetBox(props: TreeBoxProps) {
  const { id, language, field, chosen, isMany, unread, disabled = false, isKept = false, most = chosen.length } = props
  const { onChange, onBlur } = props
  const [anchor, setAnchor] = useState<HTMLElement>()
  const isEmpty = chosen.length === 0 && !unread
  const [first] = chosen
  // A text that was typed at a desk: the sheet has no box that looks it up.
  useEffect(() => {
    if (!unread?.awaited && !unread?.failed) return
    const { awaited: _awaited, failed: _failed, ...known } = unread
    props.onUnread?.(known)
  }, [unread, props.onUnread])
  const close = () => {
    setAnchor(undefined)
    onBlur?.()
  }
  const open = (target: HTMLElement) =>
    !disabled && setAnchor(target.closest<HTMLElement>('.MuiInputBase-root') ?? target)
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
        onClick={event => open(event.currentTarget)}
        startAdornment={isMany && !isEmpty && <Chips chosen={chosen} most={most} />}
        slotProps={{
          input: {
            ...props.aria,
            readOnly: true,
            role: 'combobox',
            'aria-haspopup': 'dialog',
            'aria-expanded': anchor !== undefined,
            onKeyDown: event => {
              if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
              event.preventDefault()
              open(event.currentTarget)
            },
          },
        }}
        endAdornment={
          <>
            {!isEmpty && !isKept && !disabled && (
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
            <ChevronDown aria-hidden className="input-chevron" />
          </>
        }
      />
      <PopSheet
        anchor={anchor}
        title={field.title[language]}
        language={language}
        onClose={close}
        foot={<Foot {...props} onDone={close} />}
      >
        <Browser {...props} onToggle={option => toggle(props, option, close)} isSheet />
      </PopSheet>
    </>
  )
}

function Browser(props: TreeBoxProps & { readonly isSheet?: boolean; onToggle(option: Option): void }) {
  const { field, language, chosen, isMany, isSheet = false, onToggle } = props
  return (
    <treeBrowser.Part
      waiting={waitingPane(language)}
      source={useFieldTree(props)}
      language={language}
      label={field.title[language]}
      chosen={chosen}
      isMany={isMany}
      hasSearch={isSheet}
      onToggle={onToggle}
      {...(isSheet && { rowHeight: 44 })}
    />
  )
}

/** The tree that a field chooses from, the same while the field and what its `where` reads are. */
function useFieldTree({ field, sources, record }: TreeBoxProps): TreeSource {
  const read = JSON.stringify(record && readBy(field, record))
  const now = useRef({ field, record })
  now.current = { field, record: record && { ...record, ...readBy(field, record) } }
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the field its name and of the record what is read count
  return useMemo<TreeSource>(
    () => ({
      level: (parent, from) => sources.level(now.current.field, parent, now.current.record, from),
      find: search => sources.options(now.current.field, search, now.current.record),
    }),
    [sources, field.name, read],
  )
}

function Foot({ language, isMany, withBelow, onWithBelow, newOne, onDone }: TreeBoxProps & { onDone(): void }) {
  if (!isMany && !newOne && !onWithBelow) return null
  return (
    <footer className="tree-foot">
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
    <span className="input-chips">
      {chosen.slice(0, most).map(option => (
        <Chip key={option.id} label={option.label} title={wholePath(option)} />
      ))}
      {chosen.length > most && <Chip label={`+${chosen.length - most}`} />}
    </span>
  )
}
