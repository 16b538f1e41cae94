import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangesPage, ImportView } from '../../model/import-view.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { TablePager } from './table-pager.tsx'

const size = 50

/** What each row would change of a record that is there: from what, to what. */
export function ChangesTable({ part, view, version }: { part: ResourcePart; view: ImportView; version: number }) {
  const { resource, language } = part
  const say = useSay()
  const { session } = useEngine()
  const [page, setPage] = useState(1)
  const found = useQuery({
    queryKey: ['engine', 'import', view.id, 'changes', version, page],
    queryFn: () =>
      session.call<ChangesPage>(`/api/engine/import/${resource.name}/${view.id}/changes`, {
        query: { current: page, size },
      }),
    placeholderData: before => before,
    gcTime: 0,
  })
  const { total = 0, records = [] } = found.data ?? {}
  return (
    <section aria-label={say('importing.changes')}>
      <table className="import-table import-changes">
        <thead>
          <tr>
            <th className="figure">{say('importing.row')}</th>
            <th>{say('importing.record')}</th>
            <th>{say('importing.column')}</th>
            <th>{say('importing.from')}</th>
            <th>{say('importing.to')}</th>
          </tr>
        </thead>
        <tbody>
          {records.flatMap(({ row, id, display, changes }) =>
            changes.map(({ title, from, to }, index) => (
              <tr key={`${row} ${title.en}`}>
                <td className="figure">{index === 0 ? row : ''}</td>
                <td>{index === 0 ? display || id : ''}</td>
                <td>{title[language]}</td>
                <td>{from === '' ? <span className="nothing">—</span> : <del>{from}</del>}</td>
                <td>{to === '' ? <span className="nothing">—</span> : <ins>{to}</ins>}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <TablePager page={page} size={size} total={total} onPage={setPage} />
    </section>
  )
}
