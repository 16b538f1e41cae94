interface QuickRailProps {
  readonly label: string
  readonly items: readonly {
    readonly title: string
    readonly note?: string
    readonly isChosen: boolean
    choose(): void
  }[]
}

/** Buttons for the most frequent choices. */
export const QuickRail = ({ label, items }: QuickRailProps) => (
  <fieldset
    className="quick-rail stack fixed ruled-right divided-phone min-w-124 p-8 gap-8-phone p-12-phone x-scroll-phone flex-row-phone unruled-right-phone"
    aria-label={label}
  >
    {items.map(({ title, note, isChosen, choose }) => (
      <button
        key={title}
        className="row spread gap-16 nowrap min-h-32 round-6 text-left"
        type="button"
        aria-pressed={isChosen}
        onClick={choose}
      >
        {title}
        {note && <small className="quiet size-12 num">{note}</small>}
      </button>
    ))}
  </fieldset>
)
