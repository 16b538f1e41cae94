import { useTranslation } from '../words/i18n.ts'
import './bulk.css'

interface ConfirmAllProps {
  /** How many records, as text. */
  readonly count: string
  readonly isConfirmed: boolean
  onChange(isConfirmed: boolean): void
}

/** Asks for a second confirmation where the selection is larger than the page. */
export function ConfirmAll({ count, isConfirmed, onChange }: ConfirmAllProps) {
  const translate = useTranslation()
  return (
    <label className="bulk-confirm row gap-8">
      <input
        type="checkbox"
        className="check-box"
        checked={isConfirmed}
        onChange={event => onChange(event.target.checked)}
      />
      {translate('operations.confirmAll', { count })}
    </label>
  )
}
