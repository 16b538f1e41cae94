import { AddNotificationContext, useAddNotificationContext } from 'ra-core'
import { type ReactNode, useCallback, useRef } from 'react'
import { throttle } from '../data/throttle.ts'

/** Lets one error popup through every two seconds: a server that is away is not said ten times over. */
export function CalmNotices({ children }: { children: ReactNode }) {
  const add = useAddNotificationContext()
  const mayPass = useRef(throttle(2000))
  const addCalmly = useCallback<typeof add>(
    notification => {
      if (notification.type !== 'error' || mayPass.current()) add(notification)
    },
    [add],
  )
  return <AddNotificationContext.Provider value={addCalmly}>{children}</AddNotificationContext.Provider>
}
