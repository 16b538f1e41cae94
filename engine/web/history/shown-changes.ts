import { linkedField } from '../../fields/bind/linked-field.ts'
import type { Field, Resource, Step } from '../../model/model.ts'
import { inputsOfStep } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import type { LineChange, ViewedChange, ViewedEntry, ViewedLinkChanges } from '../data/history.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { ReferenceValue } from './reference-names.ts'
import { lineOf } from './versions.ts'

/** One line of a change. */
export type ShownChange =
  | { readonly kind: 'changed'; readonly field: Field; readonly from: unknown; readonly to: unknown }
  /** An input that is not stored in a field. */
  | { readonly kind: 'asked'; readonly field: Field; readonly to: unknown }
  | ({ readonly kind: 'linked'; readonly field: Field } & ViewedLinkChanges)
  | { readonly kind: 'line'; readonly field: Field; readonly line: Resource; readonly change: LineChange }

/** The lines of a change, without the state, which its title shows, and without fields that the Model no longer has. */
export function shownChanges({ resource, model }: ResourcePart, entry: ViewedEntry): ShownChange[] {
  const inputs = inputsOfStep(resource, entry.operation)
  const asked = Object.entries(entry.input ?? {}).flatMap(([name, to]): ShownChange[] => {
    const field = inputs.find(one => one.name === name)
    return field && to !== null && to !== '' ? [{ kind: 'asked', field, to }] : []
  })
  const changed = resource.fields.flatMap((field): ShownChange[] => {
    const change = entry.changes[field.name]
    if (!change || field.name === resource.lifecycle?.field) return []
    const line = lineOf(model, field)
    if ('added' in change) return [{ kind: 'linked', field: linkedField(field), ...change }]
    if ('lines' in change)
      return line ? change.lines.map(one => ({ kind: 'line' as const, field, line, change: one })) : []
    return isInInput(asked, field, change) ? [] : [{ kind: 'changed', field, from: change.from, to: change.to }]
  })
  return [...asked, ...changed]
}

/** A field that took an input, under its own name or under the same title, is not shown twice. */
const isInInput = (asked: readonly ShownChange[], { name, title }: Field, { to }: ViewedChange) =>
  asked.some(
    one =>
      one.kind === 'asked' &&
      (one.field.name === name || one.field.title.zh === title.zh) &&
      JSON.stringify(one.to) === JSON.stringify(to),
  )

/** The transition or action of an entry. */
export const stepOf = (resource: Resource, { operation }: ViewedEntry): Step | undefined =>
  recordStepsOf(resource).find(step => step.name === operation)

/** All values that entries show, so that their names are fetched in one request. */
export function shownValues(part: ResourcePart, entries: readonly ViewedEntry[]): ReferenceValue[] {
  return entries.flatMap(entry =>
    shownChanges(part, entry).flatMap((shown): ReferenceValue[] => {
      if (shown.kind === 'asked') return [{ field: shown.field, value: shown.to }]
      if (shown.kind === 'changed') return bothOf(shown.field, shown)
      if (shown.kind === 'linked') return bothOf(shown.field, { from: shown.removed, to: shown.added })
      return Object.entries(shown.change.changes).flatMap(([name, change]) => {
        const field = fieldOf(shown.line, name)
        return field ? bothOf(field, change) : []
      })
    }),
  )
}

const bothOf = (field: Field, { from, to }: ViewedChange): ReferenceValue[] => [
  { field, value: from },
  { field, value: to },
]
