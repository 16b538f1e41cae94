import SnackbarContent from '@mui/material/SnackbarContent'
import { CircleAlert } from 'lucide-react'
import { CloseNotificationContext, type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The most notices at once; the oldest is removed, and its undo remains on its own page. */
const most = 3
const usualTime = 8000

/** Errors and undo messages, one above another, each with its own timeout. */
export function StackedNotices() {
  const { notifications, takeNotification } = useNotificationContext()
  const [shown, setShown] = useState<readonly Shown[]>([])
  const last = useRef(0)
  useEffect(() => {
    if (notifications.length === 0) return
    const next = takeNotification()
    if (next) {
      setShown(before => {
        const others = before.filter(({ notice }) => next.type !== 'error' || notice.message !== next.message)
        return [...others, { id: ++last.current, notice: next }].slice(-most)
      })
    }
  }, [notifications, takeNotification])
  const close = useCallback((id: number) => setShown(before => before.filter(one => one.id !== id)), [])
  const count = shown.length
  // On the root element, for the styles: `body:has(…)` would match the whole page at every change.
  useLayoutEffect(() => {
    document.documentElement.dataset['waysBack'] = String(count)
    return () => {
      delete document.documentElement.dataset['waysBack']
    }
  }, [count])
  if (count === 0) return null
  return (
    <div className="ways-back column gap-8 center-x fixed-place bottom-24 left-half z-1400">
      {shown.map(({ id, notice }) => (
        <StackedNotice key={id} id={id} notice={notice} onClose={close} />
      ))}
    </div>
  )
}

interface Shown {
  readonly id: number
  readonly notice: NotificationPayload
}

function StackedNotice({ id, notice, onClose }: Shown & { onClose(id: number): void }) {
  const translate = useTranslate()
  const [isHeld, setHeld] = useState(false)
  const { message, notificationOptions: { autoHideDuration, messageArgs, action } = {} } = notice
  const close = useCallback(() => onClose(id), [onClose, id])
  const isError = notice.type === 'error'
  // Hover, focus or a blurred window restarts the whole time.
  useEffect(() => {
    if (isHeld || autoHideDuration === null) return
    const timer = setTimeout(close, autoHideDuration ?? usualTime)
    return () => clearTimeout(timer)
  }, [isHeld, close, autoHideDuration])
  useEffect(() => {
    const hold = () => setHeld(true)
    const go = () => setHeld(false)
    window.addEventListener('blur', hold)
    window.addEventListener('focus', go)
    return () => {
      window.removeEventListener('blur', hold)
      window.removeEventListener('focus', go)
    }
  }, [])
  return (
    <CloseNotificationContext.Provider value={close}>
      <SnackbarContent
        role={isError ? 'alert' : 'status'}
        {...(isError && { className: 'toast-error' })}
        message={
          <span className="toast-text row gap-8">
            {isError && <CircleAlert size={16} aria-hidden />}
            {typeof message === 'string' ? translate(message, messageArgs) : message}
          </span>
        }
        action={action}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      />
    </CloseNotificationContext.Provider>
  )
}
