import { isPicked } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { accessTo, demand } from '../auth/access.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { chosenFrom, namesOf } from './look-up.ts'
import type { ReferenceOption } from './operations.ts'
import { firstPick } from './picks.ts'
import type { Work } from './work.ts'

/**
 * The record that a save would choose now for a reference with `pick`, if the actor may see it. It requires the right to
 * add or edit the referring record.
 */
export async function nextPick(
  work: Work,
  resource: Resource,
  name: string,
  record: Row,
): Promise<ReferenceOption | undefined> {
  const { ctx, queries } = work
  const { field, of } = chosenFrom(ctx, resource, name)
  if (!isPicked(field)) throw refuse.unknownName(name)
  if (!accessTo(ctx, resource, 'add').allowed) demand(ctx, resource, 'edit')
  const first = await firstPick(work, resource, field, of, record)
  const [option] = first === null ? [] : await namesOf(queries, ctx, of, [first])
  return option
}
