import {
  AddNotificationContext,
  NotificationContext,
  NotificationContextProvider,
  useAddNotificationContext,
  useNotificationContext,
} from 'ra-core'
import { type ReactNode, useCallback, useRef } from 'react'
import { throttle } from '../data/throttle.ts'
import { WaysBack } from './ways-back.tsx'
import './calm-notices.css'

/**
 * Lets one error popup through every two seconds: a server that is away is not said ten times over. What offers a way
 * back has a place of its own, so that nothing said meanwhile cuts its time short or waits for it.
 */
export function CalmNotices({ children }: { children: ReactNode }) {
  const add = useAddNotificationContext()
  const usual = useNotificationContext()
  return (
    <NotificationContextProvider>
      <Sorted add={add}>
        <WaysBack />
        <NotificationContext.Provider value={usual}>{children}</NotificationContext.Provider>
      </Sorted>
    </NotificationContextProvider>
  )
}

interface SortedProps {
  readonly children: ReactNode
  add: ReturnType<typeof useAddNotificationContext>
}

function Sorted({ add, children }: SortedProps) {
  const addWithWayBack = useAddNotificationContext()
  const mayPass = useRef(throttle(2000))
  const addCalmly = useCallback<typeof add>(
    notification => {
      if (notification.notificationOptions && 'action' in notification.notificationOptions) addWithWayBack(notification)
      else if (notification.type !== 'error' || mayPass.current()) add(notification)
    },
    [add, addWithWayBack],
  )
  return <AddNotificationContext.Provider value={addCalmly}>{children}</AddNotificationContext.Provider>
}
