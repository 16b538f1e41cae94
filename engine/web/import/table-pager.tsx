import { Button } from '@mui/material'
import { useTranslation } from '../words/i18n.ts'

interface TablePagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly of: 'rows' | 'problems'
  onPage(page: number): void
}

const words = { rows: 'importing.pageOfRows', problems: 'importing.page' } as const

/** The pager of check results; hidden if there is only one page. */
export function TablePager({ page, size, total, of, onPage }: TablePagerProps) {
  const translate = useTranslation()
  const last = Math.ceil(total / size)
  if (last <= 1) return null
  return (
    <div className="import-pager row gap-12 muted size-13 num">
      <span>{translate(words[of], { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}</span>
      <Button size="small" variant="outlined" color="inherit" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {translate('importing.previous')}
      </Button>
      <Button size="small" variant="outlined" color="inherit" disabled={page >= last} onClick={() => onPage(page + 1)}>
        {translate('importing.next')}
      </Button>
    </div>
  )
}
