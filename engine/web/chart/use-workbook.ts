import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from '../export/save-file.ts'

/** Saves the workbook of a chart or a board; whether it is being written. */
export function useWorkbook() {
  const notify = useNotify()
  const { session } = useEngine()
  const [isRunning, setRunning] = useState(false)
  const save = async (path: string, search: URLSearchParams) => {
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
  return { isRunning, save }
}
