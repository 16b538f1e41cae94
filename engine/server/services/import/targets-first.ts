import type { Resource } from '../../../model/model.ts'
import type { FileReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'
import type { Corrections } from './record-draft.ts'
import type { RecordRows } from './record-rows.ts'
import { namingInFile, selfReferences } from './references-in-file.ts'

/** Records that are kept until the end of the file. Further ones are checked in the order of the file. */
const maxKept = 200_000

/**
 * The records in an order in which a row follows the rows to which it refers. One that refers to no row above is kept
 * until the end of the file, and gets a place among the rows that are written last.
 */
export async function* targetsFirst(
  resource: Resource,
  { columns }: Pick<FileReading, 'columns'>,
  corrections: Corrections | undefined,
  chunks: AsyncIterable<readonly RecordRows[]>,
): AsyncGenerator<readonly RecordRows[]> {
  const columnsOf = (names: readonly { readonly name: string }[]) =>
    columns.filter(({ target }) => names.some(({ name }) => name === target.field.name))
  const referring = columnsOf(selfReferences(resource))
  if (referring.length === 0) {
    yield* chunks
    return
  }
  const naming = columnsOf(namingInFile(resource))
  const textsOf = (of: readonly MatchedColumn[], { source }: RecordRows) =>
    of.flatMap(({ index, target }) => {
      const text = source.cells[index]?.trim() ?? ''
      return corrections?.get(target.field.name)?.get(text) ?? (text === '' ? [] : text)
    })
  const known = new Set<string>()
  const kept: RecordRows[] = []
  let size = 1
  for await (const records of chunks) {
    size = Math.max(size, records.length)
    const ready = records.filter(record => {
      const isReady = kept.length >= maxKept || textsOf(referring, record).every(text => known.has(text))
      if (!isReady) kept.push(record)
      else for (const text of textsOf(naming, record)) known.add(text)
      return isReady
    })
    if (ready.length > 0) yield ready
  }
  const named = new Map<string, number>()
  for (const [index, record] of kept.entries())
    for (const text of textsOf(naming, record)) if (!named.has(text)) named.set(text, index)
  const targets = kept.map(record => [
    ...new Set(textsOf(referring, record).flatMap(text => (known.has(text) ? [] : (named.get(text) ?? [])))),
  ])
  const ordered = afterTargets(targets).map(({ index, circle }, place): RecordRows[] => {
    const record = kept[index]
    return record
      ? [{ ...record, place: place + 1, ...(circle && { circle: circle.map(one => rowOf(kept, one)) }) }]
      : []
  })
  const rest = ordered.flat()
  for (let from = 0; from < rest.length; from += size) yield rest.slice(from, from + size)
}

const rowOf = (records: readonly RecordRows[], index: number): number => records[index]?.source.row ?? 0

/** An item, and the items that refer to each other in a circle if it is one of them. */
interface Ordered {
  readonly index: number
  readonly circle?: readonly number[]
}

/** Items in an order in which each follows its targets, except in a circle, whose items follow each other. */
export function afterTargets(targets: readonly (readonly number[])[]): Ordered[] {
  const ordered: Ordered[] = []
  const done = new Set<number>()
  const put = (index: number, circle?: readonly number[]) => {
    ordered.push({ index, ...(circle && { circle }) })
    done.add(index)
  }
  for (const start of targets.keys()) {
    // Each item waits for the next one.
    const path = done.has(start) ? [] : [start]
    const waiting = new Set(path)
    for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
      const next = targets[index]?.find(target => !done.has(target))
      if (next !== undefined && !waiting.has(next)) {
        path.push(next)
        waiting.add(next)
        continue
      }
      const circle = next === undefined ? undefined : path.slice(path.indexOf(next))
      for (const one of circle ?? [index]) put(one, circle)
      path.splice(-(circle?.length ?? 1))
    }
  }
  return ordered
}
