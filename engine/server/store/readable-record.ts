import { displayFieldOf } from '../../model/display.ts'
import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { type Access, accessTo } from '../auth/access.ts'
import { type Row, type Shape, shapeOf, shownValue } from '../database/shape.ts'
import { derivedValues } from './derived.ts'
import { withoutInvisible } from './visible-references.ts'
import type { Work } from './work.ts'

/**
 * The fields of a written record that an actor may read; of its references, only the one that represents the record has
 * its name. A user who may write the record without seeing it gets the written values. The records of the references in
 * `seen` were looked up for the write.
 */
export async function readableRecord(
  work: Work,
  resource: Resource,
  access: Access,
  record: Row,
  written: ReadonlySet<string>,
  seen?: ReadonlySet<string>,
): Promise<Row> {
  const read = await fieldsRead(work, resource, access, record, seen)
  if (accessTo(work.ctx, resource, 'view').allowed) return read
  const known = (name: string) => name === 'id' || name === 'version' || written.has(name)
  return Object.fromEntries(Object.entries(read).filter(([name]) => known(name)))
}

async function fieldsRead(
  work: Work,
  resource: Resource,
  access: Access,
  record: Row,
  seen?: ReadonlySet<string>,
): Promise<Row> {
  const shape = shapeOf(work.ctx.model, resource, access.hidden, access.masked)
  // Messages contain the name of the reference that represents the record before the record is read again.
  const [read = {}] = await rowsRead(work, shape, [record], seen, displayFieldOf(resource)?.name)
  const version = record['version'] ?? null
  for (const field of shape.children) {
    const of = lineOf(work, field.options['of'])
    const { hidden, masked } = accessTo(work.ctx, of, 'view')
    const ofLines = shapeOf(work.ctx.model, of, hidden, masked)
    const lines = await rowsRead(work, ofLines, (record[field.name] ?? []) as readonly Row[])
    read[field.name] = lines.map(line => ({ ...line, version }))
  }
  return read
}

/** The fields of written rows, with the values that read other records, without references that the actor may not see. */
async function rowsRead(
  { queries, ctx }: Work,
  shape: Shape,
  rows: readonly Row[],
  seen?: ReadonlySet<string>,
  named?: string,
): Promise<Row[]> {
  const ids = rows.map(row => String(row['id']))
  const derived = await derivedValues(queries, ctx, shape, ids)
  const own = [...shape.columns, ...shape.computed]
  const read = rows.map((row, at) => ({
    ...Object.fromEntries(own.map(field => [field.name, shownValue(shape, field, row[field.name] ?? null)])),
    ...derived.get(ids[at] ?? ''),
  }))
  return withoutInvisible({ queries, ctx }, shape.references, read, {
    isNamed: name => name === named,
    isKept: name => name === shape.master?.field || seen?.has(name) === true,
  })
}

const lineOf = (work: Work, name: unknown): Resource => resourceOf(work.ctx.model, String(name))
