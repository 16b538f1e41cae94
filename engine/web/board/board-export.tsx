import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import type { Board } from '../../model/chart.ts'
import { useChartWords } from '../chart/chart-words.ts'
import { useWorkbook } from '../chart/use-workbook.ts'

/** Saves the workbook of a board, by the search of its page. */
export function BoardExport({ board, search }: { readonly board: Board; readonly search: URLSearchParams }) {
  const words = useChartWords()
  const { isRunning, save } = useWorkbook()
  const path = board.http?.workbook
  if (path === undefined) return null
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<Download />}
      loading={isRunning}
      onClick={() => void save(path, search)}
    >
      {words('export')}
    </Button>
  )
}
