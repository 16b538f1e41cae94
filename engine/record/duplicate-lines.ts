import { isInputField } from '../fields/record-schema.ts'
import { isDateField } from '../fields/traits.ts'
import { comparedValue } from '../fields/unique-form.ts'
import type { Field, Resource } from '../model/model.ts'
import type { StoredField } from '../model/system-fields.ts'
import { equalFields, neededFields, type UniqueFields, uniqueSetsOf } from '../model/unique-sets.ts'
import { isSatisfied, type RecordContext } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/** A line whose values another line of the same record has. */
export interface DuplicateLine {
  readonly index: number
  /** The index of the other line, which is before it. */
  readonly other: number
  readonly set: UniqueFields
}

/** The lines of a record that repeat the unique values of a line before them, or overlap its period: each once. */
export function duplicateLines(
  contextOf: (line: Values) => readonly [RecordContext, Values],
  resource: Resource,
  lines: readonly Values[],
  sets: readonly UniqueFields[] = uniqueSetsOf(resource),
): DuplicateLine[] {
  const found = new Map<number, DuplicateLine>()
  for (const set of sets) {
    const compared = (field: Field, line: Values) =>
      set.during ? line[field.name] : comparedValue(field, line[field.name])
    const needed = neededFields(set).map(({ name }) => name)
    const seen = new Map<string, number[]>()
    lines.forEach((line, index) => {
      if (needed.some(name => name !== resource.partOf?.field && isMissing(line[name]))) return
      if (set.where !== undefined && !isIncluded(contextOf(line), resource, set.where)) return
      const key = JSON.stringify(equalFields(resource, set).map(field => compared(field, line)))
      const before = seen.get(key)
      const other = before?.find(at => !set.during || isOverlapping(set.during, lines[at] ?? {}, line))
      if (before) before.push(index)
      else seen.set(key, [index])
      if (other !== undefined && !found.has(index)) found.set(index, { index, other, set })
    })
  }
  return [...found.values()].sort((one, other) => one.index - other.index)
}

/** The field at which a repeated combination is reported: the first that users can change. */
export function reportedField(resource: Resource, set: UniqueFields): StoredField | undefined {
  const fields = [...equalFields(resource, set), ...(set.during ?? [])]
  return fields.find(isInputField) ?? fields[0]
}

const isIncluded = ([context, record]: readonly [RecordContext, Values], resource: Resource, where: string): boolean =>
  isSatisfied(context, resource, where, record) === true

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === ''

function isOverlapping([from, to]: NonNullable<UniqueFields['during']>, one: Values, other: Values): boolean {
  const periods = [one, other].map(
    line => [String(line[from.name]), isMissing(line[to.name]) ? undefined : String(line[to.name])] as const,
  )
  const isBefore = (first: string, second: string) => (isDateField(from) ? first <= second : first < second)
  if (periods.some(([start, end]) => end !== undefined && !isBefore(start, end))) return false
  const [[start, end], [otherStart, otherEnd]] = periods as [(typeof periods)[0], (typeof periods)[0]]
  const reaches = (until: string | undefined, at: string) => until === undefined || isBefore(at, until)
  return reaches(end, otherStart) && reaches(otherEnd, start)
}
