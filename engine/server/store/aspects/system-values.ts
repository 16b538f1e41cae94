import { typeOf } from '../../../fields/index.ts'
import type { Resource } from '../../../model/model.ts'
import { perModel } from '../../../model/per-model.ts'
import { systemFields } from '../../../model/system-fields.ts'
import type { Warning } from '../../../model/warning.ts'
import { brokenRules, brokenWarnings } from '../../../record/broken-rules.ts'
import { compute, computedOf } from '../../../record/compute.ts'
import { namesReadBy } from '../../../record/expressions.ts'
import { textsOfChange } from '../../../record/formulas.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { withTargets } from '../target-records.ts'
import { type Aspect, isNew } from './aspect.ts'

const all = perModel<ReadonlySet<string>>()

/** The values that a new record gets when it is stored, if computed fields or rules read one: its id, time, serials. */
const givenAndRead = (ctx: RequestContext, resource: Resource): ReadonlySet<string> =>
  all(ctx.model, resource.name, () => {
    const serials = resource.fields.filter(field => typeOf(field).serial)
    const given = new Set([...systemFields, ...serials].map(field => field.name))
    const read = textsOfChange(resource).flatMap(text => namesReadBy(ctx, resource, text).record)
    return new Set(read.filter(name => given.has(name)))
  })

/**
 * Computes a new record again with its id, system values and serials, and checks the rules that read them. They were not
 * known when the record was prepared, because a number is allocated only for a valid record. Returns the warnings of such
 * rules.
 */
function computeWithGiven(ctx: RequestContext, resource: Resource, after: Row): readonly Warning[] {
  const given = givenAndRead(ctx, resource)
  if (given.size === 0) return []
  Object.assign(after, compute(ctx, resource, computedOf(resource), after))
  const messages = brokenRules(ctx, resource, after, name => given.has(name))
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
  return brokenWarnings(ctx, resource, after, name => given.has(name))
}

export const systemValues: Aspect = {
  async before({ work, resource }, changes) {
    const created = changes.filter(isNew)
    const warnings = await withTargets(work, own => created.map(({ after }) => computeWithGiven(own, resource, after)))
    for (const [index, one] of created.entries()) one.warnings = [...(one.warnings ?? []), ...(warnings[index] ?? [])]
  },
}
