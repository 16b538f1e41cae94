import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '../words/i18n.ts'

interface RelatedPagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  onTurn(to: { readonly page: number; readonly size: number }): void
}

const sizes = [5, 10, 20, 50]

/** Pages of a short list within a sheet. */
export function RelatedPager({ page, size, total, onTurn }: RelatedPagerProps) {
  const translate = useTranslation()
  const pages = Math.ceil(total / size)
  return (
    <nav className="related-pager row gap-4 muted size-13 num" aria-label={translate('list.pages')}>
      <Select
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
      <IconButton
        aria-label={translate('list.previous')}
        disabled={page <= 1}
        onClick={() => onTurn({ page: page - 1, size })}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <span>
        {page} / {pages}
      </span>
      <IconButton
        aria-label={translate('list.next')}
        disabled={page >= pages}
        onClick={() => onTurn({ page: page + 1, size })}
      >
        <ChevronRight size={16} />
      </IconButton>
    </nav>
  )
}
