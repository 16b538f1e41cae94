import { type CellReader, cellReader } from '../../../fields/cell-reader.ts'
import type { CellOptions, RowProblem } from '../../../model/import-view.ts'
import { masterFieldOf } from '../../../model/lines.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import { wallText } from '../../../rules/zone.ts'
import type { Row } from '../../database/shape.ts'
import type { Refusal } from '../../errors/refuse.ts'
import { refusalsOf } from '../../store/check.ts'
import { withTargetsOf } from '../../store/target-records.ts'
import type { Work } from '../../store/work.ts'
import { checkDraft } from './check-draft.ts'
import type { FileReading } from './file-reading.ts'
import type { ImportAccess } from './import-access.ts'
import { type Matching, matchStored } from './match-stored.ts'
import { type Propose, problemsOf } from './problems-of.ts'
import type { Proposals } from './proposals.ts'
import { type Corrections, type LineDraft, type RecordDraft, recordDraftOf } from './record-draft.ts'
import type { RecordRows } from './record-rows.ts'
import { namingInFile, type RowBefore, resolveInFile, rowsReferredTo, selfReferences } from './references-in-file.ts'
import { refuseNewFiles } from './refused-files.ts'
import type { References } from './resolve-references.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { type CheckedRow, storedRepeats, uniqueKeysOf } from './unique-sets.ts'
import { refuseDuplicates } from './unique-values.ts'
import { columnOfError } from './write-all.ts'
import { writeInto } from './write-rows.ts'

/** The context shared by the rows of one import. */
export interface Checking {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  readonly reading: FileReading
  readonly references: References
  /** The access rules of added and changed rows. */
  readonly access: ImportAccess
  /** Replacements chosen by the user, by field and cell text. */
  readonly corrections?: Corrections
  /** Proposes values for wrong cells. */
  readonly proposals?: Proposals
  /** Numbers of rows that are written, and are not checked again. */
  readonly written?: ReadonlySet<number>
}

/** Reads some records and checks each as the store would; nothing is written. */
export async function checkRows(checking: Checking, rows: readonly RecordRows[]): Promise<StagedRow[]> {
  const { work, resource, reading, id, proposals } = checking
  const { ctx, queries } = work
  const cells = cellReaderOf(reading.options, ctx.clock.zone)
  const drafts = rows.map(row =>
    recordDraftOf(ctx.model, resource.fields, reading, row, work.ids.next(), cells, checking.corrections),
  )
  const matching = matchingOf(checking)
  const link = masterFieldOf(resource)
  if (matching && link) await resolveMasters(checking, link.name, drafts)
  if (matching) await matchStored(work, resource, matching, drafts)
  for (const draft of drafts) fillOwn(checking, draft)
  await resolveAll(checking, drafts)
  await refuseNewFiles(work, resource, drafts)
  for (const draft of drafts) refuseOtherOwners(checking, draft)
  const before = await rowsReferredTo(queries, id, resource, drafts)
  await refuseDuplicates(work, resource, drafts, ({ recordId }, holder) => recordId === holder)
  const here = new Map<string, RowBefore>()
  const propose: Propose = (of, values, problem) =>
    proposals ? proposals.add(work, of, values, problem) : Promise.resolve(problem)
  const checked: CheckedRow[] = []
  const inside = await withTargetsOf(work, resource, drafts.flatMap(valuesOf))
  for (const draft of drafts) {
    resolveInFile(resource, draft, text => before.get(text) ?? here.get(text))
    const { row } = draft.source
    const { recordId, place } = draft
    const { after, ...done } = await checkDraft(inside, resource, reading, draft)
    const problems = await problemsOf(resource, draft, propose)
    const lineRows = lineRowsOf(draft)
    const uniqueKeys = after && uniqueKeysOf(work, resource, after)
    const more = {
      ...(lineRows && { lineRows }),
      ...(uniqueKeys && { uniqueKeys }),
      ...(place !== undefined && { place }),
    }
    const one: StagedRow = { row, recordId, ...done, problems, ...more }
    checked.push({ staged: one, after: after ?? {} })
    for (const { name } of namingInFile(resource)) {
      const value = done.record[name] ?? null
      if (value !== null && !here.has(String(value)))
        here.set(String(value), { row, recordId, isWrong: one.problems.length > 0 })
    }
  }
  const earlier = new Set([...before.values()].map(({ recordId }) => recordId))
  return withRefused(checking, await withStoredRepeats(checking, checked), earlier)
}

/** Adds an error to valid rows whose values of fields that are unique together a stored record has. */
async function withStoredRepeats(
  { work, resource, reading }: Checking,
  rows: readonly CheckedRow[],
): Promise<StagedRow[]> {
  const valid = rows.filter(({ staged: { problems, operation } }) => problems.length === 0 && operation !== 'same')
  const repeats = await storedRepeats(work, resource, reading.columns, valid)
  return rows.map(({ staged }) => {
    const problem = repeats.get(staged)
    return problem ? { ...staged, problems: [{ row: staged.row, ...problem }] } : staged
  })
}

