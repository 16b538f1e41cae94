import { resourceOf } from '../../model/names.ts'
import type { RecordDefault } from '../../record/record-defaults.ts'
import { accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'

/**
 * Whether a default that reads the record may set a field: the input does not contain it, and the actor may read what
 * it copies from other records. Of users whom the actor reads by name only, that is the display value.
 */
export const opensDefault =
  (ctx: RequestContext, given: Row) =>
  ({ field, targets }: RecordDefault): boolean =>
    !(field.name in given) &&
    targets.every(({ target, name }) => {
      const other = resourceOf(ctx.model, target)
      const { hidden, rows, whole, isName } = accessToNames(ctx, other)
      return !hidden.has(name) && (rows === whole || isName(name))
    })
