import type { ParsedProcess } from '../processes/process-faults.ts'
import type { FaultWords } from '../rules/fault-texts.ts'
import type { ProblemCode } from './problem-messages.ts'

/** One file of descriptors as text, an image that they name, or a process. */
export interface Source {
  /** Relative to its root: `resources/ent/entInfo.yaml`. */
  readonly file: string
  readonly text: string
  /** The root of the file; an app's file replaces the engine's file of the same name. */
  readonly origin: 'app' | 'base'
  /** Why the file cannot be used as it is; its text is decoded as far as possible. */
  readonly fault?: SourceFault
  /** Of a process: what its text contains. Absent of a stored revision, whose processes were checked. */
  readonly process?: ParsedProcess
}

/** A fault of a file as such, at an offset of its text. */
export interface SourceFault {
  readonly offset: number
  readonly code: Extract<ProblemCode, `file.${string}`>
  readonly words: FaultWords
}

/** Whether a file at the top of an app's folder is an image, which app.yaml may name. A PNG file is read as base64. */
export const isImageFile = (file: string): boolean => /^[^/]+\.(svg|png)$/i.test(file)

/** Whether a file is the process of an app, `processes/<key>.bpmn`. */
export const isProcessFile = (file: string): boolean => /^processes\/[^/]+\.bpmn$/.test(file)

/** Sources as they are stored. */
export const storedForm = (sources: readonly Source[]): readonly Source[] =>
  sources.map(({ process: _, ...source }) => source)

/** Whether a file was read with the same result. */
export const isSameSource = (one: Source | undefined, other: Source | undefined): boolean =>
  one?.text === other?.text && one?.fault?.code === other?.fault?.code
