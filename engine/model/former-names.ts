import type { Field } from './model.ts'

/** A part of the descriptors that may have had another name. */
interface Renamed {
  readonly renamedFrom?: readonly string[] | undefined
}

/** Whether two versions of a part declare the same former names: otherwise its name had another meaning. */
export const isSameRename = (one: Renamed, other: Renamed): boolean =>
  JSON.stringify(one.renamedFrom) === JSON.stringify(other.renamedFrom)

/** Whether two versions of a field have values of one type and meaning. */
export const hasSameMeaning = (one: Field, other: Field): boolean =>
  one.type === other.type && one.options['many'] === other.options['many'] && isSameRename(one, other)
