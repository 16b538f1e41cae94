import { typeOf } from '../../engine/fields/index.ts'
import { isInputField } from '../../engine/fields/record-schema.ts'
import { userResource } from '../../engine/model/account-resources.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { rightsOf } from '../../engine/model/names.ts'
import { examplesOf, hiddenIn, requiredIn } from './good-records.ts'
import { administrator, type StoreUnderTest } from './store.ts'

/** Inserts a row of each resource that users write, with its references, without the store; all of the first tenant and one owner. */
export async function fillRows(under: StoreUnderTest, model: Model): Promise<Map<string, string>> {
  const ids = new Map(Object.keys(model.resources).map((name, index) => [name, String(1000 + index)]))
  const made = new Set<string>()
  const make = async (resource: Resource): Promise<void> => {
    if (made.has(resource.name)) return
    made.add(resource.name)
    for (const field of resource.fields) {
      const of = model.resources[String(field.options['of'])]
      if (field.type === 'reference' && of && isNeeded(model, resource, field)) await make(of)
    }
    const id = String(ids.get(resource.name))
    const examples = examplesOf(model, resource)
    const start = {
      ...Object.fromEntries(resource.fields.map(field => [field.name, field.default])),
      ...initialState(model, resource),
      ...examples,
    }
    const conditional = requiredIn(model, resource, start)
    const needed = resource.fields
      .filter(
        field =>
          field.column !== undefined &&
          (isNeeded(model, resource, field) || start[field.name] !== undefined || conditional.includes(field)),
      )
      .map(field => [field, cellOf(model, resource, field, ids, start[field.name])] as const)
    const hidden = hiddenIn(model, resource, Object.fromEntries(needed.map(([{ name }, cell]) => [name, cell])))
    const shown = needed.filter(([{ name }]) => !hidden.has(name))
    const given = shown.map(([{ column }, cell]): [string, unknown] => [String(column), cell])
    const rights = rightsOf(model, resource)
    const owner = model.owner ? ids.get(model.owner) : undefined
    const columns: [string, unknown][] = [
      ['id', id],
      ...(resource.shared ? [] : ([['tenant_id', administrator.tenantId]] as [string, unknown][])),
      ...(rights.owner && !(resource.owner === 'id') ? ([['owner_id', owner]] as [string, unknown][]) : []),
      ['create_time', '2026-11-21 10:00:00'],
      ...given,
    ]
    const names = columns.map(([column]) => `"${column}"`).join(', ')
    const values = columns.map((_column, index) => `$${index + 1}`).join(', ')
    await under.run(
      `insert into "${resource.table}" (${names}) values (${values})`,
      columns.map(([, value]) => value),
    )
  }
  for (const resource of Object.values(model.resources)) if (!resource.readOnly) await make(resource)
  return new Map([...ids].filter(([name]) => made.has(name)))
}

function initialState(model: Model, { fields, lifecycle }: Resource): Record<string, unknown> {
  const field = fields.find(({ name }) => name === lifecycle?.field)
  const entries = model.dictionaries[String(field?.options['of'])]?.entries ?? []
  return field ? { [field.name]: entries.find(({ name }) => name === lifecycle?.initial)?.key } : {}
}

const isNeeded = (model: Model, resource: Resource, field: Field) =>
  (field.required && isInputField(field) && typeOf(field).lines === undefined) ||
  field.name === resource.owner ||
  (resource.name === userResource && field.name === model.ownersField) ||
  field.name === resource.partOf?.field ||
  // Its default is the current user, who is in none of these rows.
  (field.type === 'reference' && field.defaultExpression !== undefined)

function cellOf(
  model: Model,
  resource: Resource,
  field: Field,
  ids: ReadonlyMap<string, string>,
  value: unknown,
): unknown {
  const type = typeOf(field)
  if (field.type !== 'reference') return type.toColumn(value ?? type.example(field, model, 1), field)
  const id = String(ids.get(String(field.options['of'])))
  if (field.name === resource.partOf?.field) return id
  return field.options['many'] === true ? [id] : id
}
