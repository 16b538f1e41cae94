import type { Field } from '../../model/model.ts'

/** The field of a bind as a reference to several records, by which they are shown and chosen. */
export const linkedField = (field: Field): Field => ({
  ...field,
  type: 'reference',
  readOnly: false,
  options: { ...field.options, many: true },
})
