import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { BugOff, Trash2, Upload, X } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState, useSyncExternalStore } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { clearErrors, mostErrors, storedErrors, uploadErrors, watchErrors } from '../data/error-log.ts'
import { useTimeText } from '../data/time-text.ts'
import { useTranslation } from '../words/i18n.ts'
import { useSystemWords } from './system-words.ts'
import '../look/table.css'
import './error-log.css'

/** The errors of pages of this browser, to be uploaded to the server or cleared. */
export function ErrorLogDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useSystemWords()
  const translate = useTranslation()
  const timeText = useTimeText()
  const notify = useNotify()
  const { session } = useEngine()
  const entries = useSyncExternalStore(watchErrors, storedErrors)
  const [asked, setAsked] = useState<'upload' | 'clear'>()
  const upload = async () => {
    setAsked(undefined)
    try {
      await uploadErrors(body => session.call('/api/blade-auth/oauth/logout', { method: 'POST', body }))
      notify(words('uploaded'), { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }
  const clear = () => {
    setAsked(undefined)
    clearErrors()
    notify(words('cleared'), { type: 'success' })
  }
  const isEmpty = entries.length === 0
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby="error-log-title">
      <header className="list-head error-log-head divided fixed">
        <h1 id="error-log-title" className="size-18">
          {words('errors')}
        </h1>
        <span className="muted text-13 hidden-phone">
          {words('errorsHere', { count: entries.length, most: mostErrors })}
        </span>
        <div className="list-head-actions flex gap-8 push">
          <Button startIcon={<Trash2 />} disabled={isEmpty} onClick={() => setAsked('clear')}>
            {words('clear')}
          </Button>
          <Button variant="contained" startIcon={<Upload />} disabled={isEmpty} onClick={() => setAsked('upload')}>
            {words('upload')}
          </Button>
          <IconButton aria-label={translate('dialog.close')} onClick={onClose}>
            <X />
          </IconButton>
        </div>
      </header>
      {isEmpty ? (
        <StatePanel icon={<BugOff />} title={words('noErrors')} help={words('noErrorsHelp')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys scroll it
        <section className="scroll grow" tabIndex={0} aria-label={words('errors')}>
          <table className="table text-13 error-log">
            <thead className="hidden-phone">
              <tr>
                {(['time', 'type', 'url', 'content', 'stack'] as const).map(key => (
                  <th key={key} scope="col">
                    {words(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map(({ time, type, url, message, stack }) => (
                <tr key={time}>
                  <td className="num nowrap">{timeText(time)}</td>
                  <td>{type}</td>
                  <td className="break">{url}</td>
                  <td className="break">{message}</td>
                  <td>
                    <pre className="text-12 muted max-h-108 m-0 scrolls pre-wrap">{stack}</pre>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {asked && (
        <ConfirmDialog
          title={translate('list.deleteTitle')}
          text={words(asked === 'upload' ? 'uploadSure' : 'clearSure')}
          confirm={translate('list.confirm')}
          onConfirm={() => (asked === 'upload' ? void upload() : clear())}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  )
}
