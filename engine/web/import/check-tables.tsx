import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdditionsPage, ChangesPage, ImportView, ProblemsPage } from '../../model/import-view.ts'
import { Pager } from '../components/pager.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'

/** Rows per page. */
const size = 50

/** The check whose rows are shown; `version` increases with each check. */
interface CheckRowsOf {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly version: number
}

/** A page of check results of one kind; the previous page while loading. */
export function useCheckRows<Page extends AdditionsPage | ChangesPage | ProblemsPage>(
  { part, view, version }: CheckRowsOf,
  kind: 'additions' | 'changes' | 'problems',
  page: number,
  query: Readonly<Record<string, string>> = {},
): Partial<Page> {
  const { session } = useEngine()
  const { data } = useQuery({
    queryKey: ['engine', 'import', view.id, kind, version, view.counts.wrong, query, page],
    queryFn: () =>
      session.call<Page>(`/api/engine/import/${part.resource.name}/${view.id}/${kind}`, {
        query: { current: page, size, ...query },
      }),
    placeholderData: before => before,
    gcTime: 0,
  })
  return data ?? {}
}

interface CheckTableProps {
  readonly className: string
  readonly heads: readonly (readonly [title: string, className?: string])[]
  readonly page: number
  readonly total: number
  readonly text: 'importing.page' | 'importing.pageOfRows'
  readonly children: ReactNode
  onTurn(page: number): void
}

/** A page of check results, with its pager. */
export const CheckTable = ({ className, heads, children, onTurn, ...pager }: CheckTableProps) => (
  <>
    <table className={`table import-table ${className}`}>
      <thead>
        <tr>
          {heads.map(([title, width]) => (
            <th key={title} className={width}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
    <Pager {...pager} size={size} onTurn={({ page }) => onTurn(page)} />
  </>
)

/** The changes of each row to an existing record: old and new values. */
export function ChangesTable(of: CheckRowsOf) {
  const { language } = of.part
  const translate = useTranslation(importWords)
  const [page, setPage] = useState(1)
  const { total = 0, records = [] } = useCheckRows<ChangesPage>(of, 'changes', page)
  return (
    <section aria-label={translate('importing.changes')}>
      <CheckTable
        className="import-changes"
        heads={[
          [translate('importing.row'), 'figure'],
          ...(['record', 'column', 'from', 'to'] as const).map(one => [translate(`importing.${one}`)] as const),
        ]}
        text="importing.pageOfRows"
        {...{ page, total, onTurn: setPage }}
      >
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
      </CheckTable>
    </section>
  )
}

const cell = 'clip ellipsis nowrap max-w-320 max-w-none-phone text-wrap-phone'

/** The records that would be added, as they would be stored. */
export function AdditionsTable(of: CheckRowsOf) {
  const { language } = of.part
  const translate = useTranslation(importWords)
  const [page, setPage] = useState(1)
  const { total = 0, titles = [], records = [] } = useCheckRows<AdditionsPage>(of, 'additions', page)
  return (
    <section aria-label={translate('importing.additions')} className="import-additions">
      <CheckTable
        className=""
        heads={[[translate('importing.row'), 'figure'], ...titles.map(title => [title[language]] as const)]}
        text="importing.pageOfRows"
        {...{ page, total, onTurn: setPage }}
      >
        {records.map(({ row, values }) => (
          <tr key={row}>
            <td className={`figure ${cell}`}>{row}</td>
            {titles.map((title, index) => (
              <td className={cell} key={title.en} data-title={title[language]} title={values[index]}>
                {values[index] || <span className="nothing">—</span>}
              </td>
            ))}
          </tr>
        ))}
      </CheckTable>
    </section>
  )
}
