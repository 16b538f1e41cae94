import Button from '@mui/material/Button'
import { SearchX, X } from 'lucide-react'
import { StatePanel } from '../components/state-panel.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { type SearchQuery, withoutField } from './search-query.ts'
import { useConditions } from './use-conditions.ts'

interface NoMatchProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  /** Why the server refused the search. */
  readonly refusal?: string | undefined
  onSearch(query: SearchQuery): void
}

/**
 * The state of a search without results or with a refused query: lists the conditions, each with a button that removes
 * it.
 */
export function NoMatch({ part, query, refusal, onSearch }: NoMatchProps) {
  const translate = useTranslation(partWords)
  const { resource, language } = part
  const conditions = useConditions(part, query)
  return (
    <StatePanel
      icon={<SearchX />}
      title={
        refusal === undefined
          ? translate('state.noMatchTitle', { resource: resource.titles[language] })
          : translate('state.refusedTitle')
      }
      help={refusal ?? (conditions.length > 1 ? translate('state.noMatchHelp') : undefined)}
    >
      {conditions.map(({ field, text }) => (
        <Button
          key={field.name}
          className="condition"
          title={text}
          aria-label={translate('state.dropOne', { condition: text })}
          endIcon={<X aria-hidden />}
          onClick={() => onSearch(withoutField(resource, query, field))}
        >
          <span className="truncate">{text}</span>
        </Button>
      ))}
      {conditions.length !== 1 && (
        <Button variant="text" onClick={() => onSearch({})}>
          {translate('state.dropAll')}
        </Button>
      )}
    </StatePanel>
  )
}
