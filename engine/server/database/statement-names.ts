import { createHash } from 'node:crypto'

const hotFrom = 3
const maxNames = 300
const maxCounted = 2000

/**
 * Names for frequent statements, so that PostgreSQL parses and plans them once per connection. A name contains the
 * Model's revision: a plan made before a column was added fails afterwards.
 */
export class StatementNames {
  #revision = ''
  #names = new Map<string, string>()
  #seen = new Map<string, number>()

  get revision(): string {
    return this.#revision
  }

  follow(revision: string): void {
    if (revision === this.#revision) return
    this.#revision = revision
    this.#names = new Map()
    this.#seen = new Map()
  }

  /** The name of the prepared statement, or undefined while the statement is not frequent. */
  of(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= maxNames || !/^(select|insert|update|delete|with)\b/.test(sql))
      return name
    const times = (this.#seen.get(sql) ?? 0) + 1
    if (this.#seen.size >= maxCounted) this.#seen.clear()
    this.#seen.set(sql, times)
    if (times < hotFrom) return undefined
    const fresh = createHash('sha256').update(this.#revision).update('\n').update(sql).digest('base64url').slice(0, 32)
    this.#names.set(sql, fresh)
    this.#seen.delete(sql)
    return fresh
  }
}
