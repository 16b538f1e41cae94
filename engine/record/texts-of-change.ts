import type { Resource } from '../model/model.ts'

/** The expressions of a resource that are evaluated when one of its records changes: computed values and rules. */
export const textsOfChange = ({ fields, rules }: Resource): readonly string[] => [
  ...fields.flatMap(({ compute }) => compute ?? []),
  ...rules.map(({ rule }) => rule),
]
