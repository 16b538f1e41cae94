import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useCloseNotification, type useNotify } from 'ra-core'
import { useNavigate } from 'react-router'
import type { Notice } from '../../model/notice.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { addressOf, operationAddress } from './addresses.ts'
import { indexKey, type ModelIndex } from './model-source.ts'

/** Notices of a hidden page that are shown when it is visible again: the latest. */
const maxWaiting = 3
const maxKnown = 200
const shownFor = 8000

const known = new Set<string>()
let waiting: readonly Notice[] = []

/** Shows notices of the event stream, each once; those of a hidden page when the user returns to it. */
export function receiveNotices(notices: readonly Notice[], notify: ReturnType<typeof useNotify>): void {
  const fresh = notices.filter(({ id }) => !known.has(id))
  for (const { id } of fresh) known.add(id)
  for (const id of [...known].slice(0, Math.max(0, known.size - maxKnown))) known.delete(id)
  const isWaiting = waiting.length > 0
  waiting = [...waiting, ...fresh].slice(-maxWaiting)
  const show = () => {
    for (const notice of waiting)
      notify(<span>{notice.text}</span>, {
        type: notice.level,
        // A failure remains until it is closed.
        autoHideDuration: notice.level === 'error' ? null : shownFor,
        action: <NoticeActions notice={notice} />,
      })
    waiting = []
  }
  if (document.visibilityState === 'visible') show()
  if (document.visibilityState === 'visible' || isWaiting) return
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onVisible)
    show()
  }
  document.addEventListener('visibilitychange', onVisible)
}

/** Opens the record or the operation of a notice, and closes it. */
function NoticeActions({ notice: { record, operation } }: { notice: Notice }) {
  const translate = useTranslation(workWords)
  const close = useCloseNotification()
  const navigate = useNavigate()
  // Notices are rendered outside of the frame, which provides the index to screens.
  const index = useQueryClient().getQueryData<ModelIndex>(indexKey)
  const entry = index?.resources.find(({ name }) => name === record?.resource)
  const address = entry && record ? addressOf(entry, 'show', record.id) : operation && operationAddress(operation)
  return (
    <>
      {address !== undefined && (
        <Button
          variant="text"
          size="small"
          onClick={() => {
            close()
            navigate(address)
          }}
        >
          {translate('operations.details')}
        </Button>
      )}
      <Button variant="text" size="small" onClick={close}>
        {translate('dialog.close')}
      </Button>
    </>
  )
}
