import type { RJSFSchema, UIOptionsType, UiSchema } from '@rjsf/utils'
import { captionOf } from '../../fields/caption.ts'
import { recordSchema } from '../../fields/record-schema.ts'
import type { Field, FormGroup, JsonSchema, Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'

/** What RJSF gets to lay out a form. */
export interface FormSchema {
  readonly schema: RJSFSchema
  readonly uiSchema: UiSchema
}

/** Whether a form shows the value without an input: the server sets it, or it is computed. */
export const isGiven = (field: Field): boolean => field.readOnly || field.compute !== undefined

/**
 * The JSON Schema of a record, or of the input of a transition or an action, limited to the fields of the groups and
 * with titles in one language; its uiSchema names the field type of each property as the widget.
 */
export function formSchema(
  resource: Resource,
  groups: readonly FormGroup[],
  model: Model,
  language: Language,
): FormSchema {
  const shown = groups.flatMap(group => group.fields).flatMap(name => fieldOf(resource, name) ?? [])
  const { properties, required } = recordSchema({ ...resource, fields: shown }, model, 'form')
  const titled = shown.map(field => [
    field.name,
    // An input shows its unit itself.
    { ...Object(properties)[field.name], title: isGiven(field) ? captionOf(field, language) : field.title[language] },
  ])
  return {
    schema: { type: 'object', properties: Object.fromEntries(titled), ...(Array.isArray(required) && { required }) },
    uiSchema: {
      ...Object.fromEntries(shown.map(field => [field.name, uiOf(field, Object(properties)[field.name], language)])),
      // The button is in the foot of the sheet or the dialog.
      'ui:submitButtonOptions': { norender: true },
    },
  }
}

const uiOf = (field: Field, schema: JsonSchema, language: Language): UiSchema => ({
  ...placedBy(field.type, schema),
  'ui:options': field.options as UIOptionsType,
  'ui:readonly': isGiven(field),
  ...(field.help && { 'ui:help': field.help[language] }),
})

/** RJSF chooses widgets by the type of a schema; a value of any type is a field of its own. */
export const placedBy = (type: string, schema: JsonSchema): UiSchema =>
  'type' in schema ? { 'ui:widget': type } : { 'ui:field': 'untyped' }
