import type { PopperProps } from '@mui/material/Popper'
import { type ReactNode, useCallback, useRef } from 'react'
import { lazyComponent } from './lazy-component.tsx'

const popper = lazyComponent<PopperProps>(async () => (await import('@mui/material/Popper')).default)

/** Prefetches the code that positions floating elements. */
export const fetchFloating = popper.fetch

interface FloatingProps extends Pick<PopperProps, 'className' | 'placement'> {
  /** The element that it belongs to; in a search, that is the frame around the label and the field. */
  readonly anchor: () => HTMLElement
  /** It has the width of its anchor, or at least that width; without it, the width of its content. */
  readonly width?: 'equal' | 'least'
  /** Pixels between it and its anchor. */
  readonly gap?: number
  readonly children: ReactNode
}

/**
 * Everything that floats at a field: below it, or above it where there is more space, inside the viewport. It follows
 * every change of the size of its field and of its content. Its code is loaded after the first screen.
 */
export function Floating({ anchor, width, gap = 4, placement = 'bottom-start', children, ...props }: FloatingProps) {
  const handle = useRef<{ update(): unknown }>(null)
  const frame = useRef(() => document.body)
  frame.current = () => anchor().closest<HTMLElement>('.field-frame') ?? anchor()
  const follow = useCallback((content: HTMLElement | null) => {
    const watch = new ResizeObserver(() => void handle.current?.update())
    for (const followed of content ? [content, frame.current()] : []) watch.observe(followed)
    return () => watch.disconnect()
  }, [])
  return (
    <popper.Part
      {...props}
      open
      ref={follow}
      anchorEl={() => frame.current()}
      // A dialog traps the focus, so what floats at one of its fields must be inside it.
      container={() => anchor().closest('.MuiDialog-container') ?? document.body}
      placement={placement}
      popperRef={(next: typeof handle.current) => {
        handle.current = next
      }}
      popperOptions={{ strategy: 'fixed' }}
      modifiers={[
        { name: 'offset', options: { offset: [0, gap] } },
        { name: 'preventOverflow', options: { padding: 8, altAxis: true } },
        ...(width ? [widths[width]] : []),
      ]}
      // Without the code, the content is below its box, wherever that is in the window.
      waiting={hasFailed => hasFailed && <div className="absolute z-1300">{children}</div>}
    >
      {children}
    </popper.Part>
  )
}

type Modifier = NonNullable<PopperProps['modifiers']>[number]

/** The width is measured with each placement: when the content is drawn first, its field may not be in the page yet. */
const widthOfAnchor = (property: 'width' | 'minWidth'): Modifier => ({
  name: property,
  enabled: true,
  phase: 'beforeWrite',
  requires: ['computeStyles'],
  fn: ({ state }) => {
    Object.assign(state.styles['popper'] ?? {}, { [property]: `${state.rects.reference.width}px` })
  },
  effect: ({ state: { elements } }) => {
    elements.popper.style[property] = `${elements.reference.getBoundingClientRect().width}px`
  },
})

const widths = { equal: widthOfAnchor('width'), least: widthOfAnchor('minWidth') }
