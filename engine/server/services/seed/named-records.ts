import { namingFields } from '../../../fields/naming-fields.ts'
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

  /** The id of the record that a text names; null where several have it, undefined where none has. */
  async idOf(work: Work, of: Resource, text: string): Promise<string | null | undefined> {
    return (await this.namesOf(work, of)).get(text)
  }

  /** Adds a record that is about to be stored. */
  async add(work: Work, of: Resource, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const names = await this.namesOf(work, of)
    for (const { name } of fieldsOf(of)) addName(names, values[name], id)
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
const fieldsOf = (resource: Resource): readonly StoredField[] =>
  namingFields(resource).filter(({ rule }) => rule === 'string')

/** Whether texts of a field name records. */
export const isNamingField = (resource: Resource, field: Field): boolean =>
  fieldsOf(resource).some(({ name }) => name === field.name)

function addName(names: Names, text: unknown, id: string): void {
  if (typeof text !== 'string' || text === '') return
  const known = names.get(text)
  names.set(text, known === undefined || known === id ? id : null)
}
