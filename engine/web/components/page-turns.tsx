import IconButton from '@mui/material/IconButton'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../words/i18n.ts'

interface PageTurnsProps {
  readonly page: number
  readonly pages: number
  onTurn(page: number): void
  readonly className?: string
  /** What precedes the buttons. */
  readonly children: ReactNode
}

/** The previous and the next page of a table besides the list. */
export function PageTurns({ page, pages, onTurn, className = '', children }: PageTurnsProps) {
  const translate = useTranslation()
  return (
    <nav className={`${className} row gap-4 muted size-13 num`} aria-label={translate('list.pages')}>
      {children}
      <IconButton aria-label={translate('list.previous')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <span>
        {page} / {pages}
      </span>
      <IconButton aria-label={translate('list.next')} disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <ChevronRight size={16} />
      </IconButton>
    </nav>
  )
}
