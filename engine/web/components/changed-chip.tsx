import { RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useShortcut } from '../frame/shortcuts.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import './changed-chip.css'

interface ChangedChipProps {
  readonly text: string
  /** Shows the changes. */
  onPress(): void
}

/** A button that reports changes by other users; the key `r` presses it. */
export function ChangedChip({ text, onPress }: ChangedChipProps) {
  const translate = useTranslation(partWords)
  const chip = useRef<HTMLButtonElement>(null)
  useShortcut({ keys: 'r', title: translate('list.refresh') }, onPress)
  const press = () => {
    // The chip disappears: the focus moves to the rows, where the next key is meant.
    const isFocused = document.activeElement === chip.current
    const row = chip.current?.closest('.list-main')?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
    if (isFocused) row?.focus({ preventScroll: true })
    onPress()
  }
  return (
    <button
      type="button"
      className="changed-chip underlines accent size-13 nowrap inline gap-6 round-6 selected h-28 ml-8 px-10"
      ref={chip}
      onClick={press}
    >
      <RefreshCw className="fixed" />
      {text}
    </button>
  )
}
