import { editedFields } from '../../fields/entered-fields.ts'
import { hasLines, returnsSecret } from '../../fields/traits.ts'
import type { ConditionalOperation } from '../../model/allow-if.ts'
import type { Resource, Step } from '../../model/model.ts'
import { messageChoices } from '../../model/steps.ts'
import type { EvaluationContext } from '../../record/expressions.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { refusalReason } from '../record/allowed.ts'
import { isAvailableStep } from '../record/available-steps.ts'

/** A transition or an action that some of the selected records allow. */
export interface OfferedStep {
  readonly step: Step
  /** The loaded records that do not allow it now. */
  readonly barred: number
}

/**
 * Steps to offer for many records, not all of which may be loaded: those that one of them may allow. Lines differ from
 * record to record, so a step that edits them is for one record, as is one of whose messages the user chooses, and one
 * that returns a secret.
 */
export const stepsForMany = (
  part: ResourcePart,
  records: readonly Readonly<Record<string, unknown>>[],
  areAll: boolean,
  context: EvaluationContext,
): readonly OfferedStep[] =>
  recordStepsOf(part.resource)
    .filter(step => part.may.includes(step.name) && isForMany(part.resource, step))
    .map(step => ({
      step,
      barred: records.filter(record => !isAvailableStep(part, step, record, context)).length,
    }))
    .filter(({ barred }) => !areAll || barred < records.length)

const isForMany = (resource: Resource, step: Step): boolean =>
  !editedFields(resource, step).some(hasLines) && messageChoices(step).length < 2 && !returnsSecret(step)

/** How many of the loaded records `allowIf` excludes from an operation, and why the first of them. */
export interface Barred {
  readonly count: number
  readonly why: string | undefined
}

/** The loaded records that cannot be edited or deleted now. */
export function barredFrom(
  part: ResourcePart,
  operation: ConditionalOperation,
  records: readonly Readonly<Record<string, unknown>>[],
  context: EvaluationContext,
): Barred {
  if (!part.resource.allowIf) return { count: 0, why: undefined }
  const reasons = records.flatMap(record => refusalReason(part, operation, record, context) ?? [])
  return { count: reasons.length, why: reasons[0] }
}
