import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Names the records of the page; without it, the user chooses how many those are. */
  readonly text?: WordKey
  onTurn(to: { readonly page: number; readonly size: number }): void
}

const sizes = [5, 10, 20, 50]

/** The previous and the next page of a table besides the list. */
export function Pager({ page, size, total, text, onTurn }: PagerProps) {
  const translate = useTranslation()
  const pages = Math.ceil(total / size)
  const turn = (to: number) => onTurn({ page: to, size })
  if (text && pages <= 1) return null
  return (
    <nav
      className={`${text ? 'tap-44 py-6 inset justify-end wrap-phone' : ''} row gap-4 muted size-13 num`}
      aria-label={translate('list.pages')}
    >
      {text ? (
        <span>{translate(text, { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}</span>
      ) : (
        <Select
          className="h-28! mr-8! size-13!"
          size="small"
          value={size}
          inputProps={{ 'aria-label': translate('list.rowsPerPage') }}
          onChange={event => onTurn({ page: 1, size: Number(event.target.value) })}
        >
          {sizes.map(one => (
            <MenuItem key={one} value={one}>
              {translate('list.perPage', { size: one })}
            </MenuItem>
          ))}
        </Select>
      )}
      <IconButton aria-label={translate('list.previous')} disabled={page <= 1} onClick={() => turn(page - 1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <span>
        {page} / {pages}
      </span>
      <IconButton aria-label={translate('list.next')} disabled={page >= pages} onClick={() => turn(page + 1)}>
        <ChevronRight size={16} />
      </IconButton>
    </nav>
  )
}
