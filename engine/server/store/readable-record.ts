import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { type Access, accessTo } from '../auth/access.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import type { Work } from './work.ts'

/**
 * The fields of a written record that an actor may read, without the names of its references. A user who may write the
 * record without seeing it gets the written values.
 */
export function readableRecord(
  work: Work,
  resource: Resource,
  access: Access,
  record: Row,
  written: ReadonlySet<string>,
): Row {
  const read = fieldsRead(work, resource, access, record)
  if (accessTo(work.ctx, resource, 'view').allowed) return read
  const known = (name: string) => name === 'id' || name === 'version' || written.has(name)
  return Object.fromEntries(Object.entries(read).filter(([name]) => known(name)))
}

function fieldsRead(work: Work, resource: Resource, access: Access, record: Row): Row {
  const { columns, computed, children } = shapeOf(work.ctx.model, resource, access.hidden)
  const own = [...columns, ...computed].map(field => [field.name, record[field.name] ?? null])
  const lines = children.map(field => {
    const of = shapeOf(work.ctx.model, lineOf(work, field.options['of']), new Set())
    const rows = (record[field.name] ?? []) as readonly Row[]
    const read = [...of.columns, ...of.computed]
    const version = record['version'] ?? null
    const cut = (row: Row) => ({ ...Object.fromEntries(read.map(one => [one.name, row[one.name] ?? null])), version })
    return [field.name, rows.map(cut)]
  })
  return Object.fromEntries([...own, ...lines])
}

const lineOf = (work: Work, name: unknown): Resource => resourceOf(work.ctx.model, String(name))
