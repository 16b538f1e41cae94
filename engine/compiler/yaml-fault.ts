import type { FaultWords } from '../rules/fault-texts.ts'
import type { ProblemCode } from './problem-messages.ts'

/** A YAML feature that the language does not accept, with its position. */
export interface YamlFault {
  readonly offset: number
  readonly code: Extract<ProblemCode, `yaml.${string}`>
  readonly words: FaultWords
}
