import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the record's heading when a step's button disappears, so that keyboard users continue there. */
export function useHeadingFocus(sheet: RefObject<HTMLElement | null>, version: unknown): void {
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    const heading = sheet.current?.querySelector<HTMLElement>('h1')
    if (!heading || document.activeElement !== document.body || heading.offsetParent === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [sheet, version])
}
