import type { Message, Resource, Step } from '../../model/model.ts'
import type { Row } from '../database/shape.ts'

/** A step that was written, as its effects read it. */
export interface TakenStep {
  readonly resource: Resource
  readonly step: Step
  /** The record after the step, with its lines. */
  readonly record: Row
  readonly input: Row
  /** The id of the step's history entry. */
  readonly entryId: string
  /** The message that the request chose. */
  readonly message?: Message
}
