import { Chip, IconButton, OutlinedInput, Popover } from '@mui/material'
import { ChevronDown, Search, X } from 'lucide-react'
import { useState } from 'react'
import type { Field, Language } from '../../model/model.ts'
import type { FieldSources, Option } from '../field-web.ts'
import { ofOption } from '../options.ts'
import { words } from '../words.ts'
import { Tree } from './tree.tsx'
import { useOptions } from './use-options.ts'
import '../inputs.css'

interface TreeBoxProps {
  readonly id: string
  readonly language: Language
  readonly sources: FieldSources
  /** The reference whose tree it is. */
  readonly field: Field
  readonly chosen: readonly Option[]
  readonly isMany: boolean
  readonly placeholder: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly isKept?: boolean
  readonly most?: number
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>
  onChange(chosen: readonly Option[]): void
  readonly onBlur?: () => void
}

/** A box that opens a tree: its branches are asked for as they are opened, or found by a word. */
export function TreeBox(props: TreeBoxProps) {
  const {
    id,
    language,
    chosen,
    isMany,
    disabled = false,
    isKept = false,
    most = chosen.length,
    onChange,
    onBlur,
  } = props
  const [anchor, setAnchor] = useState<HTMLElement>()
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
  const isEmpty = chosen.length === 0
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        className="input-tree"
        value={isMany ? '' : (chosen[0]?.label ?? '')}
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
            'aria-haspopup': 'tree',
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
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transformOrigin={{ vertical: 'top', horizontal: 'left' }}
        onClose={close}
      >
        <TreePop {...props} onToggle={toggle} />
      </Popover>
    </>
  )
}

function TreePop({
  language,
  sources,
  field,
  chosen,
  isMany,
  onToggle,
}: TreeBoxProps & { onToggle(option: Option): void }) {
  const [search, setSearch] = useState('')
  const ids = new Set(chosen.map(option => option.id))
  const isSearching = search.trim() !== ''
  const found = useOptions(sources, field, search, undefined, isSearching)
  return (
    <div className="tree-pop">
      <div className="tree-pop-search">
        <OutlinedInput
          autoFocus
          fullWidth
          value={search}
          placeholder={words.search[language]}
          startAdornment={<Search aria-hidden />}
          slotProps={{ input: { 'aria-label': words.search[language], autoComplete: 'off' } }}
          onChange={event => setSearch(event.target.value)}
        />
      </div>
      <div className="tree-pop-body">
        {isSearching ? (
          <ul aria-busy={found.isLoading}>
            {found.options.map(option => (
              <li key={option.id}>
                <button
                  type="button"
                  className={ids.has(option.id) ? 'tree-row is-chosen' : 'tree-row'}
                  aria-pressed={ids.has(option.id)}
                  onClick={() => onToggle(option)}
                >
                  <span className="tree-label">{option.label}</span>
                </button>
              </li>
            ))}
            {found.options.length === 0 && (
              <li className="tree-note">
                {words[found.isLoading ? 'loading' : found.hasFailed ? 'failed' : 'noOption'][language]}
              </li>
            )}
          </ul>
        ) : (
          <Tree
            language={language}
            sources={sources}
            resource={ofOption(field)}
            chosen={ids}
            isMany={isMany}
            onToggle={onToggle}
          />
        )}
      </div>
    </div>
  )
}

function Chips({ chosen, most }: { readonly chosen: readonly Option[]; readonly most: number }) {
  return (
    <span className="input-chips">
      {chosen.slice(0, most).map(option => (
        <Chip key={option.id} label={option.label} />
      ))}
      {chosen.length > most && <Chip label={`+${chosen.length - most}`} />}
    </span>
  )
}
