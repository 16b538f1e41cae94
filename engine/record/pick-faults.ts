import { fault, faultMessage } from '../fields/fault.ts'
import { isAlwaysRequired } from '../fields/record-schema.ts'
import { isPicked } from '../fields/traits.ts'
import type { Bilingual, Field, Resource } from '../model/model.ts'

type Values = Readonly<Record<string, unknown>>

/** The errors of chosen records: one that its writer may not choose, and of a required one that there is none. */
export function pickFaults(
  { fields }: Resource,
  old: Values | undefined,
  given: Values,
  after: Values,
  path: string,
  hidden: ReadonlySet<string>,
): Record<string, Bilingual> {
  const errors: Record<string, Bilingual> = {}
  for (const field of fields.filter(one => isPicked(one) && !hidden.has(one.name))) {
    const { name, reads = [] } = field
    const own = given[name] ?? null
    if (own !== null && own !== old?.[name] && own !== after[name])
      errors[`${path}${name}`] = faultMessage(fault('value.select-correct'), field.title)
    // Where `when` may hide it, it is checked with the shown fields.
    if ((after[name] ?? null) === null && isAlwaysRequired(field))
      for (const read of reads.length > 0 ? reads : [name]) errors[`${path}${read}`] = noneApplies(field)
  }
  return errors
}

const noneApplies = ({ title: { zh, en } }: Field): Bilingual => ({
  zh: `没有适用的${zh}`,
  en: `No record of "${en}" applies`,
})
