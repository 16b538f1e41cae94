import type { RowProblem } from '../../../model/import-view.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { isUnique } from '../../../model/unique-sets.ts'
import type { Work } from '../../store/work.ts'
import { type Checking, checkRows } from './check-rows.ts'
import type { PartReading } from './file-reading.ts'
import { problemCell } from './problems-of.ts'
import { type RecordRows, recordChunks } from './record-rows.ts'
import { problems } from './row-problems.ts'
import { positionInSheet } from './sheet-position.ts'
import {
  overlappingRows,
  type Repeat,
  repeatedLines,
  repeatedRecords,
  repeatedRows,
  repeatedSets,
} from './staged-repeats.ts'
import { addProblems, type LocatedProblem, type StagedRow, stage } from './staged-rows.ts'
import type { TableRow } from './table-row.ts'
import { targetsFirst } from './targets-first.ts'
import { declaredSets, periodKeysOf, placeOf, repeatProblem, setKey } from './unique-sets.ts'
import { linesLeft } from './uploaded-lines.ts'

const repeatsAtOnce = 1000
const linesAtOnce = 500

/** Checks and stages records in chunks; yields the number of records done after each chunk. */
export async function* checkAll(checking: Checking, rows: AsyncIterable<TableRow>): AsyncGenerator<number> {
  const { work, id, resource, reading } = checking
  let count = 0
  const chunks = recordChunks(work.queries, id, reading, rows)
  for await (const all of targetsFirst(resource, reading, checking.corrections, chunks)) {
    const records = all.filter(({ source }) => !checking.written?.has(source.row))
    await stage(work.queries, id, await checkRows(checking, records))
    await addRivalProblems(checking, records)
    count += all.length
    yield count
  }
  await findRepeats(checking, resource)
  for (const part of reading.parts) await findRepeatedLines(work, id, part)
  for (const [index, part] of reading.parts.entries()) await findLeft(work, id, part, index)
}

/** If two rows have the same key, the lines of neither are certain: the first is marked as wrong too. */
async function addRivalProblems({ work, id }: Checking, records: readonly RecordRows[]): Promise<void> {
  const found = records.flatMap(({ rival, source }): LocatedProblem[] => {
    if (!rival) return []
    const { row, column } = rival
    const message = problems.twoOfOneKey({ ...rival, row: source.row })
    return [{ record: row, problem: { row, field: column.target.name, column: column.source, ...message } }]
  })
  if (found.length > 0) await addProblems(work.queries, id, found)
}

/** Finds rows that repeat unique values of a valid row above, or change the same record. */
async function findRepeats({ work, id, reading }: Checking, resource: Resource): Promise<void> {
  const { queries } = work
  const addRepeats = async (find: () => Promise<Repeat[]>, problemOf: (repeat: Repeat) => Omit<RowProblem, 'row'>) => {
    for (;;) {
      const repeats = await find()
      if (repeats.length === 0) break
      const found = repeats.map(one => ({ record: one.row, problem: { row: one.row, ...problemOf(one) } }))
      await addProblems(queries, id, found)
    }
  }
  const repeatedIn = (field: Field) => {
    const column = reading.columns.find(({ target }) => target.field.name === field.name)?.source
    return ({ first, value }: Repeat) => ({
      field: field.name,
      ...(column !== undefined && { column }),
      ...(value !== undefined && { value }),
      ...problems.repeated(field.title, first),
    })
  }
  for (const field of resource.fields.filter(isUnique))
    await addRepeats(() => repeatedRows(queries, id, field, repeatsAtOnce), repeatedIn(field))
  for (const set of declaredSets(resource)) {
    const place = placeOf(resource, set, reading.columns)
    const period = periodKeysOf(set)
    await addRepeats(
      () =>
        period
          ? overlappingRows(queries, id, period, repeatsAtOnce)
          : repeatedSets(queries, id, setKey(set), repeatsAtOnce),
      ({ first }) => ({ ...place, ...repeatProblem(resource, set, first) }),
    )
  }
  if (reading.match)
    await addRepeats(() => repeatedRecords(queries, id, repeatsAtOnce), repeatedIn(reading.match.by.target.field))
}

/** Finds lines that repeat a unique value of a line above, of the same record or another. */
async function findRepeatedLines({ queries }: Work, id: string, { part, columns, own }: PartReading): Promise<void> {
  for (const { target, source: column } of columns) {
    const { field } = target
    if (!isUnique(field)) continue
    for (;;) {
      const repeats = await repeatedLines(queries, id, part.name, field, repeatsAtOnce)
      if (repeats.length === 0) break
      const found = repeats.map(({ record, row, first, value }) => {
        const problem = { row, field: `${part.name}.${field.name}`, column, value: value ?? '' }
        return {
          record,
          problem: { ...problem, ...(own && { sheet: own.sheet }), ...problems.repeated(field.title, first) },
        }
      })
      await addProblems(queries, id, found)
    }
  }
}

/** Stages the lines that belong to no record of the file as errors. */
async function findLeft({ queries, ids }: Work, id: string, { part, own }: PartReading, index: number): Promise<void> {
  if (!own) return
  const { sheet, key } = own
  for (let last = 0; ; ) {
    const lines = await linesLeft(queries, id, part.name, last, linesAtOnce)
    if (lines.length === 0) return
    last = lines.at(-1)?.row ?? last
    const staged = lines.map((line): StagedRow => {
      const { row } = line
      const message = line.key === '' ? problems.masterMissing(key.source) : problems.noMaster(line.key)
      const field = `${part.name}.${part.link.name}`
      const problem = { row, sheet, field, ...problemCell(key, line.cells), ...message }
      return {
        row: positionInSheet(index, row),
        recordId: ids.next(),
        record: {},
        operation: 'add',
        problems: [problem],
      }
    })
    await stage(queries, id, staged)
  }
}
