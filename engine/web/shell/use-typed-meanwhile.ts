import { useCallback, useEffect, useRef } from 'react'

/**
 * Buffers the characters typed before the input is rendered; they would otherwise be lost, or trigger shortcuts. The
 * input receives them when it gets the focus.
 */
export function useTypedMeanwhile(): () => string {
  const typed = useRef('')
  const isOver = useRef(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isOver.current || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return useCallback(() => {
    isOver.current = true
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}
