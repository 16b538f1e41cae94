import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { Bug, Lock } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { storedErrors, watchErrors } from '../data/error-log.ts'
import { useBrand } from '../frame/brand-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { Bell } from './bell.tsx'
import { ErrorLogDialog } from './error-log-dialog.tsx'
import { LockDialog } from './lock.tsx'
import { useSystemWords } from './system-words.ts'

/** The most that a badge counts. */
const badgeMost = 99

/** The buttons of the top bar whose code is loaded after the first screen: those of parts, error log, bell, lock. */
export function TopBarMore() {
  const words = useSystemWords()
  const translate = useTranslation()
  const { parts } = useBrand()
  const [dialog, setDialog] = useState<'errors' | 'lock'>()
  const { length: count } = useSyncExternalStore(watchErrors, storedErrors)
  const close = () => setDialog(undefined)
  const errors = count > 0 ? words('errorsCount', { count }) : words('errors')
  return (
    <>
      {parts.map(({ name, TopBarItem }) => TopBarItem && <TopBarItem key={name} />)}
      <IconButton data-hint={errors} aria-label={errors} onClick={() => setDialog('errors')}>
        <Badge
          badgeContent={count || null}
          max={badgeMost}
          color="error"
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <Bug />
        </Badge>
      </IconButton>
      <Bell />
      <IconButton
        data-hint={translate('shell.lock')}
        aria-label={translate('shell.lock')}
        onClick={() => setDialog('lock')}
      >
        <Lock />
      </IconButton>
      {dialog === 'errors' && <ErrorLogDialog onClose={close} />}
      {dialog === 'lock' && <LockDialog onClose={close} />}
    </>
  )
}
