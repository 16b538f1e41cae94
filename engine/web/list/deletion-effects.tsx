import type { BulkTrial } from '../../model/operation-view.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

const texts = { remove: 'operations.cascades', restore: 'operations.restores', clear: 'operations.clears' } as const

/** What an operation would take along, and why records would stay unchanged, each a line of a list. */
export function TrialLines({ trial: { along, stays } }: { readonly trial: BulkTrial }) {
  const translate = useTranslation(workWords)
  const localized = useLocalized()
  return [
    ...along.map(({ title, field, kind, count }) => (
      <li key={`${kind} ${title.en} ${field?.en}`} className="muted">
        {translate(texts[kind], {
          count: figure(count),
          resource: localized(title),
          field: field ? localized(field) : '',
        })}
      </li>
    )),
    ...stays.map(({ reason, count }) => (
      <li key={reason} className="muted">
        {translate('operations.stays', { count: figure(count), reason })}
      </li>
    )),
  ]
}

/** What the deletion of one record would take along, or why it would be refused. */
export function DeletionEffects({ trial }: { readonly trial: BulkTrial }) {
  if (trial.along.length + trial.stays.length === 0) return null
  return (
    <ul className="sunken size-13 num break round-8 mt-12 py-10 px-14">
      <TrialLines trial={trial} />
    </ul>
  )
}
