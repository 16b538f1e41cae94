import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { formats } from '../../fields/formats.ts'
import { type FieldTypeName, fieldTypes, isFieldType, typeOf } from '../../fields/index.ts'
import { anyPhone } from '../../fields/phone/field.ts'
import { recordSchema } from '../../fields/record-schema.ts'
import type { Bilingual, Dictionary, Field, FormGroup, JsonSchema, Model, Resource } from '../../model/model.ts'
import { placedBy } from './form-schema.ts'

/** A hand-written form as the engine's forms see it. */
export interface ReadSchema {
  /** Its fields and groups. */
  readonly resource: Resource
  /** The Model with a dictionary for each list of choices in the schema. */
  readonly model: Model
  /** The schema that values are checked by: each property's keywords over those of its field type. */
  readonly schema: JsonSchema
  /** The uiSchema with the field type of each property as its widget. */
  readonly uiSchema: UiSchema
  /** The values of the `default` keywords. */
  readonly defaults: Readonly<Record<string, unknown>>
}

/**
 * Reads a JSON Schema and a uiSchema written by hand. The widget of a property is a field type (`ui:widget: phone`) or
 * a component; by default it follows from `format`, `enum`, `oneOf` and `type`. Options of the field type are in
 * `ui:options`; limits are the keywords of JSON Schema.
 */
export function schemaForm(schema: RJSFSchema, uiSchema: UiSchema, base: Model): ReadSchema {
  const properties = Object.entries(schema.properties ?? {}) as [string, RJSFSchema][]
  const choices = properties.flatMap(([name, property]) => dictionaryOf(name, property) ?? [])
  const model = {
    ...base,
    dictionaries: { ...base.dictionaries, ...Object.fromEntries(choices.map(one => [one.code, one])) },
  }
  const required = new Set(schema.required)
  const fields = properties.map(([name, property]) =>
    fieldOfSchema(name, property, (uiSchema[name] ?? {}) as UiSchema, required.has(name)),
  )
  const resource = { ...blank, fields, form: groupsOf(fields, uiSchema) }
  return {
    resource,
    model,
    schema: checkedBy(resource, schema, model),
    uiSchema: {
      'ui:submitButtonOptions': { norender: true },
      ...uiSchema,
      ...Object.fromEntries(
        properties.map(([name, property], at) => [name, uiOf(fields[at], property, uiSchema[name])]),
      ),
    },
    defaults: Object.fromEntries(
      properties.flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
    ),
  }
}

function fieldOfSchema(name: string, schema: RJSFSchema, ui: UiSchema, isRequired: boolean): Field {
  const type = typeNameOf(name, schema, ui)
  const { when, ...own } = (ui['ui:options'] ?? {}) as Readonly<Record<string, unknown>>
  const help = ui['ui:help'] ?? schema.description
  const field: Field = {
    name,
    title: both(String(ui['ui:title'] ?? schema.title ?? name)),
    ...(typeof help === 'string' && { help: both(help) }),
    type,
    required: isRequired,
    unique: false,
    index: false,
    readOnly: schema.readOnly === true || ui['ui:readonly'] === true,
    stored: false,
    ...(typeof when === 'string' && { when }),
    options: { ...limitsOf(schema, type), ...(choicesOf(schema) && { of: codeOf(name) }), ...own },
  }
  const rule = typeOf(field).rule(field)
  return { ...field, ...(rule !== undefined && { rule }) }
}

/** The field type of a property: the one that the widget names, else the one of its format, choices or type. */
function typeNameOf(name: string, schema: RJSFSchema, ui: UiSchema): FieldTypeName {
  const widget = ui['ui:widget']
  if (typeof widget === 'string') {
    if (isFieldType(widget)) return widget
    throw new Error(`The widget "${widget}" of "${name}" is no field type: use ${Object.keys(fieldTypes).join(', ')}.`)
  }
  const { format } = itemOf(schema)
  if (choicesOf(schema)) return 'dictionary'
  if (!format) return typeOfJson[typeOfValue(schema)] ?? 'json'
  const type = typeOfFormat(format)
  if (type) return type
  throw new Error(`The format "${format}" of "${name}" is unknown: use ${[...Object.keys(formats), 'uri'].join(', ')}.`)
}

const typeOfValue = ({ type }: RJSFSchema) => String(Array.isArray(type) ? type.find(one => one !== 'null') : type)

const typeOfJson: Readonly<Record<string, FieldTypeName>> = {
  string: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
}

