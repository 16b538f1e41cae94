import { Button, Checkbox, Chip, FormControlLabel, IconButton, OutlinedInput } from '@mui/material'
import { ChevronDown, Plus, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Bilingual, Field, Language } from '../../model/model.ts'
import type { FieldSources, Option } from '../field-web.ts'
import { late } from '../late.tsx'
import { waitingPane } from '../picker/pop-pane.tsx'
import { PopSheet, useIsPhone } from '../pop-sheet.tsx'
import { newText, words } from '../words.ts'
import { pathText, wholePath } from './path-text.ts'
import type { TreeSource } from './use-tree.ts'
import '../inputs.css'

/** Fetched when the first tree is opened. */
const treeBrowser = late(async () => (await import('./tree-browser.tsx')).TreeBrowser)

interface TreeBoxProps {
  readonly id: string
  readonly language: Language
  readonly sources: FieldSources
  /** The reference whose tree it is. */
  readonly field: Field
  /** As typed so far; absent above a list. */
  readonly record?: Readonly<Record<string, unknown>>
  readonly chosen: readonly Option[]
  readonly isMany: boolean
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly isKept?: boolean
  readonly most?: number
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  /** Above a list: whether what lies below counts too. */
  readonly withBelow?: boolean
  readonly onWithBelow?: (isWith: boolean) => void
  /** The title of what is chosen, and how a new one is made; absent where the person may not. */
  readonly newOne?: { readonly title: Bilingual; make(search: string): void } | undefined
  onChange(chosen: readonly Option[]): void
  readonly onBlur?: () => void
}

/** A box that opens a tree: its branches are asked for as they are opened, or found by a word. */
export function TreeBox(props: TreeBoxProps) {
  const { id, language, field, chosen, isMany, disabled = false, isKept = false, most = chosen.length } = props
  const { onChange, onBlur } = props
  const [anchor, setAnchor] = useState<HTMLElement>()
  const isEmpty = chosen.length === 0
  const [first] = chosen
  const close = () => {
    setAnchor(undefined)
    onBlur?.()
  }
  const toggle = (option: Option) => {
    if (!isMany) {
      onChange([option])
      close()
    } else if (chosen.some(one => one.id === option.id)) onChange(chosen.filter(one => one.id !== option.id))
    else onChange([...chosen, option])
  }
  const open = (target: HTMLElement) =>
    !disabled && setAnchor(target.closest<HTMLElement>('.MuiInputBase-root') ?? target)
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        className="input-tree"
        value={isMany ? '' : (first?.label ?? '')}
        title={first && !isMany ? wholePath(first) : ''}
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
            {!isMany && first?.path && first.path.length > 0 && (
              <span aria-hidden className="input-path">
                {pathText(first.path)}
              </span>
            )}
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
        <Browser {...props} onToggle={toggle} />
      </PopSheet>
    </>
  )
}

function Browser(props: TreeBoxProps & { onToggle(option: Option): void }) {
  const { field, language, chosen, isMany, onToggle } = props
  const isPhone = useIsPhone()
  return (
    <treeBrowser.Part
      waiting={waitingPane(language)}
      source={useFieldTree(props)}
      language={language}
      label={field.title[language]}
      chosen={chosen}
      isMany={isMany}
      autoFocus={!isPhone}
      onToggle={onToggle}
      {...(isPhone && { rowHeight: 44 })}
    />
  )
}

/** The tree that a field chooses from, the same while the field and what its `where` reads are. */
function useFieldTree({ field, sources, record }: TreeBoxProps): TreeSource {
  const now = useRef({ field, record })
  now.current = { field, record }
  const read = JSON.stringify((field.reads ?? []).map(name => record?.[name] ?? null))
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
    <>
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
    </>
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
