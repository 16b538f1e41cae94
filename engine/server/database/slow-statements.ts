/** A statement that took long, without its values. */
export interface SlowStatement {
  readonly text: string
  readonly ms: number
  readonly at: string
}

/** Milliseconds from which a statement is slow. */
const slowFrom = 500
const most = 50

/** The latest slow statements of a process. */
export class SlowStatements {
  readonly #log: (statement: SlowStatement) => void
  #latest: readonly SlowStatement[] = []

  constructor(log: (statement: SlowStatement) => void) {
    this.#log = log
  }

  /** Called with each statement and its duration. */
  add(text: string, ms: number): void {
    if (ms < slowFrom) return
    const statement = { text: text.slice(0, 2000), ms: Math.round(ms), at: new Date().toISOString() }
    this.#latest = [statement, ...this.#latest].slice(0, most)
    this.#log(statement)
  }

  get latest(): readonly SlowStatement[] {
    return this.#latest
  }
}
