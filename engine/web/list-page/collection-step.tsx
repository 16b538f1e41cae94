import { useEffect } from 'react'
import type { Step } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useCollectionSteps } from '../transitions/use-steps.tsx'

/** An action on the resource as a whole that was chosen in the menu of a phone: it begins when this is mounted. */
export function CollectionStep({ part, step }: { part: ResourcePart; step: Step }) {
  const { begin, dialog } = useCollectionSteps(part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => begin(step), [])
  return dialog
}
