import { typeOf } from '../../../fields/index.ts'
import { comparedValue } from '../../../fields/unique-form.ts'
import { masterFieldOf } from '../../../model/lines.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import { accessTo } from '../../auth/access.ts'
import { columnOf, every, type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { type Row, recordOf, shapeOf } from '../../database/shape.ts'
import { conditionSql } from '../../store/condition.ts'
import { linesOfRecords } from '../../store/lock.ts'
import { ownVersion } from '../../store/plan-lines.ts'
import { columnsSql, live } from '../../store/select.ts'
import type { Work } from '../../store/work.ts'
import type { FileReading } from './file-reading.ts'
import { digitsLost, type RecordDraft } from './record-draft.ts'
import { type CellProblem, problems } from './row-problems.ts'

type Matching = NonNullable<FileReading['match']>

/**
 * Finds the stored record of each row, among those that the user may see. A row with several matches, or with none when
 * rows may only change records, gets an error.
 */
export async function matchStored(
  work: Work,
  resource: Resource,
  { by, mode }: Matching,
  drafts: readonly RecordDraft[],
): Promise<void> {
  const { field, isKey } = by.target
  const lose = (draft: RecordDraft, problem: CellProblem, of = field) => {
    draft.errors.set(of.name, problem)
    draft.isLost = true
  }
  const link = masterFieldOf(resource)
  // The display value of a line is unique only within its record.
  const within = link && !isUnique(field) && !isKey && !typeOf(field).given ? link : undefined
  const wanted = new Map<RecordDraft, Key>()
  for (const draft of drafts) {
    const text = draft.source.cells[by.index]?.trim() ?? ''
    const value = keyIn(work, draft, by, text)
    const lacks = value === undefined ? field : within && draft.values[within.name] == null ? within : undefined
    if (value !== undefined && !lacks) wanted.set(draft, value)
    else if (lacks && mode === 'update' && !draft.errors.has(lacks.name))
      lose(draft, problems.noKeyGiven(lacks.title), lacks)
  }
  const found = await lookUp(work, resource, field, [...wanted.values()])
  for (const [draft, { text }] of wanted) {
    const isInScope = ({ record }: Found) => !within || record[within.name] === draft.values[within.name]
    const [one, ...others] = (found.get(keyText(field, text)) ?? []).filter(isInScope)
    if (others.length > 0) lose(draft, problems.severalStored(field.title, others.length + 1))
    // A generated id or serial cannot belong to a new record.
    else if (!one && (mode === 'update' || isKey)) lose(draft, problems.noneStored(resource.title))
    else if (one) {
      draft.recordId = String(one.record['id'])
      draft.stored = { record: one.record, lines: one.lines }
      refuseSecrets(draft)
      if (link) assureMaster(draft, link)
    }
  }
}

/** The master of a line cannot change. */
function assureMaster({ stored, values, errors }: RecordDraft, link: Field): void {
  const given = values[link.name]
  if (given != null && given !== stored?.record[link.name]) errors.set(link.name, problems.otherMaster(link.title))
}

/** A password is changed by its user or by an administrator, never in bulk by an import. */
function refuseSecrets({ columns, values, errors }: RecordDraft): void {
  for (const { target } of columns)
    if (typeOf(target.field).secret && values[target.field.name] != null)
      errors.set(target.field.name, problems.secretUnchangeable(target.field.title))
}

/** The value by which a row is matched; absent if no record can contain it. */
interface Key {
  readonly text: string
  readonly value?: unknown
}

function keyIn({ ctx }: Work, draft: RecordDraft, { target }: Matching['by'], text: string): Key | undefined {
  const { field, isKey } = target
  const given = draft.values[field.name]
  if (!isKey) return given == null ? undefined : { text: String(given), value: given }
  if (text === '') return undefined
  const lost = digitsLost(field, text)
  if (lost) {
    draft.errors.set(field.name, lost)
    return undefined
  }
  const read = typeOf(field).parse(text, field, ctx.model)
  return 'fault' in read ? { text } : { text: String(read.value), value: read.value }
}

interface Found {
  readonly record: Row
  readonly lines: ReadonlyMap<string, readonly Row[]>
}

async function lookUp(
  work: Work,
  resource: Resource,
  field: Field,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, readonly Found[]>> {
  const values = keys.flatMap(({ value }) => value ?? [])
  if (values.length === 0) return new Map()
  const { ctx, queries } = work
  const shape = shapeOf(ctx.model, resource, new Set())
  const seen = accessTo(ctx, resource, 'view').rows('t')
  const where = every([live('t'), seen, hasOneOf(field, [...new Set(values)])])
  const rows = await runAll(
    queries,
    sql`select ${word(columnsSql(shape, 't'))}, ${word(columnOf('t', String(field.column)))} as "#key", t."version" as ${word(`"${ownVersion}"`)}
      from ${word(`"${resource.table}" t`)} where ${where}`,
  )
  // The line's own version: lines of one record are changed in sequence, and each creates a version of that record.
  const records = rows.map(row => ({ row, record: { ...recordOf(shape, row), version: row[ownVersion] } as Row }))
  const lines = await linesOfRecords(
    work,
    resource,
    records.map(({ record }) => String(record['id'])),
  )
  const found = new Map<string, Found[]>()
  for (const { row, record } of records) {
    const key = columnText(field, row['#key'])
    const one = { record, lines: lines.get(String(record['id'])) ?? new Map() }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

/** The condition that rows of `t` have one of some values of a field, in a form that its index supports. */
const hasOneOf = (field: Field, values: readonly unknown[]): Fragment =>
  conditionSql({ field, operator: 'oneOf', values: values.map(value => typeOf(field).toColumn(value, field)) }, 't')

/** A value as a text that is equal for equal values. */
const keyText = (field: Field, value: unknown): string => String(comparedValue(field, value))

/** A column value as such a text: 5.00 becomes 5. */
const columnText = (field: Field, raw: unknown): string => keyText(field, typeOf(field).fromColumn(raw, field))
