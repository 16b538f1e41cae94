import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import usePagination from '@mui/material/usePagination'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useListContext, useResourceContext } from 'ra-core'
import { useListChoice, useListViews } from '../data/list-views.ts'
import { useTranslation } from '../words/i18n.ts'
import { useExactTotal, useRowsShown } from './list-total.ts'
import { pageSizeOf, pageSizes } from './page-size.ts'

/** Touch-sized page buttons, as many as fit in a row. */
const phone = typeof matchMedia === 'function' ? matchMedia('(max-width: 767.95px)') : undefined

/** The value of the automatic page size. */
const automatic = 0

interface ListPagerProps {
  /** How many rows fit the window: the automatic size of a page. */
  readonly fitting: number
}

/** The pager of a list; hidden if there is only one page. */
export function ListPager({ fitting }: ListPagerProps) {
  const translate = useTranslation()
  const { page, perPage, total = 0, setPage, setPerPage } = useListContext()
  const resource = useResourceContext() ?? ''
  const { data: views } = useListViews(resource)
  const keep = useListChoice(resource)
  const { text, isCapped, isCounting, count } = useExactTotal()
  const shown = useRowsShown()
  const pages = Math.ceil(total / perPage)
  const siblingCount = phone?.matches ? 0 : 1
  const { items } = usePagination({ count: pages, page, siblingCount, onChange: (_event, next) => setPage(next) })
  if (pages <= 1) return null
  const isOffered = pageSizes.offered.some(size => size === perPage)
  const isAutomatic = !isOffered || (views?.pageSize === null && perPage === fitting)
  return (
    <footer className="list-pager fixed ruled num wrap inset gap-y-4 gap-x-8 min-h-48">
      <span>{translate('list.totalRange', { total: text, ...shown })}</span>
      {isCapped && (
        <button type="button" className="link" disabled={isCounting} onClick={count}>
          {translate(isCounting ? 'list.counting' : 'list.countAll')}
        </button>
      )}
      <span className="room" />
      <Select
        className="list-pager-size"
        value={isAutomatic ? automatic : perPage}
        inputProps={{ 'aria-label': translate('list.rowsPerPage') }}
        onChange={event => {
          const chosen = Number(event.target.value)
          const pageSize = chosen === automatic ? null : chosen
          setPerPage(pageSizeOf({ pageSize }, fitting))
          keep.mutate({ pageSize })
        }}
      >
        <MenuItem value={automatic}>{translate('list.automaticSize', { size: fitting })}</MenuItem>
        {pageSizes.offered.map(size => (
          <MenuItem key={size} value={size}>
            {translate('list.perPage', { size })}
          </MenuItem>
        ))}
      </Select>
      <nav className="row gap-2" aria-label={translate('list.pages')}>
        {items.map(({ page: number, type, selected, disabled, onClick }, n) => {
          const key = `${type}${n}`
          if (type === 'start-ellipsis' || type === 'end-ellipsis')
            return (
              <span className="text-center" key={key}>
                …
              </span>
            )
          if (type === 'page') {
            return (
              <button
                className="grid h-28 round-6"
                key={key}
                type="button"
                aria-label={translate('list.page', { page: number ?? 0 })}
                aria-current={selected ? 'page' : undefined}
                onClick={onClick}
              >
                {number}
              </button>
            )
          }
          return (
            <button
              className="grid h-28 round-6"
              key={key}
              type="button"
              aria-label={translate(type === 'previous' ? 'list.previous' : 'list.next')}
              disabled={disabled}
              onClick={onClick}
            >
              {type === 'previous' ? <ChevronLeft /> : <ChevronRight />}
            </button>
          )
        })}
      </nav>
    </footer>
  )
}
