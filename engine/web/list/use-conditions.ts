import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { queryValues } from '../../fields/query.ts'
import { isReference } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useReferenceNames } from '../history/reference-names.ts'
import { conditionText } from './condition-text.ts'
import { chartField, conditionsOfField, queriedFields, type SearchQuery } from './search-query.ts'

/** The conditions of one field. */
export interface ShownCondition {
  readonly field: Field
  /** The field and its conditions as text: `文书状态：待审核、已超期`. */
  readonly text: string
}

/** The conditions of a search as text, one per field. Names of records are fetched, and shown once they are loaded. */
export function useConditions(part: ResourcePart, query: SearchQuery): readonly ShownCondition[] {
  const { resource, model, language } = part
  const fields = useMemo(() => queriedFields(resource, query), [resource, query])
  const held = useMemo(
    () =>
      fields
        .map(field => ({ field, value: queryValues(query, field.name) }))
        .filter(({ field, value }) => isReference(field) && value.length > 0),
    [fields, query],
  )
  const names = useReferenceNames(part, held)
  const { state } = useLocation()
  return fields.map(field => {
    // The chart passes on its words; a copied address lacks them.
    if (field === chartField) return { field, text: state?.chart ?? field.title[language] }
    const words = conditionText(field, conditionsOfField(resource, query, field), model, language, (of, ids) => {
      const found = names(of, ids)
      return found === undefined ? undefined : [found].flat()
    })
    return { field, text: `${field.title[language]}${language === 'zh' ? '：' : ': '}${words}` }
  })
}
