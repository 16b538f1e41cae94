import { useState } from 'react'
import { isAwaitingOptions, queryValues } from '../../fields/query.ts'
import type { BoardAnswer, BoardField } from '../../model/chart.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { useResourcePart } from '../data/resource-part.ts'
import { SearchField } from '../list/search-area.tsx'
import type { SearchQuery } from '../list/search-query.ts'

const all = 'all'

interface BoardSearchProps extends Pick<BoardAnswer, 'fields' | 'search'> {
  onChange(name: string, value: string): void
}

/** The choices that all charts of a board share, drawn as in the search of a list; each is searched at once. */
export const BoardSearch = ({ fields, search, onChange }: BoardSearchProps) => (
  <div
    className="board-search grid gap-12 divided py-12 px-20"
    data-idle={fields.every(({ name }) => search[name] === all)}
  >
    {fields.map(one => (
      <SharedField key={one.name} of={one} value={search[one.name] ?? all} onChange={onChange} />
    ))}
  </div>
)

interface SharedFieldProps extends Pick<BoardSearchProps, 'onChange'> {
  readonly of: BoardField
  readonly value: string
}

function SharedField({ of: { name, of, field }, value, onChange }: SharedFieldProps) {
  const { data: part } = useResourcePart(of)
  const queryOf = (text: string): SearchQuery => (text === all ? {} : { [field]: text })
  const textOf = (query: SearchQuery) => queryValues(query, field).join(',') || all
  const [query, setQuery] = useState(() => queryOf(value))
  const [seen, setSeen] = useState(value)
  // It also changes from elsewhere: the map, the trail, the history.
  if (seen !== value) {
    setSeen(value)
    if (textOf(query) !== value) setQuery(queryOf(value))
  }
  const shown = part && fieldOf(part.resource, field)
  if (!shown) return <div className="search-field round-6 paper relative min-0" />
  const write = (next: SearchQuery) => {
    setQuery(next)
    if (textOf(next) !== textOf(query) && !isAwaitingOptions(next)) onChange(name, textOf(next))
  }
  return <SearchField part={part} field={shown} query={query} isWhole onChange={write} />
}
