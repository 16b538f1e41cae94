import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'ra-core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { Related } from '../../model/related.ts'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { IndexMenuItem, ModelIndex } from '../data/model-source.ts'
import { type ResourcePart, useModelIndex } from '../data/resource-part.ts'
import { useTab } from '../frame/tab-context.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { recordWords } from '../words/record-words.ts'
import './record-detail.css'

const RelatedList = lazy(() => import('./related-list.tsx').then(module => ({ default: module.RelatedList })))

const BindButton = lazy(() => import('./bind-button.tsx').then(module => ({ default: module.BindButton })))

interface RelatedTabsProps {
  readonly part: ResourcePart
  readonly record: Stored
  /** The fields of the record. */
  readonly children: ReactNode
}

/**
 * The fields of a record, and the records that refer to it or that binds link to it: a tab with its count for each list.
 * Without lists there are no tabs.
 */
export function RelatedTabs({ part, record, children }: RelatedTabsProps) {
  const { resource, language } = part
  const { id, version } = record
  const { session, left } = useEngine()
  const queries = useQueryClient()
  const page = useTab()?.page
  const translate = useTranslation(partWords, recordWords)
  const place = useId()
  const [chosen, choose] = useState(() => left.read<string>(page, 'related'))
  const [isWithBelow, setWithBelow] = useStore(`${resource.name}.relatedBelow`, false)
  const withBelow = resource.tree !== undefined && isWithBelow
  const index = useModelIndex()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'related', id, version, withBelow],
    queryFn: ({ signal }) =>
      session.call<readonly Related[]>(`/api/engine/related/${resource.name}/${encodeURIComponent(id)}`, {
        signal,
        ...(withBelow && { query: { below: 'true' } }),
      }),
    placeholderData: before => before,
  })
  // The fields stay in their place where another record of the resource had lists.
  const isAwaited = () =>
    queries
      .getQueriesData<readonly Related[]>({ queryKey: [resource.name, 'related'] })
      .some(([, known]) => known && known.length > 0)
  const hasTabs = data ? data.length > 0 : !error && isAwaited()
  const tabs = data ? inOrder(data, index) : []
  const open = tabs.find(one => keyOf(one) === chosen)
  // The same elements with and without tabs: otherwise the fields would be mounted again, and an opened picture closed.
  return (
    <section {...(hasTabs && { className: 'related', 'aria-label': translate('related.title') })}>
      {error && !data && (
        <p className="quiet size-13 m-24" role="status">
          {translate('related.failed')}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {translate('history.retry')}
          </button>
        </p>
      )}
      {hasTabs && resource.tree && (
        <FormControlLabel
          className="related-below"
          control={<Checkbox checked={withBelow} />}
          label={translate('tree.withBelow')}
          onChange={(_event, isOn) => setWithBelow(isOn)}
        />
      )}
      {hasTabs && (
        <Tabs
          value={open ? keyOf(open) : fieldsTab}
          variant="scrollable"
          scrollButtons="auto"
          allowScrollButtonsMobile
          aria-label={translate('related.title')}
          onChange={(_event, next: string) => {
            choose(next)
            left.write(page, 'related', next)
          }}
        >
          <Tab
            id={`${place}-${fieldsTab}`}
            aria-controls={`${place}-panel`}
            value={fieldsTab}
            label={translate('related.fields')}
          />
          {tabs.map(one => (
            <Tab
              key={keyOf(one)}
              id={`${place}-${keyOf(one)}`}
              aria-controls={`${place}-panel`}
              value={keyOf(one)}
              title={one.help?.[language]}
              className={one.count === 0 && one !== open ? 'quiet!' : ''}
              label={
                <span>
                  {one.title[language]} <em className="quiet size-12 num ml-2 upright regular">{countText(one)}</em>
                </span>
              }
            />
          ))}
        </Tabs>
      )}
      <div
        {...(hasTabs && {
          role: 'tabpanel',
          id: `${place}-panel`,
          'aria-labelledby': `${place}-${open ? keyOf(open) : fieldsTab}`,
        })}
      >
        {open ? (
          <Suspense fallback={<div className="h-231" />}>
            <RelatedList
              key={`${keyOf(open)} ${withBelow}`}
              related={open}
              of={resource.name}
              id={id}
              withBelow={withBelow}
            >
              {open.isBound && <BindButton part={part} record={record} name={open.field} />}
            </RelatedList>
          </Suspense>
        ) : (
          children
        )}
      </div>
    </section>
  )
}

/**
 * Declared lists first, in their order; then tabs with rows, in the order of the menu; resources without a menu entry
 * last.
 */
function inOrder(all: readonly Related[], index: ModelIndex | undefined): readonly Related[] {
  const names = index ? listsIn(index.menu) : []
  const place = ({ list, resource, count }: Related) =>
    list !== undefined
      ? -1
      : (count > 0 ? 0 : names.length + 1) + (names.includes(resource) ? names.indexOf(resource) : names.length)
  return all.toSorted((a, b) => place(a) - place(b))
}

const listsIn = (items: readonly IndexMenuItem[]): readonly string[] =>
  items.flatMap(item => ('group' in item ? listsIn(item.items) : 'resource' in item ? [item.resource] : []))

/** The tab of the record's own fields. */
const fieldsTab = 'fields'

const keyOf = ({ list, resource, field }: Related) => list ?? `${resource}.${field}`

const countText = ({ count, capped }: Related) => `${figure(count)}${capped ? '+' : ''}`
