import IconButton from '@mui/material/IconButton'
import { X } from 'lucide-react'
import {
  AddNotificationContext,
  NotificationContext,
  NotificationContextProvider,
  type NotificationPayload,
  useAddNotificationContext,
  useCloseNotification,
  useNotificationContext,
} from 'ra-core'
import { type ReactNode, useCallback, useRef } from 'react'
import { WhyButton } from '../components/why-button.tsx'
import { throttle } from '../data/throttle.ts'
import { useTranslation } from '../words/i18n.ts'
import { StackedNotices } from './stacked-notices.tsx'
import './notices.css'

/**
 * Shows at most one error every two seconds: an unreachable server is not reported ten times. Errors, which stay
 * until they are closed, and messages with an undo have a stack of their own, so that no other message shortens their
 * time or waits for them.
 */
export function Notices({ children }: { children: ReactNode }) {
  const add = useAddNotificationContext()
  const usual = useNotificationContext()
  return (
    <NotificationContextProvider>
      <Sorted add={add}>
        <StackedNotices />
        <NotificationContext.Provider value={usual}>{children}</NotificationContext.Provider>
      </Sorted>
    </NotificationContextProvider>
  )
}

/** An error stays until it is closed. */
const untilClosed = (notification: NotificationPayload): NotificationPayload => ({
  ...notification,
  notificationOptions: {
    ...notification.notificationOptions,
    autoHideDuration: null,
    action: <ErrorActions message={notification.message} />,
  },
})

function ErrorActions({ message }: Pick<NotificationPayload, 'message'>) {
  const translate = useTranslation()
  const close = useCloseNotification()
  return (
    <>
      <WhyButton refusal={typeof message === 'string' ? message : undefined} onOpen={close} />
      <IconButton aria-label={translate('dialog.close')} className="toast-close" onClick={close}>
        <X size={16} />
      </IconButton>
    </>
  )
}

/** Milliseconds between two errors. */
export const errorPace = 2000

interface SortedProps {
  readonly children: ReactNode
  add: ReturnType<typeof useAddNotificationContext>
}

function Sorted({ add, children }: SortedProps) {
  const addStacked = useAddNotificationContext()
  const mayPass = useRef(throttle(errorPace))
  const addSorted = useCallback<typeof add>(
    notification => {
      // Of a code that is rejected silently.
      if (notification.message === '') return
      if (notification.notificationOptions && 'action' in notification.notificationOptions) addStacked(notification)
      else if (notification.type !== 'error') add(notification)
      else if (mayPass.current()) addStacked(untilClosed(notification))
    },
    [add, addStacked],
  )
  return <AddNotificationContext.Provider value={addSorted}>{children}</AddNotificationContext.Provider>
}
