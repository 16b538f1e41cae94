import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import type { OperationView } from '../../model/operation-view.ts'
import { useOperation } from '../data/operations.ts'
import { useDownload } from '../export/use-download.ts'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { UndoButton } from './undo-button.tsx'

/** The buttons of an operation in its row: its file, and its undo. */
export function OperationButtons({ id }: Pick<RecordPanelProps, 'id'>) {
  const { data } = useOperation(id)
  if (!data) return null
  return (
    <>
      <OperationFile operation={data} className="row-step" />
      <UndoButton operation={data} className="row-step" />
    </>
  )
}

/** The file of an export or the result of an import, until it is deleted. */
export function OperationFile({ operation, className }: { operation: OperationView; className?: string }) {
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
      className={className}
      variant={className ? 'outlined' : 'text'}
      color="inherit"
      startIcon={<Download />}
      loading={isRunning}
      onClick={() => void download(path)}
    >
      {translate(importFile ? 'operations.result' : 'operations.file')}
    </Button>
  )
}
