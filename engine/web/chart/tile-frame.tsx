import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'

interface TileFrameProps {
  readonly title: string | undefined
  readonly help?: string | undefined
  /** What is beside the title. */
  readonly note?: string
  /** The end of the head. */
  readonly head?: ReactNode
  readonly section?: RefObject<HTMLElement | null>
  readonly children: ReactNode
  onKeyDown?(event: KeyboardEvent): void
}

/** A tile of a board with its head. */
export function TileFrame({ title, help, note = '', head, section, children, onKeyDown }: TileFrameProps) {
  const id = useId()
  return (
    <section
      ref={section}
      className="chart stack min-0 h-full paper size-13 num"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="row gap-8 fixed tap-44 pl-20 pr-12">
        <h2 id={id} className="truncate size-14" title={help}>
          {title}
        </h2>
        <small className="truncate">{note}</small>
        {head}
      </header>
      {children}
    </section>
  )
}
