import { fault, sayFault } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { ofOption } from '../../fields/options.ts'
import type { RowProblem } from '../../model/import-view.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { Refusal, refuse } from '../refuse.ts'
import type { Access } from '../store/access.ts'
import type { Asking } from '../store/asking.ts'
import { sql, word } from '../store/fragment.ts'
import { ownTenant } from '../store/get.ts'
import { prepare } from '../store/prepare.ts'
import { runAll } from '../store/run.ts'
import { stateKey } from '../store/save.ts'
import { live } from '../store/select.ts'
import type { Row } from '../store/shape.ts'
import type { Work } from '../store/work.ts'
import { wouldHoldSql } from '../store/write-row.ts'
import type { Column } from './match-columns.ts'
import type { Proposals } from './propose.ts'
import type { References, Unresolved } from './resolve-references.ts'
import { problems, type Said } from './row-problems.ts'
import { type StagedRow, stagedParents } from './staging.ts'
import type { TableRow } from './table-row.ts'
import { type RowGuard, rowsAtOnce } from './write-rows.ts'

/** What the rows of one import have in common. */
export interface Checking {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  readonly columns: readonly Column[]
  /** How many columns the head has. */
  readonly width: number
  readonly references: References
  /** Which rows may be written; without it only the write itself tells. */
  readonly access?: Access
  /** Values of every row that says nothing else. */
  readonly defaults?: Row
  /** What a person takes in place of what cells say, by field and text. */
  readonly corrections?: Corrections
  /** Finds what wrong cells may mean. */
  readonly proposals?: Proposals
  /** What rows of people and roles have to pass beyond the predicate. */
  readonly guard?: RowGuard
}

/** What cells of a field are taken for, by their text. */
export type Corrections = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A row on its way: its cells read, its references still to be found. */
interface Draft extends Unresolved {
  readonly source: TableRow
  readonly recordId: string
}

/** Reads and checks a chunk of rows as the store would check each: nothing is written. */
export async function checkRows(checking: Checking, rows: readonly TableRow[]): Promise<StagedRow[]> {
  const { work, resource, references } = checking
  const { asking, queries } = work
  const drafts = rows.map(row => readRow(checking, row))
  await references.resolve(queries, asking, resource, drafts)
  const parents = await parentsAbove(checking, drafts)
  const taken = await takenValues(checking, drafts)
  const here = new Map<string, { row: number; recordId: string; isWrong: boolean }>()
  const staged = drafts.map(draft => {
    settleParent(resource, draft, text => here.get(text) ?? parents.get(text))
    const record = checkDraft(asking, resource, draft)
    for (const [field, values] of taken) {
      if (!draft.errors.has(field.name) && values.has(String(draft.values[field.name]))) {
        draft.errors.set(field.name, problems.taken(field.title))
      }
    }
    const { row } = draft.source
    const staged = { row, recordId: draft.recordId, record, problems: problemsOf(checking, draft) }
    for (const name of parentNames(resource)) {
      const text = record[name]
      const isNew = typeof text === 'string' && !here.has(text) && !parents.has(text)
      if (isNew) here.set(text, { row, recordId: draft.recordId, isWrong: staged.problems.length > 0 })
    }
    return staged
  })
  const allowed = await withBarred(checking, staged)
  return checking.proposals ? checking.proposals.addTo(work, resource, allowed) : allowed
}

/** Adds to rows that are right but for that: who imports them may not write them. */
async function withBarred(checking: Checking, staged: readonly StagedRow[]): Promise<StagedRow[]> {
  const { work, resource, access, guard } = checking
  const barred = new Map<StagedRow, Bilingual>()
  const right = staged.filter(({ problems }) => problems.length === 0)
  if (access?.bound) {
    for (const some of portions(right, rowsAtOnce(resource))) {
      const rows = some.map(({ recordId, record }) => {
        const owner = resource.owner === undefined ? null : record[resource.owner]
        return { record, given: { id: recordId, ownerId: owner == null ? null : String(owner) } }
      })
      const held = await runAll(work.queries, wouldHoldSql(work.asking, resource, rows, access))
      for (const row of held) {
        const one = some[Number(row['row'])]
        if (one && row['held'] !== true) barred.set(one, refuse.outOfReach().say)
      }
    }
  }
  if (guard) for (const row of right) await guard(row.record).catch(error => barred.set(row, sentenceOf(error)))
  return staged.map(row => {
    const say = barred.get(row)
    return say ? { ...row, problems: [{ row: row.row, message: say }] } : row
  })
}

function sentenceOf(error: unknown): Bilingual {
  if (error instanceof Refusal) return error.say
  throw error
}

function portions<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most)
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most))
}

