import type { ResourcePart } from '../data/resource-part.ts'
import { useBrand } from '../frame/brand-context.ts'
import type { RecordScreen } from '../frame/web-part.ts'

/** Further screens of a record of this resource that the user may open. */
export function useRecordLinks({ resource, may }: ResourcePart): readonly RecordScreen[] {
  return useBrand().parts.flatMap(({ recordLinks }) =>
    (recordLinks?.[resource.name] ?? []).filter(({ step }) => step === undefined || may.includes(step)),
  )
}
