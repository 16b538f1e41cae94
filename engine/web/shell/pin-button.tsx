import { Pin, PinOff } from 'lucide-react'
import { usePins } from '../data/pins-and-visits.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

/** Pins a list to the side bar's head, or unpins it; the palette does the same by keyboard. */
export function PinButton({ name, title }: { name: string; title: string }) {
  const translate = useTranslation()
  const { toggle } = usePins()
  const isPinned = useModelIndex()?.pinned.includes(name) === true
  const label = translate(isPinned ? 'shell.unpin' : 'shell.pin', { name: title })
  return (
    <button type="button" className="pin" tabIndex={-1} aria-label={label} title={label} onClick={() => toggle(name)}>
      {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
    </button>
  )
}
