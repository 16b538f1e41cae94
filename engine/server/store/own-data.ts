import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { publishTopic } from './outbox.ts'
import type { Work } from './work.ts'

/** How a part uses its own tables and topics. */
export interface OwnData {
  /** A table that a part declares; throws for any other. */
  table(name: string): OwnTable
  /** Publishes on a topic of the part, to the users of the tenant. */
  publish(topic: string, content: unknown): Promise<void>
}

/**
 * The rows of the caller's tenant in a table of a part, in the transaction of the call if it has one. No rights are
 * checked. `where` has values of columns; a `bigint` is a text. Throws for a column that the table does not have.
 */
export interface OwnTable {
  rows(where?: Row): Promise<Row[]>
  /** Adds a row, unless one with its key exists. */
  add(row: Row): Promise<void>
  /** Deletes rows, and returns them. */
  remove(where?: Row): Promise<Row[]>
}

export const ownData = ({ ctx, queries, ids }: Pick<Work, 'ctx' | 'queries' | 'ids'>): OwnData => ({
  table: name => ownTable(ctx, queries, name),
  publish: (topic, content) => publishTopic(queries, ids.next(), ctx.actor.tenantId, topic, content),
})

function ownTable({ model, actor }: RequestContext, queries: Queries, name: string): OwnTable {
  const table = model.tables?.find(one => one.name === name)
  if (!table) throw new Error(`No part has a table "${name}".`)
  const typeOf = (column: string): string => {
    const type = Object.hasOwn(table.columns, column) && /^[a-z0-9()[\]]+/.exec(table.columns[column] ?? '')?.[0]
    if (!type) throw new Error(`The table "${name}" has no column "${column}".`)
    return type
  }
  const from = word(`"${name}"`)
  const given = (column: string, value: unknown) => sql`${value}::${word(typeOf(column))}`
  const matching = (where: Row) =>
    every([
      sql`tenant_id = ${actor.tenantId}`,
      ...Object.entries(where).map(([column, value]) => sql`${word(`"${column}"`)} = ${given(column, value)}`),
    ])
  const read = Object.keys(table.columns).map(one =>
    typeOf(one) === 'bigint' ? `"${one}"::text as "${one}"` : `"${one}"`,
  )
  const order = table.primaryKey.map(one => `"${name}"."${one}"`).join(', ')
  return {
    rows: (where = {}) =>
      runAll(
        queries,
        sql`select ${word(read.join(', '))} from ${from} where ${matching(where)} order by ${word(order)}`,
      ),
    async add(row) {
      const values = Object.entries(row).map(([column, value]) => given(column, value))
      const columns = word(['tenant_id', ...Object.keys(row).map(column => `"${column}"`)].join(', '))
      const all = join([sql`${actor.tenantId}::text`, ...values], ', ', '')
      await runAll(queries, sql`insert into ${from} (${columns}) values (${all}) on conflict do nothing`)
    },
    remove: (where = {}) =>
      runAll(queries, sql`delete from ${from} where ${matching(where)} returning ${word(read.join(', '))}`),
  }
}
