import { PageTurns } from '../components/page-turns.tsx'
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
    <PageTurns className="import-pager" page={page} pages={last} onTurn={onPage}>
      <span>{translate(words[of], { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}</span>
    </PageTurns>
  )
}
