import type { DeletionEffect } from '../../model/operation-view.ts'
import { useBulkPreview } from '../data/operations.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'

const texts = { remove: 'operations.cascades', restore: 'operations.restores', clear: 'operations.clears' } as const

/** Other records that a deletion deletes or changes, each a line of a list. */
export function DeletionEffectLines({ effects }: { readonly effects: readonly DeletionEffect[] }) {
  const translate = useTranslation()
  const localized = useLocalized()
  return effects.map(({ title, field, kind, count }) => (
    <li key={`${kind} ${title.en} ${field?.en}`} className="muted">
      {translate(texts[kind], {
        count: figure(count),
        resource: localized(title),
        field: field ? localized(field) : '',
      })}
    </li>
  ))
}

interface DeletionEffectsProps {
  readonly resource: string
  readonly id: string
}

/** What the deletion of one record takes along. */
export function DeletionEffects({ resource, id }: DeletionEffectsProps) {
  const preview = useBulkPreview(resource, { ids: [id] }, { kind: 'remove' })
  const effects = typeof preview === 'object' ? (preview.trial?.along ?? []) : []
  if (effects.length === 0) return null
  return (
    <ul className="bulk-preview sunken size-13 num break">
      <DeletionEffectLines effects={effects} />
    </ul>
  )
}
