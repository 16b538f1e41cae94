import { resourceOf } from '../../model/names.ts'
import type { RecordDefault } from '../../record/record-defaults.ts'
import { accessToNames, isHiddenTarget } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'

/**
 * Whether a default that reads the record may set a field: the input does not contain it, and the actor may read what
 * it copies from other records. Of users whom the actor reads by name only, that is the display value. The record of a
 * line (`link`) is written by the same actor, so that its fields need no right to view it.
 */
export const opensDefault =
  (ctx: RequestContext, given: Row, link?: string) =>
  ({ field, targets }: RecordDefault): boolean =>
    !(field.name in given) &&
    targets.every(({ reference, target, name }) => {
      const other = resourceOf(ctx.model, target)
      const { hidden, rows, whole, isName } = accessToNames(ctx, other)
      const isOfLine = link !== undefined && reference === link
      const isHidden = isOfLine ? hidden.has(name) : isHiddenTarget(ctx, { target, name })
      return !isHidden && (rows === whole || isName(name))
    })
