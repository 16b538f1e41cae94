import { type Rect, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { RowSpacer } from '../list/list-row.tsx'

interface RowsInSightProps {
  readonly count: number
  /** Height of a row in pixels. */
  readonly height: number
  /** Columns of the table. */
  readonly span: number
  readonly scroller: RefObject<HTMLElement | null>
  /** Size of the scroller before it is measured. */
  readonly initialRect: Rect
  initialOffset(): number
  /** Receives the function that scrolls to a row. */
  readonly scrollToIndex: RefObject<((index: number) => void) | undefined>
  row(index: number): ReactNode
}

/** The visible rows of a long table, between two spacer rows with the height of the others. */
export function VisibleRows(props: RowsInSightProps) {
  const { count, height, span, scroller, initialRect, initialOffset, scrollToIndex, row } = props
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: 36,
    initialOffset,
    initialRect,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured again
  useEffect(() => virtual.measure(), [height])
  useEffect(() => {
    scrollToIndex.current = index => virtual.scrollToIndex(index)
    return () => {
      scrollToIndex.current = undefined
    }
  }, [virtual, scrollToIndex])
  const items = virtual.getVirtualItems()
  const [first = 0, last = count - 1] = [items[0]?.index, items.at(-1)?.index]
  return (
    <>
      {first > 0 && <RowSpacer height={first * height} span={span} />}
      {items.map(({ index }) => row(index))}
      {last < count - 1 && <RowSpacer height={(count - 1 - last) * height} span={span} />}
    </>
  )
}
