import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Board } from '../../model/chart.ts'
import { useChartWords } from '../chart/chart-words.ts'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from '../export/save-file.ts'

/** Saves the workbook of a board, by the search of its page. */
export function BoardExport({ board, search }: { readonly board: Board; readonly search: URLSearchParams }) {
  const words = useChartWords()
  const notify = useNotify()
  const { session } = useEngine()
  const [isRunning, setRunning] = useState(false)
  const path = board.http?.workbook
  if (path === undefined) return null
  const save = async () => {
    setRunning(true)
    try {
      const response = await session.stream(path, undefined, { query: Object.fromEntries(search) })
      saveFile(await response.blob(), nameIn(response))
    } catch (error) {
      notify(error instanceof RequestFault ? error.message : 'exporting.broken', { type: 'error' })
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button variant="outlined" color="inherit" startIcon={<Download />} loading={isRunning} onClick={() => void save()}>
      {words('export')}
    </Button>
  )
}
