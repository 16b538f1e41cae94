import { useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import type { FormGroup, Language, Model, Resource } from '../../model/model.ts'
import type { FormState } from './form-state.ts'
import type { RecordCheck } from './record-check.ts'
import type { RecordError } from './record-error.ts'

export type Values = Readonly<Record<string, unknown>>

/** The context of every field of a form; stable between key strokes. */
export interface FormContext {
  /** Without an underscore, which RJSF uses as a separator in ids. */
  readonly id: string
  readonly resource: Resource
  readonly groups: readonly FormGroup[]
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly check: RecordCheck
  readonly state: FormState
}

/** The value of one field, followed. */
export const useValue = (state: FormState, name: string): unknown =>
  useSyncExternalStore(state.watch, () => state.values()[name])

/** The warnings of one field; follows their changes. */
export const useWarnings = (state: FormState, name: string): readonly RecordError[] =>
  useSyncExternalStore(state.watch, () => state.warningsOf(name))

/** The errors of one field; follows their changes. */
export const useErrors = (state: FormState, name: string): readonly RecordError[] =>
  useSyncExternalStore(state.watch, () => state.errorsOf(name))
