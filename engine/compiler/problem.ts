import type { Bilingual, Language } from '../model/model.ts'
import { type ProblemCode, type Words, wordings } from './wordings.ts'

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
  readonly line: number
  readonly column: number
}

/** A problem in the words of the table. */
export function problem(code: ProblemCode, at: Place, words: Words = {}): Problem {
  const { severity = 'error', message, hint } = wordings[code]
  const said = hint?.(words)
  return { code, severity, at, message: message(words), ...(said && { hint: said }) }
}

/** The problem as a terminal shows it: place and code, then message and hint, indented. */
export function print({ code, severity, at, message, hint }: Problem, language: Language = 'en'): string {
  const head = `${at.file}:${at.line}:${at.column} ${code}${severity === 'warning' ? ' (warning)' : ''}`
  return [head, `  ${message[language]}`, ...(hint ? [`  ${hint[language]}`] : [])].join('\n')
}
