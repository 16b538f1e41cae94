import { type CellReader, cellReader } from '../../../fields/cell-reader.ts'
import type { CellOptions } from '../../../model/import-view.ts'
import { masterFieldOf } from '../../../model/lines.ts'
import type { Resource } from '../../../model/model.ts'
import { wallText } from '../../../rules/zone.ts'
import type { Row } from '../../database/shape.ts'
import type { PlannedWrite } from '../../store/aspects/aspect.ts'
import { refusalsOf } from '../../store/check.ts'
import { withTargetsOf } from '../../store/target-records.ts'
import type { Work } from '../../store/work.ts'
import { addRefusal, checkDraft } from './check-draft.ts'
import type { FileReading } from './file-reading.ts'
import type { ImportAccess } from './import-access.ts'
import { matchStored } from './match-stored.ts'
import { type Propose, problemsOf } from './problems-of.ts'
import type { Proposals } from './proposals.ts'
import { type Corrections, type LineDraft, type RecordDraft, recordDraftOf } from './record-draft.ts'
import type { RecordRows } from './record-rows.ts'
import { namingInFile, type RowBefore, resolveInFile, rowsReferredTo, selfReferences } from './references-in-file.ts'
import type { References } from './resolve-references.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { refuseDuplicates, uniqueKeysOf } from './unique-keys.ts'
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
  const { match } = reading
  const link = masterFieldOf(resource)
  if (match && link) await resolveMasters(checking, link.name, drafts)
  if (match) await matchStored(work, resource, match, drafts)
  for (const draft of drafts) fillOwn(checking, draft)
  await resolveAll(checking, drafts)
  for (const draft of drafts) refuseOtherOwners(checking, draft)
  const before = await rowsReferredTo(queries, id, resource, drafts)
  const here = new Map<string, RowBefore>()
  const checked: CheckedRow[] = []
  const inside = await withTargetsOf(work, resource, drafts.flatMap(valuesOf))
  for (const draft of drafts) {
    resolveInFile(resource, draft, text => before.get(text) ?? here.get(text))
    const { row } = draft.source
    const { recordId, place } = draft
    const { planned, ...done } = await checkDraft(inside, resource, reading, draft)
    const isWrong = hasErrors(draft)
    const uniqueKeys = planned && !isWrong ? uniqueKeysOf(work, resource, draft, planned) : []
    const staged = { row, recordId, ...done, problems: [], uniqueKeys, ...(place !== undefined && { place }) }
    checked.push({ draft, staged, ...(planned && !isWrong && { planned }) })
    for (const { name } of namingInFile(resource)) {
      const value = done.record[name] ?? null
      if (value !== null && !here.has(String(value))) here.set(String(value), { row, recordId, isWrong })
    }
  }
  const earlier = new Set([...before.values()].map(({ recordId }) => recordId))
  await refuseStored(checking, checked)
  await refuseUnwritable(checking, checked, earlier)
  const propose: Propose = (of, values, problem) =>
    proposals ? proposals.add(work, of, values, problem) : Promise.resolve(problem)
  const result: StagedRow[] = []
  for (const { draft, staged } of checked)
    result.push({ ...staged, problems: await problemsOf(resource, draft, propose) })
  return result
}

/** A row of the file, and its change if that was valid as far as the row alone shows. */
interface CheckedRow {
  readonly draft: RecordDraft
  readonly staged: StagedRow
  readonly planned?: PlannedWrite
}

const hasErrors = ({ barred, errors, lines }: RecordDraft): boolean =>
  barred !== undefined || errors.size > 0 || [...lines.values()].flat().some(line => line.errors.size > 0)

/** Rows that would be written. */
const writable = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ draft, staged, planned }) =>
    planned && staged.operation !== 'same' && !hasErrors(draft) ? [{ draft, staged, planned }] : [],
  )

