import { useEffect, useRef } from 'react'
import { pauses } from '../data/retry-until-response.ts'

/** Retries while the connection is lost: when the browser is online again, and with growing pauses. */
export function useRetries(isDisconnected: boolean, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isDisconnected) return
    let pause: number = pauses.first
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      latest.current()
      pause = Math.min(pause * 2, pauses.longest)
      timer = setTimeout(again, pause)
    }
    timer = setTimeout(again, pause)
    const now = () => latest.current()
    window.addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
    }
  }, [isDisconnected])
}
