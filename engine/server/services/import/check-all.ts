import { setImmediate } from 'node:timers/promises'
import type { Work } from '../../store/work.ts'
import { type Checking, cellReaderOf, checkRows } from './check-rows.ts'
import type { PartReading } from './file-reading.ts'
import { problemCell } from './problems-of.ts'
import { type RecordRows, recordChunks } from './record-rows.ts'
import { References } from './resolve-references.ts'
import { problems } from './row-problems.ts'
import { positionInSheet } from './sheet-position.ts'
import { addProblems, type LocatedProblem, type StagedRow, stage } from './staged-rows.ts'
import type { TableRow } from './table-row.ts'
import { targetsFirst } from './targets-first.ts'
import { findRepeats } from './unique-keys.ts'
import { keyLines, linesLeft } from './uploaded-rows.ts'

const linesAtOnce = 500

/** Checks and stages records in chunks; yields the number of records done after each chunk. */
export async function* checkAll(
  given: Omit<Checking, 'references'>,
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<number> {
  const { work, id, resource, reading } = given
  const { split } = cellReaderOf(reading.options, work.ctx.clock.zone)
  const checking = { ...given, references: new References(split) }
  for (const { part, own } of reading.parts) if (own) await keyLines(work.queries, id, part.name, own.key.index)
  let count = 0
  const chunks = recordChunks(work.queries, id, reading, rows)
  for await (const all of targetsFirst(resource, reading, checking.corrections, chunks)) {
    const records = all.filter(({ source }) => !checking.written?.has(source.row))
    await stage(work.queries, id, await checkRows(checking, records))
    await addRivalProblems(checking, records)
    count += all.length
    // On the embedded database, nothing else lets the server answer other requests between two chunks.
    await setImmediate()
    yield count
  }
  await findRepeats(work.queries, id, resource, reading)
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
