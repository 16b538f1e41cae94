import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdditionsPage, ChangesPage, ImportView } from '../../model/import-view.ts'
import { Pager } from '../components/pager.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

/** The changes of each row to an existing record: old and new values. */
export function ChangesTable({ part, view, version }: CheckRowsOf) {
  const { language } = part
  const translate = useTranslation(importWords)
  const [page, setPage] = useState(1)
  const { total = 0, records = [] } = useCheckRows<ChangesPage>({ part, view, version }, 'changes', page)
  return (
    <section aria-label={translate('importing.changes')}>
      <table className="table import-table import-changes">
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
      <RowPager page={page} total={total} onTurn={setPage} />
    </section>
  )
}

/** Rows per page. */
const checkRowsSize = 50

/** The check whose rows are shown; `version` increases with each check. */
interface CheckRowsOf {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly version: number
}

/** A page of check results of one kind; the previous page while loading. */
function useCheckRows<Page extends object>(
  { part, view, version }: CheckRowsOf,
  kind: 'additions' | 'changes',
  page: number,
): Partial<Page> {
  const { session } = useEngine()
  const { name } = part.resource
  const { data } = useQuery({
    queryKey: ['engine', 'import', view.id, kind, version, page],
    queryFn: () =>
      session.call<Page>(`/api/engine/import/${name}/${view.id}/${kind}`, {
        query: { current: page, size: checkRowsSize },
      }),
    placeholderData: before => before,
    gcTime: 0,
  })
  return data ?? {}
}

/** The records that would be added, as they would be stored. */
export function AdditionsTable({ part, view, version }: CheckRowsOf) {
  const { language } = part
  const translate = useTranslation(importWords)
  const [page, setPage] = useState(1)
  const {
    total = 0,
    titles = [],
    records = [],
  } = useCheckRows<AdditionsPage>({ part, view, version }, 'additions', page)
  return (
    <section aria-label={translate('importing.additions')} className="import-additions">
      <table className="table import-table">
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
              <td className="figure clip ellipsis nowrap max-w-320 max-w-none-phone text-wrap-phone">{row}</td>
              {titles.map((title, index) => (
                <td
                  className="clip ellipsis nowrap max-w-320 max-w-none-phone text-wrap-phone"
                  key={title.en}
                  data-title={title[language]}
                  title={values[index]}
                >
                  {values[index] || <span className="nothing">—</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <RowPager page={page} total={total} onTurn={setPage} />
    </section>
  )
}

interface RowPagerProps {
  readonly page: number
  /** Rows. */
  readonly total: number
  onTurn(page: number): void
}

const RowPager = ({ onTurn, ...part }: RowPagerProps) => (
  <Pager {...part} size={checkRowsSize} text="importing.pageOfRows" onTurn={({ page }) => onTurn(page)} />
)
