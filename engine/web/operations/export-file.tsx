import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { OperationView } from '../../model/operation-view.ts'
import { useEngine } from '../data/engine-context.ts'
import { nameIn } from '../data/stream.ts'
import { saveFile } from '../export/save-file.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

/** The file of an export or the result of an import, until it is deleted. */
export function OperationFile({ operation }: { operation: OperationView }) {
  const translate = useTranslation(workWords)
  const notify = useNotify()
  const { session } = useEngine()
  const [isBusy, setBusy] = useState(false)
  const { id, resource, exported, importFile, state } = operation
  const path = importFile?.hasReport
    ? `/api/engine/import/${resource}/${id}/report?of=rows`
    : exported?.file === 'there' && state === 'finished'
      ? `/api/engine/operations/${id}/file`
      : undefined
  if (path === undefined) return null
  const download = async () => {
    setBusy(true)
    try {
      const response = await session.stream(path)
      saveFile(await response.blob(), nameIn(response))
    } catch (error) {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" variant="text" color="inherit" startIcon={<Download />} loading={isBusy} onClick={download}>
      {translate(importFile ? 'operations.result' : 'operations.file')}
    </Button>
  )
}
