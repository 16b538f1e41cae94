import type { Field, Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { accessTo, accessToNames } from '../auth/access.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, referenceOf, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { ownTenant } from './own-tenant.ts'
import { pickIn, picksOf } from './picks.ts'
import type { LineInput, StoredRecord } from './plan-lines.ts'
import { partsOf } from './referring.ts'
import { columnsSql } from './select.ts'
import type { Work } from './work.ts'

/** A field whose value is copied from the record of a reference. */
interface Copy {
  readonly field: Field
  readonly reference: Field
  readonly of: Resource
  /** Name of the field that is copied. */
  readonly source: string
}

const copies = perModel<readonly Copy[]>()

const copiesOf = (model: Model, resource: Resource): readonly Copy[] =>
  copies(model, resource.name, () =>
    resource.fields.flatMap(field => {
      const reference = resource.fields.find(({ name }) => name === field.copy?.reference)
      const [of] = reference ? referenceOf(model, reference) : []
      return field.copy && reference && of ? [{ field, reference, of: of.of, source: field.copy.field }] : []
    }),
  )

/** One record or line that is about to be written. */
interface Written {
  readonly resource: Resource
  readonly old: Row | undefined
  readonly values: Row
  /** Before the names of its fields in errors: `lines.2.`. */
  readonly path: string
}

/**
 * The values and lines of a write with the references that `pick` chooses and the values that `copy` adds: where a
 * reference is new or names another record than before, the fields that are copied from that record. The record is read
 * in the tenant, without the user's row conditions: whether the user may refer to it is checked with all references. Of a
 * user whom the actor may read by name only, nothing else is copied.
 */
export async function withCopies(
  work: Pick<Work, 'ctx' | 'queries'>,
  resource: Resource,
  before: StoredRecord | null,
  values: Row,
  lineInputs: ReadonlyMap<string, LineInput>,
): Promise<{ readonly values: Row; readonly lineInputs: ReadonlyMap<string, LineInput> }> {
  const { model } = work.ctx
  const isFilled = (of: Resource) => copiesOf(model, of).length > 0 || picksOf(model, of).length > 0
  const parts = partsOf(model, resource).filter(part => isFilled(part.resource))
  if (parts.length === 0 && !isFilled(resource)) return { values, lineInputs }
  const own: Written = { resource, old: before?.record, values: { ...values }, path: '' }
  const written = [own]
  const next = new Map(lineInputs)
  for (const part of parts) {
    const lineInput = lineInputs.get(part.name)
    if (!lineInput || lineInput.kind === 'remove') continue
    const there = new Map(before?.lines.get(part.name)?.map(line => [String(line['id']), line]))
    const copied = <Line extends { readonly id: string | undefined; readonly values: Row }>(
      line: Line,
      index = 0,
    ): Line => {
      const values = { ...line.values }
      const path = lineInput.kind === 'one' ? '' : `${part.name}.${index}.`
      written.push({ resource: part.resource, old: there.get(line.id ?? ''), values, path })
      return { ...line, values }
    }
    next.set(
      part.name,
      lineInput.kind === 'one'
        ? { ...lineInput, line: copied(lineInput.line) }
        : { ...lineInput, lines: lineInput.lines.map((line, index) => copied(line, index)) },
    )
  }
  await pickIn(work, written)
  await fillIn(work, written)
  return { values: own.values, lineInputs: next }
}

async function fillIn({ ctx, queries }: Pick<Work, 'ctx' | 'queries'>, written: readonly Written[]) {
  const wanted = new Map<Resource, Set<string>>()
  const filled: { readonly copy: Copy; readonly values: Row; readonly id: unknown }[] = []
  for (const { resource, old, values } of written) {
    for (const copy of copiesOf(ctx.model, resource)) {
      const { reference, of, field } = copy
      const id = values[reference.name]
      const isChosen = old ? id !== undefined && id !== old[reference.name] : true
      if (!isChosen) {
        delete values[field.name]
        continue
      }
      filled.push({ copy, values, id })
      if (typeof id === 'string' && /^\d{1,19}$/.test(id)) wanted.set(of, (wanted.get(of) ?? new Set()).add(id))
    }
  }
  const found = new Map<string, Row>()
  for (const [of, ids] of wanted)
    for (const record of await readForCopies({ ctx, queries }, of, [...ids]))
      found.set(`${of.name} ${record['id']}`, record)
  for (const { copy, values, id } of filled)
    values[copy.field.name] = found.get(`${copy.of.name} ${id}`)?.[copy.source] ?? null
}

/** The values that a record would copy from the one of a reference. A form shows them before it is saved. */
export async function copied(work: Work, resource: Resource, reference: string, id: string): Promise<Row> {
  const { ctx } = work
  const accesses = ['add', 'edit'].map(operation => accessTo(ctx, resource, operation))
  const wanted = copiesOf(ctx.model, resource).filter(copy => copy.reference.name === reference)
  const [first] = wanted
  if (!first) throw refuse.unknownName(reference)
  if (!accesses.some(({ allowed }) => allowed)) throw refuse.forbidden(resource.title)
  const names = accessToNames(ctx, first.of)
  const isNameOnly = wanted.every(({ source }) => names.isName(source))
  const [record] = await readInTenant(work, first.of, [id], (isNameOnly ? names.rows : names.whole)('t'))
  const shown = wanted.filter(
    ({ field, source }) => !accesses.every(a => a.hidden.has(field.name)) && !names.hidden.has(source),
  )
  return Object.fromEntries(shown.map(({ field, source }) => [field.name, record?.[source] ?? null]))
}

/** Records from which values are copied; of those that the actor may read by name only, the display value. */
async function readForCopies(
  work: Pick<Work, 'ctx' | 'queries'>,
  of: Resource,
  ids: readonly string[],
): Promise<readonly Row[]> {
  const names = accessToNames(work.ctx, of)
  const records = await readInTenant(work, of, ids)
  if (names.whole === names.rows) return records
  const whole = new Set((await readInTenant(work, of, ids, names.whole('t'))).map(({ id }) => id))
  return records.map(record =>
    whole.has(record['id'])
      ? record
      : Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || names.isName(name))),
  )
}

/** The values of records in the tenant, deleted ones too, among those of a condition. */
export async function readInTenant(
  { ctx, queries }: Pick<Work, 'ctx' | 'queries'>,
  of: Resource,
  ids: readonly string[],
  among: Fragment = word('true'),
): Promise<Row[]> {
  const shape = shapeOf(ctx.model, of, new Set())
  const table = word(`"${of.table}" t`)
  const rows = await runAll(
    queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${table} where t."id" = any(${ids}::bigint[]) and ${among}${ownTenant(ctx, of)}`,
  )
  return rows.map(row => recordOf(shape, row))
}
