import { typeOf } from '../../engine/fields/index.ts'
import { isInputField } from '../../engine/fields/record-schema.ts'
import { userResource } from '../../engine/model/account-resources.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { rightsOf } from '../../engine/model/names.ts'
import { isEngineView } from '../../engine/server/storage/engine-views.ts'
import { goodValue, particular, repaired } from './good-records.ts'
import { administrator, type StoreUnderTest } from './store.ts'

/** Inserts a row of each resource that users write, with its references, without the store; all of the first tenant and one owner. */
export async function fillRows(under: StoreUnderTest, model: Model): Promise<Map<string, string>> {
  const ids = new Map(Object.keys(model.resources).map((name, index) => [name, String(1000 + index)]))
  const known = Object.fromEntries([...ids].map(([name, id]) => [name, [id]]))
  const made = new Set<string>()
  const make = async (resource: Resource): Promise<void> => {
    if (made.has(resource.name)) return
    made.add(resource.name)
    for (const field of resource.fields) {
      const of = model.resources[String(field.options['of'])]
      // A view of the engine has no rows of its own.
      if (field.type === 'reference' && of && !isEngineView(of) && isNeeded(model, resource, field)) await make(of)
    }
    const id = String(ids.get(resource.name))
    const fixed: Record<string, unknown> = {
      ...Object.fromEntries(resource.fields.map(field => [field.name, field.default])),
      ...initialState(model, resource),
      ...valuesReferredTo(model, resource),
    }
    const exampleFor = (field: Field) =>
      fixed[field.name] ?? goodValue(model, resource, { ...field, required: true }, known, 1)
    const needed = resource.fields.filter(
      field => field.column !== undefined && (isNeeded(model, resource, field) || fixed[field.name] !== undefined),
    )
    const start = {
      ...Object.fromEntries(needed.map(field => [field.name, exampleFor(field)])),
      ...particular(known)[resource.name],
    }
    const record = repaired(model, resource, start, exampleFor)
    const given = resource.fields
      .filter(({ name, column }) => column !== undefined && record[name] !== undefined)
      .map((field): [string, unknown] => [String(field.column), cellOf(field, record[field.name])])
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

/** The values that the conditions of references to a resource require: `it.state == 'open'`, `kind in it.kinds`. */
function valuesReferredTo(model: Model, { name, fields }: Resource): Record<string, unknown> {
  const references = Object.values(model.resources).flatMap(one => one.fields)
  const conditions = references
    .filter(({ options }) => options['of'] === name)
    .flatMap(({ options }) => [...String(options['where']).matchAll(/\bit\.(\w+) == '(\w+)'|\w+ in it\.(\w+)/g)])
  return Object.fromEntries(
    conditions.flatMap(([, one, entry, list]) => {
      const field = fields.find(field => field.name === (one ?? list))
      const entries = model.dictionaries[String(field?.options['of'])]?.entries
      if (!field || !entries) return []
      return [[field.name, list ? entries.map(({ key }) => key) : entries.find(({ name }) => name === entry)?.key]]
    }),
  )
}

const isNeeded = (model: Model, resource: Resource, field: Field) =>
  (field.required && isInputField(field) && typeOf(field).lines === undefined) ||
  field.name === resource.owner ||
  (resource.name === userResource && field.name === model.ownersField) ||
  field.name === resource.partOf?.field ||
  // Its default is the current user, who is in none of these rows.
  (field.type === 'reference' && field.defaultExpression !== undefined)

const cellOf = (field: Field, value: unknown) =>
  field.type === 'reference' ? value : typeOf(field).toColumn(value, field)

/** Lets a resource have rows with equal values of unique fields and sets, for copies of its row. */
export async function dropUniqueness({ run }: StoreUnderTest, { table }: Resource): Promise<void> {
  const found = await run(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint
     where conrelid = $1::regclass and contype = 'x'
     union all select format('drop index %s', indexrelid::regclass) from pg_index
     where indrelid = $1::regclass and indisunique and indexrelid not in (select conindid from pg_constraint)`,
    [`"${table}"`],
  )
  for (const { text } of found) await run(String(text))
}
