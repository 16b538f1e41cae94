import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, type Shape } from '../database/shape.ts'
import { withComputed } from './computed.ts'
import { readingSql } from './select.ts'
import { withoutInvisible } from './visible-references.ts'
import type { Work } from './work.ts'

type Reading = Pick<Work, 'ctx' | 'queries'>

/**
 * The records of a subquery whose columns are named for their fields, in an order over its alias `r`. A single record has
 * its lines.
 */
export async function readRecords(
  work: Reading,
  shape: Shape,
  rows: Fragment,
  { order = word(''), lines }: { readonly order?: Fragment; readonly lines?: Row } = {},
): Promise<Row[]> {
  const found = await runAll(work.queries, sql`select ${readingSql(work.ctx, shape, 'r')} from (${rows}) r${order}`)
  return recordsFrom(work, shape, found, { lines })
}

/** What a result contains of records as the actor reads them, of which the references are also given as stored. */
export type ShownRecords = (records: readonly Row[], stored: readonly Row[]) => Promise<Row[]>

/** Rows of the driver as the actor reads them: with the names of their references and with computed values. */
export async function recordsFrom(
  work: Reading,
  shape: Shape,
  rows: readonly Row[],
  { lines = {}, shown }: { readonly lines?: Row | undefined; readonly shown?: ShownRecords | undefined } = {},
): Promise<Row[]> {
  const stored = rows.map(row => ({ ...recordOf(shape, row), ...lines }))
  // A line would not be read without its master.
  const isKept = (name: string) => name === shape.master?.field
  const seen = await withoutInvisible(work, shape.references, stored, { isNamed: () => true, isKept })
  const records = await withComputed(work, shape, seen, stored)
  return shown ? shown(records, stored) : records
}
