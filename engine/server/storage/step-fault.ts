import type { SourcePosition } from '../../compiler/problem.ts'
import type { Bilingual } from '../../model/model.ts'

/** A migration for what the planner cannot express, run once: `migrations/0001-some-words.sql`. */
export interface MigrationStep {
  readonly name: string
  readonly text: string
}

/** Thrown when the steps differ from those that the database has recorded, or a step is invalid. */
export class StepFault extends Error {
  /** It names the file, unless it is about a line of it. */
  readonly text: Bilingual
  readonly at: SourcePosition | undefined

  constructor(text: Bilingual, at?: SourcePosition, options?: ErrorOptions) {
    super(at ? `${at.file}:${at.line}:${at.column}: ${text.en}` : text.en, options)
    this.text = text
    this.at = at
  }

  /** The text with its place. */
  get placed(): Bilingual {
    if (!this.at) return this.text
    const { file, line, column } = this.at
    const place = `${file}:${line}:${column}`
    return { zh: `${place}：${this.text.zh}`, en: `${place}: ${this.text.en}` }
  }
}
