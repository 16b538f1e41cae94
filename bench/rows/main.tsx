import { QueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ListContextProvider, memoryStore, type RaRecord, ResourceContextProvider } from 'ra-core'
import { type ReactNode, useRef, useState } from 'react'
import { AdminContext } from 'react-admin'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createUploads } from '../../engine/fields/uploads.ts'
import { browserConnection } from '../../engine/web/data/connection.ts'
import { createDataProvider } from '../../engine/web/data/data-provider.ts'
import { createDrafts } from '../../engine/web/data/drafts.ts'
import { EngineContext, type WebEngine } from '../../engine/web/data/engine-context.ts'
import { createListMemory } from '../../engine/web/data/list-memory.ts'
import { createNestedCreation } from '../../engine/web/data/nested-creation.ts'
import { createPageStates } from '../../engine/web/data/page-states.ts'
import { createPreferences } from '../../engine/web/data/preferences.ts'
import { type ResourcePart, useResourcePart } from '../../engine/web/data/resource-part.ts'
import { createRowChanges } from '../../engine/web/data/row-changes.ts'
import { createSession } from '../../engine/web/data/session.ts'
import { createStoredTabs } from '../../engine/web/data/stored-tabs.ts'
import { createUnsaved } from '../../engine/web/data/unsaved.ts'
import { showable } from '../../engine/web/list/list-columns.ts'
import { ListViewProvider } from '../../engine/web/list/list-view.tsx'
import { ListTable } from '../../engine/web/list-page/list-table.tsx'
import { look } from '../../engine/web/look/look.ts'
import { createI18n } from '../../engine/web/words/i18n.ts'
import { fetchMessages } from '../../engine/web/words/messages.ts'

// Two tables of the same rows and columns in one page: the list's own, and a hand-written one with the same virtual
// scroller and text-only cells.

const name = 'entCamera'
const [rows, columns] = [200, 12]

declare global {
  interface Window {
    /** Mounts or unmounts a table, and resolves once that is painted. */
    show(what: What): Promise<void>
  }
}
type What = 'plain' | 'ours' | 'nothing'

const preferences = createPreferences('bench')
const { connection, fetch } = browserConnection()
const session = createSession(() => 'zh', { fetch, now: Date.now })
const queries = new QueryClient()
const dataProvider = createDataProvider(session, queries)
const engine: WebEngine = {
  session,
  connection,
  preferences,
  unsaved: createUnsaved(),
  changes: createRowChanges(),
  drafts: createDrafts(),
  uploads: createUploads(connection),
  creating: createNestedCreation(),
  lists: createListMemory(),
  left: createPageStates(),
  tabs: createStoredTabs(),
}
await session.signIn({
  tenantId: '000000',
  account: 'admin',
  password: new URLSearchParams(window.location.search).get('password') ?? '',
})
const sort = { field: 'createTime', order: 'DESC' } as const
const { data, total } = await dataProvider.getList(name, { pagination: { page: 1, perPage: rows }, sort, filter: {} })
if (data.length !== rows) throw new Error(`There are ${data.length} rows instead of ${rows}.`)

const painted = () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))

function Stage() {
  const [what, setWhat] = useState<What>('nothing')
  const part = useResourcePart(name).data
  if (part) {
    window.show = async next => {
      flushSync(() => setWhat(next))
      await painted()
    }
  }
  return (
    <div style={{ height: 700, display: 'flex', flexDirection: 'column' }}>
      {part && what === 'plain' && <PlainTable part={part} />}
      {part && (
        <InList part={part} key={what === 'ours' ? 'ours' : ''}>
          {what === 'ours' && <ListTable part={part} />}
        </InList>
      )}
    </div>
  )
}

const columnsOf = ({ resource }: ResourcePart): string[] =>
  [...new Set([...resource.list.columns, ...showable(resource).map(field => field.name)])].slice(0, columns)

/** The context that a list's table needs. */
function InList({ part, children }: { part: ResourcePart; children: ReactNode }) {
  const list = { resource: name, data, total, sort, page: 1, perPage: rows, filterValues: {}, selectedIds: [] }
  const views = {
    views: [],
    columns: columnsOf(part),
    widths: {},
    start: null,
    pageSize: null,
    relatedSize: null,
    roles: [],
  }
  return (
    <ResourceContextProvider value={name}>
      <ListContextProvider value={list as never}>
        <ListViewProvider part={part} views={views} fitting={10}>
          {children}
        </ListViewProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  )
}

function PlainTable({ part }: { part: ResourcePart }) {
  const scroller = useRef<HTMLDivElement>(null)
  const names = columnsOf(part)
  const virtual = useVirtualizer({
    count: data.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  return (
    <div ref={scroller} style={{ overflow: 'auto', flex: 1 }}>
      <table style={{ tableLayout: 'fixed', width: names.length * 180 }}>
        <thead>
          <tr>
            {names.map(one => (
              <th key={one}>{one}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: shown[0]?.start ?? 0 }} />
          {shown.map(({ index }) => {
            const record = data[index] as RaRecord
            return (
              <tr key={record.id} style={{ height: 44 }}>
                {names.map(one => (
                  <td key={one}>{String(record[`${one}Name`] ?? record[one] ?? '')}</td>
                ))}
              </tr>
            )
          })}
          <tr style={{ height: virtual.getTotalSize() - (shown.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  )
}

const messages = await fetchMessages('zh')
const page = (
  <EngineContext.Provider value={engine}>
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={createI18n(messages, () => undefined)}
      queryClient={queries}
      store={memoryStore()}
      theme={look({ theme: 'theme-bule', scheme: 'light', density: 'comfortable', locale: 'zh' })}
    >
      <Stage />
    </AdminContext>
  </EngineContext.Provider>
)
const place = document.getElementById('root')
if (place) createRoot(place).render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