/** The reader of the cells of a file, whose times with a zone become times of the system's zone. */
export const cellReaderOf = (options: CellOptions, zone: string): CellReader =>
  cellReader(options, instant => wallText(instant, zone))

const matchingOf = ({ reading, access: { changing } }: Checking): Matching | undefined =>
  reading.match && changing ? { ...reading.match, changing } : undefined

/** The stored record of a draft with its lines, and the values of the file. */
const valuesOf = ({ stored, values, lines }: RecordDraft): Row[] => [
  ...(stored ? [{ ...stored.record, ...Object.fromEntries(stored.lines) }] : []),
  { ...values, ...Object.fromEntries([...lines].map(([name, rows]) => [name, rows.map(line => line.values)])) },
]

/** The rows of lines that have unique fields, by part. */
function lineRowsOf({ lines }: RecordDraft): StagedRow['lineRows'] {
  const unique = [...lines].filter(([, [first]]) => first?.columns.some(({ target }) => isUnique(target.field)))
  return unique.length === 0
    ? undefined
    : Object.fromEntries(unique.map(([name, rows]) => [name, rows.map(({ source }) => source.row)]))
}

/** A new record without an owner column belongs to the owner of the importing user. */
function fillOwn({ access: { own } }: Checking, { stored, texts, values }: RecordDraft): void {
  const given = new Set([...texts.keys()].map(({ name }) => name))
  for (const [name, value] of Object.entries(own)) if (!stored && !given.has(name)) values[name] = value
}

/** Refuses an owner other than the user's own; the error names the right one. */
function refuseOtherOwners({ access: { own } }: Checking, { texts, values, errors }: RecordDraft): void {
  for (const field of texts.keys())
    if (field.name in own && values[field.name] !== own[field.name])
      errors.set(field.name, problems.notOwn(field.title))
}

/** Resolves the masters of lines imported on their own, among which the lines are matched. */
function resolveMasters({ work, resource, references }: Checking, link: string, drafts: readonly RecordDraft[]) {
  const ofMaster = drafts.map(draft => ({
    ...draft,
    texts: new Map([...draft.texts].filter(([{ name }]) => name === link)),
  }))
  return references.resolve(work.queries, work.ctx, resource, ofMaster)
}

/** Resolves the references of the records and of their lines. */
async function resolveAll(checking: Checking, drafts: readonly RecordDraft[]): Promise<void> {
  const { work, resource, reading, references } = checking
  const { ctx, queries } = work
  await references.resolve(queries, ctx, resource, drafts)
  for (const { part } of reading.parts) {
    const ownLines = new Map<LineDraft, ReadonlySet<string>>()
    for (const { lines, stored } of drafts) {
      const there = new Set(stored?.lines.get(part.name)?.map(({ id }) => String(id)))
      for (const line of lines.get(part.name) ?? []) ownLines.set(line, there)
    }
    const lines = [...ownLines.keys()]
    await references.resolve(queries, ctx, part.resource, lines)
    const isOwn = (line: LineDraft, holder: string) => ownLines.get(line)?.has(holder) ?? false
    await refuseDuplicates(work, part.resource, lines, isOwn)
  }
}

/** Adds an error to valid rows that the write refuses: it writes them, in the order of the file, and nothing stays. */
async function withRefused(
  checking: Checking,
  staged: readonly StagedRow[],
  earlier: ReadonlySet<string>,
): Promise<StagedRow[]> {
  const { work, resource, reading } = checking
  const valid = staged.filter(({ problems, operation }) => problems.length === 0 && operation !== 'same')
  const rows = new Map(valid.map(row => [withoutEarlier(resource, row, earlier), row]))
  const refusals = await refusalsOf(work, resource, [...rows.keys()], (inside, some) =>
    writeInto({ ...checking, work: inside, goodRows: true }, some),
  )
  // Unique values are compared with the whole file.
  const other = [...refusals].filter(([, { code }]) => code !== 'duplicate')
  const refused = new Map(other.map(([row, refusal]) => [rows.get(row), refusal]))
  return staged.map(row => {
    const refusal = refused.get(row)
    if (!refusal) return row
    const at = columnOfError(refusal, reading)
    return { ...row, problems: [{ row: row.row, ...at, message: messageOf(refusal, at) }] }
  })
}

/** The message at the cell; of a row as a whole, with what caused it. */
const messageOf = ({ text, errors }: Refusal, { field, column }: Pick<RowProblem, 'field' | 'column'>): Bilingual =>
  (column !== undefined && field !== undefined && errors?.[field]) || text

/** A row without references to rows of the file that were checked with others: those are not written. */
function withoutEarlier(resource: Resource, row: StagedRow, earlier: ReadonlySet<string>): StagedRow {
  const names = selfReferences(resource).map(({ name }) => name)
  const isStored = ([name, value]: readonly [string, unknown]) => !names.includes(name) || !earlier.has(String(value))
  return { ...row, record: Object.fromEntries(Object.entries(row.record).filter(isStored)) }
}
