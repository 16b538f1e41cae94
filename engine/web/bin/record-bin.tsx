import { ListBase, useListContext } from 'ra-core'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { ScreenHead } from '../components/screen-head.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ListViews } from '../data/list-views.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { ListLoader } from '../list/list-loader.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { pageSizeOf, rowsThatFit } from '../list/page-size.ts'
import { SearchArea } from '../list/search-area.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { SelectionName } from '../list/selection.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { BinBar } from './bin-bar.tsx'
import { BinBody } from './bin-body.tsx'
import '../list/list.css'
import '../list/list-table.css'
import './bin.css'

/** The deleted rows of a resource: who deleted them and when, with a restore button. */
export function RecordBin() {
  return <ListLoader>{(part, views) => <BinOf part={part} views={views} />}</ListLoader>
}

function BinOf({ part, views }: { part: ResourcePart; views: ListViews }) {
  const { name } = part.resource
  const { preferences } = useEngine()
  const [fitting] = useState(() => rowsThatFit(part.resource, preferences.read().density, window))
  return (
    <SelectionName.Provider value={`${name}.bin`}>
      <ListBase
        resource={name}
        storeKey={`${name}.bin`}
        disableSyncWithLocation
        perPage={pageSizeOf(views, fitting)}
        // The bin has one order, the newest deletion first.
        sort={{ field: 'updateTime', order: 'DESC' }}
        queryOptions={{ meta: { isBin: true } }}
        exporter={false}
        debounce={0}
      >
        <BinSheet part={part} fitting={fitting} />
      </ListBase>
    </SelectionName.Provider>
  )
}

function BinSheet({ part, fitting }: { part: ResourcePart; fitting: number }) {
  const { resource, language } = part
  const translate = useTranslation(workWords)
  const navigate = useNavigate()
  const { isPhone } = useShell()
  const { filterValues, setFilters, data } = useListContext()
  const asked = JSON.stringify(filterValues)
  const query: SearchQuery = useMemo(() => JSON.parse(asked), [asked])
  const search = (next: SearchQuery) => setFilters({ ...next }, {})
  const title = translate('bin.title', { resource: resource.titles[language] })
  const isEmpty = data?.length === 0 && Object.keys(query).length === 0
  return (
    <>
      <ScreenHead
        title={title}
        back={{ label: translate('bin.back'), onClick: () => navigate(addressOf(resource, 'list')) }}
      />
      <div className="list-main bin stack grow">
        {!isPhone && !isEmpty && <SearchArea part={part} query={query} onSearch={search} />}
        {!isEmpty && !isPhone && <BinBar part={part} />}
        <BinBody part={part} query={query} onSearch={search} />
        <ListPager fitting={fitting} />
        {/* In reach of the thumb. */}
        {!isEmpty && isPhone && <BinBar part={part} />}
      </div>
    </>
  )
}
