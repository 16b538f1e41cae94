import { namesOfTables, type TableChoice, type TableFacts } from '../../../compiler/emit/table-descriptors.ts'
import { typeOf } from '../../../fields/index.ts'
import { ofOption } from '../../../fields/options.ts'
import { isDictionary, isReference } from '../../../fields/traits.ts'
import type { Model } from '../../../model/model.ts'
import { quoted } from '../../storage/sql-text.ts'
import { type Read, sampledRows } from './read-tables.ts'

/** The compiled resources of tables and their first rows as records, for lists as they will be. */
export async function previewTables(read: Read, facts: readonly TableFacts[], choice: TableChoice, model: Model) {
  const names = namesOfTables(facts, choice)
  const shown = facts.flatMap(table => {
    const resource = model.resources[names.get(table.name)?.resource ?? '']
    return resource ? [{ table, resource }] : []
  })
  const columnOf = ({ name, columns }: TableFacts, field: string) =>
    columns.find(column => names.get(name)?.fields.get(column.name) === field)
  /** The SQL of the name of the record to which a column refers. */
  const nameOf = ({ foreignKeys }: TableFacts, column: string) => {
    const key = foreignKeys.find(one => one.column === column)
    const target = shown.find(({ table }) => table.name === key?.table)
    const display = target && columnOf(target.table, target.resource.display)
    if (!key || display === undefined) return `t.${quoted(column)}`
    return `coalesce((select r.${quoted(display.name)}::text from ${quoted(key.table)} r where r.${quoted(key.key)} = t.${quoted(column)}), t.${quoted(column)}::text)`
  }
  const previews: { resource: string; rows: Record<string, unknown>[] }[] = []
  for (const { table, resource } of shown) {
    const values = resource.fields.flatMap(field => {
      const column = columnOf(table, field.name)
      if (column === undefined) return []
      const own = `t.${quoted(column.name)}`
      const value = {
        name: field.name,
        // As the driver of the engine's own database returns it.
        text: /^boolean/.test(column.type) ? `left(${own}::text, 1)` : own,
        read: (raw: string): unknown => typeOf(field).fromColumn(raw, field),
      }
      const name = { name: `${field.name}Name`, text: nameOf(table, column.name), read: (raw: string) => raw }
      return isReference(field) ? [value, name] : [value]
    })
    const rows = await sampledRows(
      read,
      table.name,
      values.map(({ text }) => text),
    )
    previews.push({
      resource: resource.name,
      rows: rows.map((row, at) => ({
        id: String(at),
        ...Object.fromEntries(
          values.map(({ name, read }, index) => [name, row[index] === null ? null : read(String(row[index]))]),
        ),
      })),
    })
  }
  const { brand: _brand, calendar: _calendar, parts: _parts, tables: _tables, ...rest } = model
  const resources = Object.fromEntries(shown.map(({ resource }) => [resource.name, resource]))
  const used = new Set(shown.flatMap(({ resource }) => resource.fields.filter(isDictionary).map(ofOption)))
  const dictionaries = Object.fromEntries(Object.entries(model.dictionaries).filter(([name]) => used.has(name)))
  const none = { menus: [], pages: [], messages: {}, charts: {}, boards: {}, roles: [], parameters: [] }
  return { previews, model: { ...rest, ...none, resources, dictionaries } }
}
