import { useState } from 'react'
import type { AdditionsPage } from '../../model/import-view.ts'
import { useTranslation } from '../words/i18n.ts'
import { TablePager } from './table-pager.tsx'
import { type CheckRowsOf, checkRowsSize, useCheckRows } from './use-check-rows.ts'

/** The records that would be added, as they would be stored. */
export function AdditionsTable({ part, view, version }: CheckRowsOf) {
  const { language } = part
  const translate = useTranslation()
  const [page, setPage] = useState(1)
  const {
    total = 0,
    titles = [],
    records = [],
  } = useCheckRows<AdditionsPage>({ part, view, version }, 'additions', page)
  return (
    <section aria-label={translate('importing.additions')} className="import-additions">
      <table className="import-table">
        <thead>
          <tr>
            <th className="figure">{translate('importing.row')}</th>
            {titles.map(title => (
              <th key={title.en}>{title[language]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ row, values }) => (
            <tr key={row}>
              <td className="figure">{row}</td>
              {titles.map((title, index) => (
                <td key={title.en} data-title={title[language]} title={values[index]}>
                  {values[index] || <span className="nothing">—</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <TablePager page={page} size={checkRowsSize} total={total} of="rows" onPage={setPage} />
    </section>
  )
}
