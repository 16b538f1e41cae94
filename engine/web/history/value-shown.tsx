import { webOf } from '../../fields/web.ts'
import type { Field, Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { State } from '../components/state-glyph.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { NamesOf } from './reference-names.ts'

interface ValueShownProps {
  readonly part: ResourcePart
  /** The resource of the field: the record's, or that of its lines. */
  readonly of?: Resource
  readonly field: Field
  readonly value: unknown
  readonly names: NamesOf
}

/** A current or former value, shown by its field type. */
export function ValueShown({ part, of = part.resource, field, value, names }: ValueShownProps) {
  const { resource, model, language, sources } = part
  const translate = useTranslation(recordWords)
  if (isEmptyValue(value)) return <span className="nothing">{translate('history.empty')}</span>
  if (of === resource && field.name === resource.lifecycle?.field) return <State part={part} value={value} />
  const { Cell, Whole = Cell } = webOf(field)
  const record = { [field.name]: value, [`${field.name}Name`]: names(field, value) }
  const own = of === resource ? sources : sources.of(of.name)
  return <Whole field={field} model={model} language={language} record={record} sources={own} value={value} />
}
