import { typeOf } from '../../../fields/index.ts'
import type { Field, Resource } from '../../../model/model.ts'
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
    for (const { name } of namingFields(of)) addName(names, values[name], id)
  }

  private async namesOf(work: Work, of: Resource): Promise<Names> {
    const found = this.known.get(of.name)
    if (found) return found
    const names: Names = new Map()
    this.known.set(of.name, names)
    const columns = namingFields(of).map(({ column }) => column)
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

const namingFields = (resource: Resource): readonly Field[] =>
  resource.fields.filter(field => isNamingField(resource, field))

/** Whether texts of a field name records. */
export const isNamingField = ({ display }: Resource, field: Field): boolean =>
  field.column !== undefined &&
  field.rule === 'string' &&
  !typeOf(field).secret &&
  (field.unique || field.name === display)

function addName(names: Names, text: unknown, id: string): void {
  if (typeof text !== 'string' || text === '') return
  const known = names.get(text)
  names.set(text, known === undefined || known === id ? id : null)
}
