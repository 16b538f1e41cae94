import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import type { OperationView } from '../../model/operation-view.ts'
import { useDownload } from '../export/use-download.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

/** The file of an export or the result of an import, until it is deleted. */
export function OperationFile({ operation }: { operation: OperationView }) {
  const translate = useTranslation(workWords)
  const { isRunning, download } = useDownload()
  const { id, resource, exported, importFile, state } = operation
  const path = importFile?.hasReport
    ? `/api/engine/import/${resource}/${id}/report?of=rows`
    : exported?.file === 'there' && state === 'finished'
      ? `/api/engine/operations/${id}/file`
      : undefined
  if (path === undefined) return null
  return (
    <Button
      size="small"
      variant="text"
      color="inherit"
      startIcon={<Download />}
      loading={isRunning}
      onClick={() => void download(path)}
    >
      {translate(importFile ? 'operations.result' : 'operations.file')}
    </Button>
  )
}
