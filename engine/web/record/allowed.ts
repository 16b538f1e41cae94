import { useMemo } from 'react'
import { allowConditionOf, type ConditionalOperation, notAllowed } from '../../model/allow-if.ts'
import { contextOfPart, type EvaluationContext, isSatisfied, readsOthers } from '../../record/expressions.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTargetContext } from './use-target-context.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The reason why `allowIf` refuses an operation on a record; undefined if it is allowed, or if it reads other records that
 * are not loaded. The server checks again.
 */
export function refusalReason(
  { resource, model, language }: ResourcePart,
  operation: ConditionalOperation,
  record: Values,
  context: EvaluationContext,
): string | undefined {
  const condition = allowConditionOf(resource, operation)
  if (condition === undefined) return undefined
  const ctx = contextOfPart(model, context)
  const isTrue = isSatisfied(ctx, resource, condition, record)
  if (isTrue === true || (isTrue === null && readsOthers(ctx, resource, condition))) return undefined
  return notAllowed(model, resource, operation, record)[language]
}

/** The reasons why a record cannot be edited or deleted now; undefined if it can. */
export function useRefusalReasons(
  part: ResourcePart,
  record: Values,
): Readonly<Record<ConditionalOperation, string | undefined>> {
  const context = useTargetContext(part.resource.name)
  return useMemo(
    () => ({
      edit: part.resource.allowIf && refusalReason(part, 'edit', record, context()),
      delete: part.resource.allowIf && refusalReason(part, 'delete', record, context()),
    }),
    [part, record, context],
  )
}