function typeOfFormat(format: string): FieldTypeName | undefined {
  const isOfFormat = (name: string) => {
    const type = isFieldType(name) && fieldTypes[name]
    return type && 'text' in type && type.text.format === format
  }
  return Object.keys(fieldTypes).filter(isFieldType).find(isOfFormat) ?? typesOfFormats[format]
}

const typesOfFormats: Readonly<Record<string, FieldTypeName>> = {
  date: 'date',
  datetime: 'datetime',
  'time-of-day': 'time',
  id: 'reference',
  link: 'file',
  uri: 'url',
  [anyPhone.text.format]: 'phone',
}

const itemOf = (schema: RJSFSchema): RJSFSchema =>
  typeOfValue(schema) === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items)
    ? schema.items
    : schema

/** The options of a field type that the keywords of a schema express. */
function limitsOf(schema: RJSFSchema, type: FieldTypeName): Field['options'] {
  const isList = typeOfValue(schema) === 'array' && 'many' in fieldTypes[type].options
  const { minLength, maxLength, minimum, maximum, pattern, multipleOf, format } = itemOf(schema)
  const limits = {
    min: minLength ?? minimum ?? (isList ? undefined : schema.minItems),
    max: maxLength ?? maximum ?? (isList ? undefined : schema.maxItems),
    count: isList ? schema.maxItems : undefined,
    scale: multipleOf && Math.max(0, Math.round(-Math.log10(multipleOf))),
    many: isList || undefined,
    pattern,
    landline: format === anyPhone.text.format || undefined,
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}

/** What values are checked by: the schemas of the field types, with the keywords of the hand-written one. */
function checkedBy(resource: Resource, own: RJSFSchema, model: Model): JsonSchema {
  const { properties, ...rest } = recordSchema(resource, model, 'save')
  const checked = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, value]) => {
    // Choices are a dictionary. A multiple of 0.01 is checked in decimal by the field type.
    const { type, items, enum: _, oneOf, multipleOf, default: __, format, ...keywords } = Object(own.properties)[name]
    return [name, { ...value, ...keywords, ...(format in formats && { format }) }]
  })
  return { ...rest, properties: Object.fromEntries(checked) }
}

interface Choice {
  readonly const?: unknown
  readonly title?: string
}

/** The choices of a property or of its items: `enum`, or `oneOf` with `const` and `title`. */
function choicesOf(schema: RJSFSchema): readonly Choice[] | undefined {
  const { enum: keys, oneOf } = itemOf(schema)
  if (keys) return keys.map(key => ({ const: key }))
  const all = oneOf?.filter((one): one is RJSFSchema => typeof one === 'object' && 'const' in one)
  return all?.length ? all : undefined
}

function dictionaryOf(name: string, schema: RJSFSchema): Dictionary | undefined {
  const choices = choicesOf(schema)
  if (!choices) return undefined
  const entries = choices.map(({ const: value, title }) => {
    const key = String(value)
    return { name: key, key, title: both(title ?? key), sealed: false }
  })
  return { code: codeOf(name), title: both(schema.title ?? name), entries }
}

const codeOf = (name: string) => `${name}-choices`

const uiOf = (field: Field | undefined, schema: RJSFSchema, ui: UiSchema = {}): UiSchema => ({
  ...ui,
  ...(typeof ui['ui:widget'] !== 'function' && field && placedBy(field.type, schema)),
})

/** The groups in `ui:options.groups`, or one with all fields. */
function groupsOf(fields: readonly Field[], uiSchema: UiSchema): readonly FormGroup[] {
  const groups = (uiSchema['ui:options'] as { groups?: readonly SchemaGroup[] } | undefined)?.groups
  if (!groups) return [{ fields: fields.map(field => field.name) }]
  return groups.map(({ title, help, fields }) => ({
    ...(title !== undefined && { title: both(title) }),
    ...(help !== undefined && { help: both(help) }),
    fields,
  }))
}

/** A group of fields: `ui:options.groups` of the root of a uiSchema. */
export interface SchemaGroup {
  readonly title?: string
  readonly help?: string
  readonly fields: readonly string[]
}

/** The schema is in the user's language already. */
const both = (text: string): Bilingual => ({ zh: text, en: text })

const blank: Resource = {
  name: 'form',
  module: 'form',
  title: both('form'),
  titles: both('form'),
  table: 'form',
  code: 'form',
  path: '/form',
  shared: false,
  fields: [],
  display: 'id',
  sort: { field: 'id', descending: true },
  rules: [],
  list: { columns: [], search: [] },
  form: [],
  actions: [],
  queries: [],
  binds: [],
  access: [],
}
