import { displayKeyColumn, keyedDisplay } from '../../../fields/display-key.ts'
import { typeOf } from '../../../fields/index.ts'
import { serialOf, serialScope } from '../../../fields/serial/pattern.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { engineColumns } from '../../../model/system-fields.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { displayKeyOf } from '../../storage/display-key.ts'
import { ownerColumn } from '../../storage/owner.ts'
import { guardWrites } from '../../store/guard-writes.ts'
import { type Work, workOn } from '../../store/work.ts'
import type { Author, Authors } from './authors.ts'
import type { GeneratedRecord, GeneratedVersion } from './generated-record.ts'

/** Stores records with their lines and, if requested, their history, in a few statements for all of them. */
export async function writeGenerated(
  work: Work,
  resource: Resource,
  all: readonly GeneratedRecord[],
  authors: Authors,
  history: boolean,
): Promise<void> {
  if (all.length === 0) return
  const { ctx, ids } = work
  const writing: Writing = { ctx, by: (operation, ownerId) => authors.of(resource, operation, ownerId) }
  for (const { steps, ownerId } of all) for (const { operation } of steps) writing.by(operation, ownerId)
  await authors.store()
  await work.transaction(async queries => {
    const records = await numbered(queries, writing, resource, all)
    const changes = records.map(({ id, record }) => ({ before: null, after: { ...record, id } }))
    await guardWrites(workOn(work, queries), resource, changes)
    await insert(queries, ctx, resource, records)
    for (const [index, { part }] of (all[0]?.parts ?? []).entries()) {
      const lines = all.flatMap(made => linesOf(work, writing, made, index, part.link))
      await insert(queries, ctx, part.resource, lines)
    }
    if (history) await insertHistory(queries, writing, resource, all, () => ids.next())
  })
}

interface Writing {
  readonly ctx: RequestContext
  by(operation: string, ownerId: string | null): Author
}

interface Stored {
  readonly record: Row
  readonly id: string
  readonly ownerId: string | null
  readonly created: string
  readonly updated: string
  readonly creator: string | null
  readonly updater: string | null
  readonly version: number
  readonly line?: number
}

function linesOf({ ids }: Work, writing: Writing, made: GeneratedRecord, index: number, link: Field): Stored[] {
  const lines = made.parts[index]?.lines ?? []
  const { creator } = usersOf(writing, made)
  return lines.map(({ after }, line) => {
    const { created } = timesOf(made)
    const id = ids.next()
    const record = { ...after, [link.name]: made.id }
    return { record, id, ownerId: made.ownerId, created, updated: created, creator, updater: creator, version: 1, line }
  })
}

const timesOf = ({ steps }: GeneratedRecord) => ({ created: steps[0]?.at ?? '', updated: steps.at(-1)?.at ?? '' })

/** The users who created and last changed a record. */
function usersOf({ by: authorOf }: Writing, { steps, ownerId }: GeneratedRecord) {
  const by = (step: GeneratedVersion | undefined) => authorOf(step?.operation ?? 'save', ownerId).id
  return { creator: by(steps[0]), updater: by(steps.at(-1)) }
}

/** Assigns serials, counted within the period given by the time of creation. */
async function numbered(
  queries: Queries,
  writing: Writing,
  resource: Resource,
  all: readonly GeneratedRecord[],
): Promise<Stored[]> {
  const { ctx } = writing
  for (const field of resource.fields) {
    const pattern = typeOf(field).serial?.(field)
    if (pattern === undefined) continue
    const scopes = new Map<string, GeneratedRecord[]>()
    for (const made of all) {
      const scope = serialScope(pattern, timesOf(made).created)
      const group = scopes.get(scope)
      if (group) group.push(made)
      else scopes.set(scope, [made])
    }
    const wanted = [...scopes].map(([period, group]) => ({ period, last: group.length }))
    const rows = await run(
      queries,
      `insert into engine_serial as s (tenant_id, resource, field, period, last)
       select $1::text, $2::text, $3::text, r.period, r.last from jsonb_to_recordset($4::text::jsonb) as r(period text, last bigint)
       on conflict (tenant_id, resource, field, period) do update set last = s.last + excluded.last returning period, last`,
      [resource.shared ? '' : ctx.actor.tenantId, resource.name, field.name, JSON.stringify(wanted)],
    )
    for (const { period, last } of rows) {
      const group = scopes.get(String(period)) ?? []
      group.forEach((made, index) => {
        const n = Number(last) - group.length + 1 + index
        const to = serialOf(pattern, timesOf(made).created, n)
        made.record[field.name] = to
        Object.assign(made.steps[0]?.changes ?? {}, { [field.name]: { from: null, to } })
      })
    }
  }
  return all.map(made => ({ ...made, ...timesOf(made), ...usersOf(writing, made), version: made.steps.length }))
}

