import { useState } from 'react'
import type { ChangesPage } from '../../model/import-view.ts'
import { useTranslation } from '../words/i18n.ts'
import { TablePager } from './table-pager.tsx'
import { type CheckRowsOf, checkRowsSize, useCheckRows } from './use-check-rows.ts'

/** The changes of each row to an existing record: old and new values. */
export function ChangesTable({ part, view, version }: CheckRowsOf) {
  const { language } = part
  const translate = useTranslation()
  const [page, setPage] = useState(1)
  const { total = 0, records = [] } = useCheckRows<ChangesPage>({ part, view, version }, 'changes', page)
  return (
    <section aria-label={translate('importing.changes')}>
      <table className="import-table import-changes">
        <thead>
          <tr>
            <th className="figure">{translate('importing.row')}</th>
            <th>{translate('importing.record')}</th>
            <th>{translate('importing.column')}</th>
            <th>{translate('importing.from')}</th>
            <th>{translate('importing.to')}</th>
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
      <TablePager page={page} size={checkRowsSize} total={total} of="rows" onPage={setPage} />
    </section>
  )
}
