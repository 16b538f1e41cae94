import { useEffect, useState } from 'react'
import { useChartWords } from '../chart/chart-words.ts'
import { useShortcut } from '../frame/shortcuts.ts'

/** Full screen for a board alone, by the key f as well; Escape and another page end it. */
export function useFullScreen(): readonly [isFull: boolean, turn: () => void] {
  const words = useChartWords()
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const root = document.documentElement
    const follow = () => setFull(document.fullscreenElement !== null)
    root.dataset['board'] = 'full'
    document.addEventListener('fullscreenchange', follow)
    // Where the browser has none, the window is filled.
    root.requestFullscreen?.().catch(() => undefined)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      delete root.dataset['board']
      setFull(false)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [isFull])
  const turn = () => setFull(!isFull)
  useShortcut({ keys: 'f', title: words('fullScreen') }, turn)
  useShortcut({ keys: 'esc', title: words('leaveFull'), when: isFull }, turn)
  return [isFull, turn]
}
