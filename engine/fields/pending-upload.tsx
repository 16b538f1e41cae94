import { CircleAlert, Upload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { FieldContext } from './field-web.ts'
import { hasFailed } from './uploads.ts'
import { words } from './words.ts'
import './cells.css'

interface PendingUploadProps extends Pick<FieldContext, 'sources' | 'language'> {
  readonly placeholder: string
}

/** A pending upload in the cell of a line whose input was closed. */
export function PendingUpload({ placeholder, sources: { uploads }, language }: PendingUploadProps) {
  const one = useSyncExternalStore(uploads.watch, uploads.running, uploads.running).find(
    running => running.placeholder === placeholder,
  )
  const isComing = one !== undefined && !hasFailed(one)
  const label = [words[isComing ? 'uploading' : 'notArrived'][language], one?.file.name].filter(Boolean).join(' ')
  return (
    <span
      role="img"
      className={
        isComing
          ? 'cell-way square-28 muted sunken round-4 inline-grid place-center align-middle'
          : 'cell-way is-failed square-28 muted sunken round-4 inline-grid place-center align-middle'
      }
      aria-label={label}
      title={label}
    >
      {isComing ? <Upload aria-hidden /> : <CircleAlert aria-hidden />}
    </span>
  )
}