/** Adds an error to each unique value of a record or of its lines that a stored one has. */
async function refuseStored({ work, resource, reading }: Checking, rows: readonly CheckedRow[]): Promise<void> {
  const records = writable(rows).map(({ draft, planned }) => ({ draft, after: planned.after }))
  await refuseDuplicates(work, resource, records, ({ recordId }, holder) => recordId === holder)
  for (const { part } of reading.parts) {
    const stored = new Map<LineDraft, ReadonlySet<string>>()
    const lines = writable(rows).flatMap(({ draft, planned }) => {
      const there = new Set(draft.stored?.lines.get(part.name)?.map(({ id }) => String(id)))
      const after = planned.parts.find(one => one.part.name === part.name)?.lines ?? []
      return (draft.lines.get(part.name) ?? []).map((line, index) => {
        stored.set(line, there)
        return { draft: line, after: after[index]?.after ?? {} }
      })
    })
    await refuseDuplicates(work, part.resource, lines, (line, holder) => stored.get(line)?.has(holder) ?? false)
  }
}

/** The reader of the cells of a file, whose times with a zone become times of the system's zone. */
export const cellReaderOf = (options: CellOptions, zone: string): CellReader =>
  cellReader(options, instant => wallText(instant, zone))

/** The stored record of a draft with its lines, and the values of the file. */
const valuesOf = ({ stored, values, lines }: RecordDraft): Row[] => [
  ...(stored ? [{ ...stored.record, ...Object.fromEntries(stored.lines) }] : []),
  { ...values, ...Object.fromEntries([...lines].map(([name, rows]) => [name, rows.map(line => line.values)])) },
]

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
async function resolveAll({ work, resource, reading, references }: Checking, drafts: readonly RecordDraft[]) {
  const { ctx, queries } = work
  await references.resolve(queries, ctx, resource, drafts)
  for (const { part } of reading.parts) {
    const lines = drafts.flatMap(draft => draft.lines.get(part.name) ?? [])
    await references.resolve(queries, ctx, part.resource, lines)
  }
}

/** Adds an error to valid rows that the write refuses: it writes them, in the order of the file, and nothing stays. */
async function refuseUnwritable(
  checking: Checking,
  rows: readonly CheckedRow[],
  earlier: ReadonlySet<string>,
): Promise<void> {
  const { work, resource } = checking
  const wrong = new Map(rows.filter(({ draft }) => hasErrors(draft)).map(one => [one.draft.recordId, one.staged.row]))
  const targetIsWrong = ({ draft, staged }: CheckedRow): boolean => {
    const field = selfReferences(resource).find(({ name }) => wrong.has(String(staged.record[name])))
    if (!field) return false
    draft.errors.set(field.name, problems.targetWrong(field.title, wrong.get(String(staged.record[field.name])) ?? 0))
    wrong.set(draft.recordId, staged.row)
    return true
  }
  const valid = writable(rows).filter(row => !targetIsWrong(row))
  const items = new Map(valid.map(one => [withoutEarlier(resource, one.staged, earlier), one]))
  const refusals = await refusalsOf(work, resource, [...items.keys()], (inside, some) =>
    writeInto({ ...checking, work: inside, goodRows: true }, some),
  )
  const known = new Set<string>()
  for (const [item, row] of items) {
    const keys = (item.uniqueKeys ?? []).map(({ set, key }) => `${set} ${key}`)
    // What rows of the file repeat, and lines of one row, is found in the whole file.
    const isRepeat = keys.some((key, index) => known.has(key) || keys.indexOf(key) < index)
    for (const key of keys) known.add(key)
    const refusal = refusals.get(item)
    if (!refusal || targetIsWrong(row)) continue
    if (refusal.code !== 'duplicate' || !isRepeat) addRefusal(row.draft, refusal)
    wrong.set(row.draft.recordId, row.staged.row)
  }
}

/** A row without references to rows of the file that were checked with others: those are not written. */
function withoutEarlier(resource: Resource, row: StagedRow, earlier: ReadonlySet<string>): StagedRow {
  const names = selfReferences(resource).map(({ name }) => name)
  const isStored = ([name, value]: readonly [string, unknown]) => !names.includes(name) || !earlier.has(String(value))
  return { ...row, record: Object.fromEntries(Object.entries(row.record).filter(isStored)) }
}
