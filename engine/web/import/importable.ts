import type { Chosen, ImportTarget } from '../../model/import-view.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'

/** Whether this user may import into a resource: to add records, or to change those that are there. */
export const mayImport = ({ may }: ResourcePart): boolean =>
  may.includes('import') && (may.includes('add') || may.includes('edit'))

/** The required fields to which no column is assigned. */
export const missingTargets = (targets: readonly ImportTarget[], columns: Chosen): ImportTarget[] => {
  const chosen = Object.values(columns)
  const hasLine = (name: string) => chosen.some(one => one.startsWith(`${name.split('.')[0]}.`))
  return targets.filter(
    ({ name, isRequired }) => isRequired && !chosen.includes(name) && (!name.includes('.') || hasLine(name)),
  )
}

/** A number in a sentence: formatted, and as a number for the plural form. */
export const counted = (count: number) => ({ smart_count: count, count: figure(count) })
