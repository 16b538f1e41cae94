import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Search } from 'lucide-react'
import { useGetList } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Related } from '../../model/related.ts'
import { Pager } from '../components/pager.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { ReadFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { usePage } from '../frame/page-context.ts'
import { NewButton } from '../list/new-button.tsx'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { RelatedList } from './related-list.tsx'
import './record-detail.css'
import './dictionaries-page.css'

const words = {
  search: { zh: '字典名称', en: 'Dictionary' },
  dictionaries: { zh: '字典', en: 'Dictionaries' },
  none: { zh: '没有符合的字典', en: 'No dictionary matches' },
  open: { zh: '查看字典', en: 'Open the dictionary' },
  entries: { zh: '条目', en: 'Entries' },
} as const

const dictionaries = 'bladeDict'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** The dictionaries, and the entries of the chosen one: beside them, or below them at the page of that layout. */
export function DictionariesPage() {
  const page = usePage()
  const localized = useLocalized()
  const { data, error, refetch } = useResourcePart(dictionaries)
  return (
    <>
      <ScreenHead title={page && localized(page.title)}>
        {data?.may.includes('add') && <NewButton resource={data.resource} />}
      </ScreenHead>
      {error && !data ? (
        <ReadFault error={error} retry={refetch} />
      ) : data ? (
        <Layout part={data} layout={page?.path.includes('vertical') ? 'vertical' : 'horizontal'} />
      ) : (
        <SheetLoading />
      )}
    </>
  )
}

interface LayoutProps {
  readonly part: ResourcePart
  readonly layout: 'horizontal' | 'vertical'
}

function Layout({ part, layout }: LayoutProps) {
  const { resource } = part
  const text = useOwnWords(words)
  const language = useLanguage()
  const titleOf = (row: Row) => String((language === 'en' && row['englishValue']) || row['dictValue'])
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed.trim())
  const [place, turn] = useState({ page: 1, size: layout === 'vertical' ? 5 : 20 })
  const { data, total, error, refetch } = useGetList<Row>(
    resource.name,
    {
      pagination: { page: place.page, perPage: place.size },
      sort: { field: 'code', order: 'ASC' },
      filter: { parentId_null: 'true', ...(sought && { dictValue: sought }) },
    },
    { placeholderData: before => before },
  )
  if (error && !data) return <ReadFault error={error} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  const chosen = data.find(({ id }) => id === search.get('dictionary')) ?? data[0]
  return (
    <div className="dictionaries grow grid gap-24 min-h-0 pb-24 px-24" data-layout={layout}>
      <nav className="stack gap-8 min-h-0" aria-label={text('dictionaries')}>
        <TextField
          className="fixed"
          value={typed}
          placeholder={text('search')}
          aria-label={text('search')}
          slotProps={{ input: { startAdornment: <Search size={16} /> } }}
          onChange={event => {
            setTyped(event.target.value)
            turn({ ...place, page: 1 })
          }}
        />
        <ul className="scroll grow">
          {data.map(row => (
            <li key={row.id}>
              <button
                type="button"
                className="row full spread gap-8 round-6 min-h-32 size-13 px-10 chosen tap-44-phone"
                aria-current={row === chosen}
                onClick={() => setSearch({ dictionary: row.id }, { replace: true })}
              >
                <span className="truncate">{titleOf(row)}</span>
                <span className="quiet truncate size-12">{String(row['code'])}</span>
              </button>
            </li>
          ))}
          {data.length === 0 && <li className="quiet text-13">{text('none')}</li>}
        </ul>
        {total !== undefined && total > 5 && <Pager {...place} total={total} onTurn={turn} />}
      </nav>
      {chosen && (
        <section className="stack min-h-0 scroll" aria-label={text('entries')}>
          <header className="row spread gap-8">
            <h2 className="size-15">{titleOf(chosen)}</h2>
            <Button size="small" variant="text" component={Link} to={addressOf(resource, 'show', chosen.id)}>
              {text('open')}
            </Button>
          </header>
          <RelatedList key={chosen.id} related={entries} of={dictionaries} id={chosen.id} withBelow={false} />
        </section>
      )}
    </div>
  )
}

const entries: Related = {
  resource: dictionaries,
  field: 'parentId',
  columns: ['dictValue', 'englishValue', 'dictKey', 'colour', 'sort', 'isSealed'],
  title: words.entries,
  count: 0,
  capped: false,
}