async function insert(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  rows: readonly Stored[],
): Promise<void> {
  if (rows.length === 0) return
  const { deptId, tenantId } = ctx.actor
  const fields = resource.fields.flatMap(field => {
    const type = field.column === undefined ? undefined : typeOf(field).column(field)
    return type === undefined ? [] : [{ field, column: String(field.column), type }]
  })
  const isOwned = ownerColumn(ctx.model, resource) === engineColumns.owner
  const keyed = keyedDisplay(resource)
  const columns: [column: string, type: string][] = [
    ['id', 'bigint'],
    ['create_time', 'timestamptz(3)'],
    ['update_time', 'timestamptz(3)'],
    ['create_user', 'bigint'],
    ['update_user', 'bigint'],
    ['version', 'integer'],
    ...(isOwned ? ([[engineColumns.owner, 'bigint']] as [string, string][]) : []),
    ...(resource.partOf ? ([[engineColumns.line, 'integer']] as [string, string][]) : []),
    ...fields.map(({ column, type }): [string, string] => [column, type]),
    ...(keyed ? ([[displayKeyColumn, 'text']] as [string, string][]) : []),
  ]
  const always = {
    ...(!resource.shared && { tenant_id: '$2::text' }),
    create_dept: '$3::bigint',
    status: '1',
    is_deleted: '0',
  }
  const values = rows.map(({ record, id, ownerId, created, updated, creator, updater, version, line }) => {
    const row: Row = { id, create_time: created, update_time: updated, version, line_no: line, owner_id: ownerId }
    Object.assign(row, { create_user: creator, update_user: updater })
    for (const { field, column } of fields) row[column] = columnValue(field, record[field.name])
    const shown = keyed && row[keyed.column]
    if (typeof shown === 'string') row[displayKeyColumn] = displayKeyOf(shown)
    return row
  })
  const names = columns.map(([column]) => `"${column}"`)
  const types = columns.map(([column, type]) => `"${column}" ${type}`)
  const unused = resource.shared ? ' where $2::text is not null' : ''
  await run(
    queries,
    `insert into "${resource.table}" (${[...names, ...Object.keys(always)].join(', ')})
     select ${[...names, ...Object.values(always)].join(', ')}
     from jsonb_to_recordset($1::text::jsonb) as r(${types.join(', ')})${unused}`,
    [JSON.stringify(values), tenantId, deptId],
  )
}

function columnValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  // JSON values are passed unchanged.
  return typeOf(field).column(field) === 'jsonb' ? value : typeOf(field).toColumn(value, field)
}

async function insertHistory(
  queries: Queries,
  { ctx: { actor }, by }: Writing,
  resource: Resource,
  all: readonly GeneratedRecord[],
  nextId: () => string,
): Promise<void> {
  const rows = all.flatMap(({ id, ownerId, steps }) =>
    steps.map(({ operation, at, changes, input }, index) => ({
      user_id: by(operation, ownerId).id,
      user_name: by(operation, ownerId).name,
      id: nextId(),
      record_id: id,
      version: index + 1,
      operation,
      at,
      changes,
      input: input ?? null,
    })),
  )
  await run(
    queries,
    `insert into engine_history (tenant_id, id, resource, record_id, version, operation, user_id, user_name, at, input, changes)
     select $2::text, id, $3::text, record_id, version, operation, user_id, user_name, at, input, changes
     from jsonb_to_recordset($1::text::jsonb)
       as r(id bigint, user_id bigint, user_name text, record_id bigint, version integer, operation text, at timestamptz(3), input jsonb, changes jsonb)`,
    [JSON.stringify(rows), resource.shared ? '' : actor.tenantId, resource.name],
  )
}
