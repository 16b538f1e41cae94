import type { Bilingual, Language } from '../model/model.ts'
import { type ProblemCode, say, type Words, warnings } from './wordings.ts'

/** One thing wrong with one descriptor, said so that its author can mend it. */
export interface Problem {
  readonly code: ProblemCode
  /** A warning is told and prevents nothing. */
  readonly severity: 'error' | 'warning'
  readonly at: Place
  readonly message: Bilingual
  readonly hint?: Bilingual
}

export interface Place {
  readonly file: string
  /** Counted from one, as `column` is. */
  readonly line: number
  readonly column: number
}

/** A problem in the words of the table. */
export function problem(code: ProblemCode, at: Place, words: Words = {}): Problem {
  return { code, severity: warnings.includes(code) ? 'warning' : 'error', at, ...say(code, words) }
}

/** The problem as a terminal shows it: place and code, then message and hint, indented. */
export function print({ code, at, message, hint }: Problem, language: Language = 'en'): string {
  const head = `${at.file}:${at.line}:${at.column} ${code}`
  return [head, `  ${message[language]}`, ...(hint ? [`  ${hint[language]}`] : [])].join('\n')
}
