import type { Resource } from '../../../model/model.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { Refusal } from '../../errors/refuse.ts'
import { type QueryInput, readQuery } from '../../store/query.ts'
import { isShowable, type ViewInput } from './view-input.ts'

/** What of a stored view a reader may use today. */
export interface Usable extends Pick<ViewInput, 'query' | 'sort' | 'columns'> {
  /** How many conditions and columns were left out: their fields are gone, or not this reader's to see. */
  readonly dropped: number
}

/**
 * Leaves out what the Model of the moment no longer has and what the reader may not read. How much it was is said,
 * not what: the name of a field that is hidden from somebody is hidden, too.
 */
export function usable(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  stored: Pick<ViewInput, 'query' | 'sort' | 'columns'>,
): Usable {
  const isAsked = (query: QueryInput) => {
    try {
      readQuery(ctx, resource, access, query)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const conditions = Object.entries(stored.query)
  const query = conditions.filter(([name, text]) => isAsked({ [name]: text }))
  const sort = stored.sort && isAsked({ ascs: stored.sort.field }) ? stored.sort : null
  const columns = stored.columns?.filter(name => isShowable(resource, access, name)) ?? []
  return {
    query: Object.fromEntries(query),
    sort,
    columns: columns.length > 0 ? columns : null,
    dropped:
      conditions.length -
      query.length +
      (stored.sort && !sort ? 1 : 0) +
      ((stored.columns?.length ?? 0) - columns.length),
  }
}