/** Turns cells into values; what is wrong with one is said of its field. */
function readRow({ work, columns, width, defaults, corrections }: Checking, source: TableRow): Draft {
  const values: Row = { ...defaults }
  const texts = new Map<Field, string>()
  const errors = new Map<string, Said>()
  const surplus = source.cells.slice(width).filter(cell => cell.trim() !== '').length
  if (surplus > 0) errors.set('', problems.tooManyCells(surplus))
  for (const { index, field } of columns) {
    const said = source.cells[index]?.trim() ?? ''
    const text = corrections?.get(field.name)?.get(said) ?? said
    if (text === '') continue
    const type = typeOf(field)
    const spoilt = source.faults?.includes(index) ? problems.spreadsheetError(text) : digitsLost(field, text)
    if (spoilt) {
      errors.set(field.name, spoilt)
      continue
    }
    // The sign that stands for a byte that its encoding does not know.
    if (text.includes('\ufffd')) errors.set(field.name, { message: sayFault(fault('value.unclean'), field.title) })
    else if (field.type === 'reference') texts.set(field, text)
    else {
      const read = type.parse(text, field, work.asking.model)
      if ('fault' in read) errors.set(field.name, { message: sayFault(read.fault, field.title) })
      else values[field.name] = type.normalise ? type.normalise(read.value, field) : read.value
    }
  }
  return { source, recordId: work.ids.next(), values, texts, errors }
}

/** A long number as a spreadsheet writes it that did not keep all digits. */
function digitsLost(field: Field, text: string): Said | undefined {
  const isLong = /^-?\d(\.\d+)?E\+(\d+)$/i.exec(text)
  return isLong && Number(isLong[2]) >= 11 && field.rule === 'string' ? problems.digitsLost(field.title) : undefined
}

/** The record as it would be stored; what hinders that is added to the draft's errors. */
function checkDraft(asking: Asking, resource: Resource, draft: Draft): Row {
  try {
    const { after } = prepare(asking, resource, null, { ...draft.values, ...startOf(asking, resource) }, new Map())
    const fields = resource.fields.filter(({ name, column }) => column && (after[name] ?? null) !== null)
    return Object.fromEntries(fields.map(({ name }) => [name, after[name]]))
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error
    for (const [name, message] of Object.entries(error.errors)) {
      if (!draft.errors.has(name)) draft.errors.set(name, { message })
    }
    return draft.values
  }
}

const startOf = (asking: Asking, resource: Resource): Row =>
  resource.lifecycle ? { [resource.lifecycle.field]: stateKey(asking, resource, resource.lifecycle.start) } : {}

function problemsOf({ columns }: Checking, { source, errors }: Draft): RowProblem[] {
  const columnOf = (name: string) => columns.find(({ field }) => field.name === name)
  // As the row reads from left to right; what is wrong with the row as a whole comes first.
  const ordered = [...errors].sort(([one], [other]) => (columnOf(one)?.index ?? -1) - (columnOf(other)?.index ?? -1))
  return ordered.map(([name, said]) => {
    const column = columnOf(name)
    const value = column && source.cells[column.index]?.trim()
    return {
      row: source.row,
      ...(name !== '' && { field: name }),
      ...(column && { column: column.source }),
      ...(value && { value: [...value].slice(0, 100).join('') }),
      ...said,
    }
  })
}

/** Of each unique field, those of the values that a stored row has already. */
async function takenValues({ work, resource }: Checking, drafts: readonly Draft[]) {
  const taken = new Map<Field, ReadonlySet<string>>()
  for (const field of resource.fields) {
    if (!field.unique || !field.column) continue
    const values = drafts.flatMap(({ values }) => (values[field.name] == null ? [] : [String(values[field.name])]))
    if (values.length === 0) continue
    // The cast would keep a text's index from being used, and only texts need none.
    const column = word(field.rule === 'string' ? `t."${field.column}"` : `t."${field.column}"::text`)
    const where = sql`${live('t')}${ownTenant(work.asking, resource)} and ${column} = any(${values}::text[])`
    const rows = await runAll(
      work.queries,
      sql`select ${column} as value from ${word(`"${resource.table}" t`)} where ${where}`,
    )
    if (rows.length > 0) taken.set(field, new Set(rows.map(({ value }) => String(value))))
  }
  return taken
}

const treeField = ({ tree, name, fields }: Resource): Field | undefined =>
  fields.find(field => field.name === tree && ofOption(field) === name)

/** The fields by which a row may be meant as a parent. */
const parentNames = (resource: Resource): string[] =>
  treeField(resource)
    ? resource.fields
        .filter(({ name, unique, rule }) => rule === 'string' && (unique || name === resource.display))
        .map(({ name }) => name)
    : []

/** Parents that were not found among stored rows, looked for in earlier chunks of the same file. */
async function parentsAbove({ id, work, resource }: Checking, drafts: readonly Draft[]) {
  const field = treeField(resource)
  const texts = drafts.flatMap(({ errors, texts }) => (field && errors.has(field.name) ? [texts.get(field) ?? ''] : []))
  if (texts.length === 0) return new Map()
  return stagedParents(work.queries, id, parentNames(resource), [...new Set(texts)])
}

function settleParent(
  resource: Resource,
  draft: Draft,
  find: (text: string) => { row: number; recordId: string; isWrong: boolean } | undefined,
): void {
  const field = treeField(resource)
  const text = field && draft.texts.get(field)
  if (!field || text === undefined || !draft.errors.has(field.name)) return
  const parent = find(text)
  if (!parent) draft.errors.set(field.name, problems.noParent(text))
  else if (parent.isWrong) draft.errors.set(field.name, problems.parentWrong(parent.row))
  else {
    draft.errors.delete(field.name)
    draft.values[field.name] = parent.recordId
  }
}
