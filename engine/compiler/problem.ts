import type { Bilingual, Language } from '../model/model.ts'
import type { ProcessFaultCode } from '../processes/process-faults.ts'
import type { FaultWords } from '../rules/fault-texts.ts'
import { type ProblemCode, problemText, warnings } from './problem-messages.ts'

/** A mistake in a descriptor, with its location and a hint. */
export interface Problem {
  readonly code: ProblemCode | ProcessFaultCode
  /** A warning is reported but does not stop the build. */
  readonly severity: 'error' | 'warning'
  readonly at: SourcePosition
  readonly message: Bilingual
  readonly hint?: Bilingual
}

/** The location of a problem in a descriptor file. */
export interface SourcePosition {
  readonly file: string
  /** Counted from one, like `column`. */
  readonly line: number
  readonly column: number
}

/** The position of an offset in a file's text. */
export function positionIn(
  { file, text }: { readonly file: string; readonly text: string },
  offset: number,
): SourcePosition {
  const before = text.slice(0, offset).split('\n')
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** A problem with the message of the table. */
export function problem(code: ProblemCode, at: SourcePosition, words: FaultWords = {}): Problem {
  return { code, severity: warnings.includes(code) ? 'warning' : 'error', at, ...problemText(code, words) }
}

/** The problem for a terminal: location and code, then the indented message and hint. */
export function print(
  { code, at, message, hint }: Pick<Problem, 'at' | 'message' | 'hint'> & { readonly code: string },
  language: Language = 'en',
): string {
  const head = `${at.file}:${at.line}:${at.column} ${code}`
  return [head, `  ${message[language]}`, ...(hint ? [`  ${hint[language]}`] : [])].join('\n')
}
