import type { Resource } from '../../model/model.ts'
import type { Work } from '../store/work.ts'
import { type Checking, checkRows } from './check-rows.ts'
import type { Column } from './match-columns.ts'
import { problems } from './row-problems.ts'
import { addProblems, repeatedRows, stage } from './staging.ts'
import type { TableRow } from './table-row.ts'

const checkedAtOnce = 200
const repeatsAtOnce = 1000

/** Checks and stages rows, some hundred at a time; tells after each how many are done. */
export async function* checkAll(checking: Checking, rows: AsyncIterable<TableRow>): AsyncGenerator<number> {
  const { work, id } = checking
  let count = 0
  for await (const chunk of chunks(rows, checkedAtOnce)) {
    await stage(work.queries, id, await checkRows(checking, chunk))
    count += chunk.length
    yield count
  }
  await findRepeats(work, id, checking.resource, checking.columns)
}

/** Finds rows that hold the same value of a unique field as a right row above them, wherever in the file. */
async function findRepeats(work: Work, id: string, resource: Resource, columns: readonly Column[]): Promise<void> {
  for (const field of resource.fields.filter(one => one.unique)) {
    const column = columns.find(one => one.field.name === field.name)?.source
    for (;;) {
      const repeats = await repeatedRows(work.queries, id, field.name, repeatsAtOnce)
      if (repeats.length === 0) break
      const found = repeats.map(({ row, first, value }) => ({
        row,
        field: field.name,
        ...(column !== undefined && { column }),
        value,
        ...problems.repeated(field.title, first),
      }))
      await addProblems(work.queries, id, found)
    }
  }
}

/** Items some at a time. */
export async function* chunks<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < most) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
