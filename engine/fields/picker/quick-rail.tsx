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
  <fieldset className="quick-rail" aria-label={label}>
    {items.map(({ title, note, isChosen, choose }) => (
      <button key={title} type="button" aria-pressed={isChosen} onClick={choose}>
        {title}
        {note && <small>{note}</small>}
      </button>
    ))}
  </fieldset>
)
