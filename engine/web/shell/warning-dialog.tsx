import Button from '@mui/material/Button'
import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import './warning-dialog.css'

/** The warnings of a change, which the user acknowledges or returns to the input. */
export function WarningDialog() {
  const { acknowledgement } = useEngine().session
  const warnings = useSyncExternalStore(acknowledgement.watch, acknowledgement.asked)
  const translate = useTranslation()
  if (!warnings) return null
  const isOfMany = warnings.some(({ count }) => count !== undefined)
  return (
    <SheetDialog
      title={translate('warnings.title', { smart_count: warnings.length })}
      help={translate(isOfMany ? 'warnings.helpForMany' : 'warnings.help')}
      width={480}
      onClose={() => acknowledgement.answer(false)}
      foot={close => (
        <>
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate(isOfMany ? 'warnings.leaveOut' : 'warnings.back')}
          </Button>
          <Button variant="contained" color="primary" autoFocus onClick={() => acknowledgement.answer(true)}>
            {translate(isOfMany ? 'warnings.acknowledgeForMany' : 'warnings.acknowledge')}
          </Button>
        </>
      )}
    >
      <ul className="warning-list grid gap-10">
        {warnings.map(({ name, text, count }) => (
          <li className="flex gap-8 size-14 line-22 baseline" key={name}>
            <TriangleAlert className="fixed relative top-3 soon" size={16} aria-hidden />
            <span className="flex-1 break">{text}</span>
            {count !== undefined && (
              <small className="fixed num">
                {translate('warnings.records', { smart_count: count, count: figure(count) })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </SheetDialog>
  )
}
