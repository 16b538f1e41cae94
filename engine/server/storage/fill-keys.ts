import { displayKeyColumn } from '../../fields/display-key.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import type { KeyFill } from './change.ts'
import { displayKeyOf } from './display-key.ts'
import { quoted } from './sql-text.ts'

const rowsAtOnce = 1000

/**
 * Computes the pinyin keys of all rows of a table, with a short statement per thousand rows. A row written meanwhile
 * keeps the key of its writer. After an interruption it starts again: the plan still contains it.
 */
export async function fillKeys(queries: Queries, { table, from, key }: KeyFill): Promise<void> {
  // Of the table: an order by the texts that the statement returns would not be that of the condition.
  const ids = key.map(name => `t.${quoted(name)}`).join(', ')
  const types = key.map(name => (name === 'id' ? 'bigint' : 'text'))
  const texts = key.map(name => `${quoted(name)}::text as ${quoted(name)}`).join(', ')
  const row = `(${key.map((_, index) => `$${index + 1}::${types[index]}`).join(', ')})`
  let last: readonly unknown[] | undefined
  for (;;) {
    const rows = await run(
      queries,
      `select ${texts}, ${quoted(from)}::text as "#text" from ${quoted(table)} t${last ? ` where (${ids}) > ${row}` : ''} order by ${ids} limit ${rowsAtOnce}`,
      last ? [...last] : [],
    )
    const keyed = rows.map(one => {
      const text = one['#text']
      return { ...one, '#key': text === null ? null : displayKeyOf(String(text)) }
    })
    if (keyed.length > 0) await write(queries, { table, from, key }, types, keyed)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = key.map(name => end[name])
  }
}

async function write(
  queries: Queries,
  { table, from, key }: KeyFill,
  types: readonly string[],
  rows: readonly unknown[],
): Promise<void> {
  const columns = [...key.map((name, index) => `${quoted(name)} ${types[index]}`), '"#text" text', '"#key" text']
  const same = key.map(name => `t.${quoted(name)} = v.${quoted(name)}`).join(' and ')
  const isUnchanged = `t.${quoted(from)}::text is not distinct from v."#text"`
  const isOther = `t.${quoted(displayKeyColumn)} is distinct from v."#key"`
  await run(
    queries,
    `update ${quoted(table)} t set ${quoted(displayKeyColumn)} = v."#key" from jsonb_to_recordset($1::text::jsonb) as v(${columns.join(', ')}) where ${same} and ${isUnchanged} and ${isOther}`,
    [JSON.stringify(rows)],
  )
}
