import Button from '@mui/material/Button'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { MarksContext } from '../../fields/dictionary/marks-context.ts'
import { isAwaitingOptions } from '../../fields/query.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { marksOf } from '../components/state-glyph.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTab } from '../frame/tab-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { fieldWebOf } from './field-cell.tsx'
import { queriedFields, resetQuery, type SearchQuery, sentQuery } from './search-query.ts'
import './search-area.css'

interface SearchAreaProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  /** All fields stacked, as in a phone's sheet. */
  readonly isStacked?: boolean
  onSearch(query: SearchQuery): void
}

/** The conditions of a list; nothing is searched until the user submits them. */
export function SearchArea({ part, query, isStacked = false, onSearch }: SearchAreaProps) {
  const translate = useTranslation()
  const { resource } = part
  const fields = resource.list.search.flatMap(name => fieldOf(resource, name) ?? [])
  const { left } = useEngine()
  const page = useTab()?.page
  const [typed, setTyped] = useState(() => typedFor(left.read<TypedWords>(page, 'words'), query))
  const [asked, setAsked] = useState(query)
  // Two conditions may be changed before the next render: each writes only its own change.
  const latest = useRef(typed)
  latest.current = typed
  const type = (words: SearchQuery) => {
    const next = withChanges(latest.current, typed, words)
    latest.current = next
    setTyped(next)
    if (!isStacked) left.write(page, 'words', { asked: textOf(query), typed: next } satisfies TypedWords)
  }
  // Conditions may also change from elsewhere: a branch of the tree, the address, "drop all".
  if (asked !== query) {
    setAsked(query)
    setTyped(query)
  }
  const [isOpen, setOpen] = useState(
    fields.length <= 5 || queriedFields(resource, query).some(field => fields.indexOf(field) >= 2),
  )
  // The buttons occupy the last position of a row.
  const shown = isOpen || isStacked ? fields : fields.slice(0, 2)
  const form = useRef<HTMLFormElement>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  useEffect(() => {
    if (!isSubmitting || isAwaitingOptions(typed)) return
    setSubmitting(false)
    // The browser reports what was not found.
    form.current?.requestSubmit()
  }, [isSubmitting, typed])
  if (fields.length === 0) return null

  const search = (event: FormEvent) => {
    event.preventDefault()
    if (isAwaitingOptions(typed)) setSubmitting(true)
    else onSearch(sentQuery(typed))
  }
  const reset = () => {
    setSubmitting(false)
    const left = resetQuery(typed, resource.tree)
    setTyped(left)
    onSearch(left)
  }
  return (
    <form
      ref={form}
      className="search-area grid fixed pb-12 inset"
      data-stacked={isStacked}
      data-fields={shown.length}
      data-full={shown.length % 3 === 0}
      onSubmit={search}
    >
      {shown.map(field => (
        <SearchField key={field.name} part={part} field={field} query={typed} onChange={type} />
      ))}
      <div className="search-buttons gap-8 justify-end">
        {fields.length > 3 && !isStacked && (
          <Button
            variant="text"
            aria-expanded={isOpen}
            endIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
            onClick={() => setOpen(!isOpen)}
          >
            {translate(isOpen ? 'list.fewer' : 'list.more')}
          </Button>
        )}
        <Button size="large" onClick={reset}>
          {translate('list.reset')}
        </Button>
        <Button
          size="large"
          type="submit"
          startIcon={<Search />}
          {...(isStacked && { variant: 'contained', color: 'primary' })}
        >
          {translate('list.search')}
        </Button>
      </div>
    </form>
  )
}

/** Unsubmitted input, and the search that it was based on. */
interface TypedWords {
  readonly asked: string
  readonly typed: SearchQuery
}

const textOf = (query: SearchQuery): string =>
  JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The input of an unmounted tab, if its search is still the same. */
const typedFor = (left: TypedWords | undefined, query: SearchQuery): SearchQuery =>
  left?.asked === textOf(query) ? left.typed : query

/** A query with what differs between two others. */
function withChanges(query: SearchQuery, from: SearchQuery, to: SearchQuery): SearchQuery {
  const kept = Object.entries(query).filter(([name]) => name in to || !(name in from))
  const changed = Object.entries(to).filter(([name, text]) => from[name] !== text)
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) }
}

interface SearchFieldProps {
  readonly part: ResourcePart
  readonly field: Field
  readonly query: SearchQuery
  readonly isWhole?: boolean
  onChange(query: SearchQuery): void
}

/** One condition, its label inside the edge. */
export function SearchField({ part, field, query, isWhole = false, onChange }: SearchFieldProps) {
  const { model, language, sources } = part
  const id = useId()
  const { Filter, Input } = fieldWebOf(field)
  const context = { id, field: { ...field, required: false, readOnly: false }, model, language, sources }
  return (
    <div className="search-field field-frame round-6 paper relative min-0">
      <label className="fixed px-12" htmlFor={id} title={field.title[language]}>
        {field.title[language]}
      </label>
      <div>
        {Filter ? (
          <MarksContext value={marksOf(part, field)}>
            <Filter {...context} query={query} isWhole={isWhole} onChange={onChange} />
          </MarksContext>
        ) : (
          <Input
            {...context}
            value={query[field.name]}
            disabled={false}
            invalid={false}
            record={query}
            onChange={value =>
              onChange({ ...query, [field.name]: value === null || value === undefined ? '' : String(value) })
            }
          />
        )}
      </div>
    </div>
  )
}
