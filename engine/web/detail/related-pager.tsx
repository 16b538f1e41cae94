import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { PageTurns } from '../components/page-turns.tsx'
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
  return (
    <PageTurns
      className="related-pager"
      page={page}
      pages={Math.ceil(total / size)}
      onTurn={to => onTurn({ page: to, size })}
    >
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
    </PageTurns>
  )
}
