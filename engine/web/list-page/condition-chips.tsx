import { X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useLocation, useNavigate } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useChoices } from '../data/use-choices.ts'
import { useShell } from '../frame/shell-context.ts'
import { unknownNames } from '../list/list-address.ts'
import { type SearchQuery, withoutField } from '../list/search-query.ts'
import { useConditions } from '../list/use-conditions.ts'
import { openTree } from '../tree/tree-fields.ts'
import { useTranslation } from '../words/i18n.ts'
import './condition-chips.css'

interface ConditionChipsProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  onSearch(query: SearchQuery): void
}

/** Chips of conditions that no search field shows, and of unknown names in the address. */
export function ConditionChips({ part, query, onSearch }: ConditionChipsProps) {
  const translate = useTranslation()
  const { resource } = part
  const { total } = useListContext()
  const conditions = useConditions(part, query)
  const { isPhone } = useShell()
  const { preferences } = useEngine()
  const { panes } = useChoices(preferences)
  // The open tree shows its branch.
  const tree = isPhone ? undefined : openTree(resource, part.model, panes)
  const hidden = conditions.filter(({ field }) => !resource.list.search.includes(field.name) && field !== tree)
  const unknown = useUnknownNames(resource)
  // Where nothing is found, all conditions are named in the middle of the list.
  const shown = total === 0 ? [] : hidden
  if (shown.length === 0 && unknown.names.length === 0) return null
  const known = resource.fields.map(({ name }) => name)
  return (
    <ul
      className="condition-chips flex wrap gap-8 fixed pb-12 inset py-8-phone px-16-phone"
      aria-label={translate('list.conditions')}
    >
      {shown.map(({ field, text }) => (
        <Chip key={field.name} text={text} drop={() => onSearch(withoutField(resource, query, field))} />
      ))}
      {unknown.names.map(name => {
        const meant = near(name.replace(/_[a-z]+$/, ''), known)
        const text = translate(meant === undefined ? 'list.unknownCondition' : 'list.misspeltCondition', {
          name,
          meant: meant ?? '',
        })
        return <Chip key={name} text={text} isWrong drop={() => unknown.drop(name)} />
      })}
    </ul>
  )
}

interface ChipProps {
  readonly text: string
  readonly isWrong?: boolean
  drop(): void
}

function Chip({ text, isWrong, drop }: ChipProps) {
  const translate = useTranslation()
  return (
    <li className="min-0" data-wrong={isWrong}>
      <button
        className="gap-6 px-8 round-4 accent size-13 max-w-400 min-h-28 selected"
        type="button"
        title={text}
        aria-label={translate('state.dropOne', { condition: text })}
        onClick={drop}
      >
        <span className="truncate">{text}</span>
        <X aria-hidden />
      </button>
    </li>
  )
}

/** Unknown names in the address; `drop` removes one. */
function useUnknownNames(resource: Resource) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const left = (state as { readonly unknownConditions?: readonly string[] } | null)?.unknownConditions ?? []
  const names = [...new Set([...left, ...unknownNames(resource, search)])]
  const drop = (name: string) => {
    const given = new URLSearchParams(search)
    given.delete(name)
    const unknownConditions = left.filter(other => other !== name)
    const rest = given.size > 0 ? `?${given}` : ''
    void navigate(`${pathname}${rest}`, { replace: true, state: { ...state, unknownConditions } })
  }
  return { names, drop }
}
