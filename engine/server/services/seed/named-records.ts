import { typeOf } from '../../../fields/index.ts'
import { namingFields } from '../../../fields/naming-fields.ts'
import { isTextual } from '../../../fields/traits.ts'
import type { Field, Resource } from '../../../model/model.ts'
import type { StoredField } from '../../../model/system-fields.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { live } from '../../store/select.ts'
import type { Work } from '../../store/work.ts'

/** The ids of records by the texts that name them; null where several have the text. */
type Names = Map<string, string | null>

/** Records that the rows of seeds name: by a unique field, or by the field that represents them. */
export class NamedRecords {
  private readonly known = new Map<string, Names>()
  /** By the resource and the unique field, which is no text. */
  private readonly byValue = new Map<string, { readonly field: Field; readonly names: Names }>()

  /** The id of the record that a text names; null where several have it, undefined where none has. */
  async idOf(work: Work, of: Resource, text: string): Promise<string | null | undefined> {
    const named = (await this.namesOf(work, of)).get(text)
    if (named !== undefined) return named
    for (const field of namingFields(of)) {
      const read = isNamingField(of, field) ? undefined : typeOf(field).parse(text, field, work.ctx.model)
      if (!read || 'fault' in read) continue
      const id = (await this.valuesOf(work, of, field)).get(nameOfValue(read.value))
      if (id !== undefined) return id
    }
    return undefined
  }

  /** Adds a record that is about to be stored. */
  async add(work: Work, of: Resource, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const names = await this.namesOf(work, of)
    for (const { name } of fieldsOf(of)) addName(names, values[name], id)
    for (const [key, { field, names }] of this.byValue)
      if (key === keyOf(of, field)) addName(names, nameOfValue(values[field.name]), id)
  }

  private async valuesOf(work: Work, of: Resource, field: Field): Promise<Names> {
    const found = this.byValue.get(keyOf(of, field))
    if (found) return found.names
    const names: Names = new Map()
    this.byValue.set(keyOf(of, field), { field, names })
    const value = word(`t."${field.column}"`)
    const rows = await runAll(
      work.queries,
      sql`select t."id"::text as id, ${value} as value from ${word(`"${of.table}" t`)}
        where ${live('t')}${ownTenant(work.ctx, of)} and ${value} is not null`,
    )
    for (const row of rows)
      addName(names, nameOfValue(typeOf(field).fromColumn(row['value'], field)), String(row['id']))
    return names
  }

  private async namesOf(work: Work, of: Resource): Promise<Names> {
    const found = this.known.get(of.name)
    if (found) return found
    const names: Names = new Map()
    this.known.set(of.name, names)
    const columns = fieldsOf(of).map(({ column }) => column)
    const list = word(
      ['t."id"::text as id', ...columns.map((column, at) => `t."${column}"::text as n${at}`)].join(', '),
    )
    const rows = await runAll(
      work.queries,
      sql`select ${list} from ${word(`"${of.table}" t`)} where ${live('t')}${ownTenant(work.ctx, of)}`,
    )
    for (const row of rows) for (const at of columns.keys()) addName(names, row[`n${at}`], String(row['id']))
    return names
  }
}

/** Those of which a file contains the text as it is stored. */
const fieldsOf = (resource: Resource): readonly StoredField[] => namingFields(resource).filter(isTextual)

/** Whether texts of a field name records. */
export const isNamingField = (resource: Resource, field: Field): boolean =>
  fieldsOf(resource).some(({ name }) => name === field.name)

const keyOf = (of: Resource, { name }: Field) => `${of.name}.${name}`

/** The text by which a value of a unique field names its record. */
export const nameOfValue = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function addName(names: Names, text: unknown, id: string): void {
  if (typeof text !== 'string' || text === '') return
  const known = names.get(text)
  names.set(text, known === undefined || known === id ? id : null)
}
