import { hasLines, isCopied, isPicked } from '../../fields/traits.ts'
import type { FormGroup, Model, Resource } from '../../model/model.ts'
import { isWritten } from './new-record.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The body of a save of the values that are shown: the fields that the Model still has and that users edit, with the id
 * and the version; the same of each line. A value that is absent, not null, is left to the server, which may fill it in.
 */
export function submittedRecord(model: Model, resource: Resource, values: Values): Record<string, unknown> {
  const linesOf = (name: string, value: unknown) => {
    const line =
      model.resources[String(resource.fields.find(field => field.name === name && hasLines(field))?.options['of'])]
    return line && Array.isArray(value) ? value.map(one => submittedRecord(model, line, one)) : value
  }
  const names = ['id', 'version', ...resource.fields.filter(isWritten).map(field => field.name)]
  const written = names.map(name => [name, linesOf(name, values[name])] as const)
  return Object.fromEntries(written.filter(([, value]) => value !== undefined))
}

/** A new record has no fields that the server sets but those that it fills in; the state is shown in the head. */
export function groupsFor(resource: Resource, isNew: boolean): readonly FormGroup[] {
  const isHidden = (name: string) => {
    const field = resource.fields.find(one => one.name === name)
    const isGiven = field?.readOnly === true && field.compute === undefined && !hasLines(field)
    const isFilled = field && (isCopied(field) || isPicked(field) || field.defaultExpression !== undefined)
    return name === resource.lifecycle?.field || (isNew && isGiven && !isFilled)
  }
  return resource.form
    .map(group => ({ ...group, fields: group.fields.filter(name => !isHidden(name)) }))
    .filter(group => group.fields.length > 0)
}
