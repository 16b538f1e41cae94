import { textOption } from '../../fields/options.ts'
import { isAlike } from '../../fields/traits.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { useResourcePart } from '../data/resource-part.ts'
import { useWholeRecord } from '../data/whole-record.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import './against-value.css'

interface AgainstValueProps {
  readonly resource: Resource
  readonly field: Field
  /** The id of the record that is compared. */
  readonly id: unknown
  readonly value: unknown
  /** The address of a record; undefined where the user is not allowed to view it. */
  readonly addressOf: (resource: string, id: string) => string | undefined
}

/** The present value of the same field of the record that `against` names, as far as the user may view it. */
export function AgainstValue({ resource: { fields, against, ...resource }, addressOf, ...props }: AgainstValueProps) {
  const { field, id } = props
  if (!against || isEmptyValue(id) || !(against.fields?.includes(field.name) ?? field.name !== against.record))
    return null
  const by = fieldOf({ ...resource, fields }, against.record)
  const of = by && textOption(by, 'of')
  if (of === undefined || addressOf(of, String(id)) === undefined) return null
  return <PresentValue {...props} of={of} id={String(id)} />
}

interface PresentValueProps {
  readonly of: string
  readonly id: string
  readonly field: Field
  readonly value: unknown
}

function PresentValue({ of, id, field, value }: PresentValueProps) {
  const { data: part } = useResourcePart(of)
  const { known: record } = useWholeRecord(part, of, id, { enabled: part !== undefined })
  const translate = useTranslation(recordWords)
  const other = part?.resource.fields.find(one => isAlike(one, field))
  if (!part || !record || !other || record[other.name] === undefined) return null
  const present = record[other.name]
  const { Cell, Whole = Cell } = webOf(other)
  const { model, language, sources } = part
  const differs = !isEmptyValue(value) && JSON.stringify(value) !== JSON.stringify(present)
  return (
    <div className={`against flex wrap muted text-12 break mt-2 gap-x-4${differs ? ' differs' : ''}`}>
      <span className="against-label quiet">{translate(differs ? 'against.differs' : 'against.present')}</span>{' '}
      {isEmptyValue(present) ? (
        <span className="nothing">{translate('against.empty')}</span>
      ) : (
        <Whole field={other} model={model} language={language} record={record} sources={sources} value={present} />
      )}
    </div>
  )
}
