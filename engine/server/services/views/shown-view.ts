import type { Resource } from '../../../model/model.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { Refusal } from '../../errors/refuse.ts'
import { type QueryInput, readQuery } from '../../store/query.ts'
import { isShowable, type ViewInput } from './view-input.ts'

/** The part of a stored view that a reader may use now. */
export interface Usable extends Pick<ViewInput, 'query' | 'sort' | 'columns'> {
  /** The number of omitted conditions and columns, whose fields no longer exist or may not be read. */
  readonly dropped: number
}

/**
 * Omits what the current Model no longer has and what the reader may not read. Only the number is returned: the name of
 * a hidden field is hidden too.
 */
export function usable(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  stored: Pick<ViewInput, 'query' | 'sort' | 'columns'>,
): Usable {
  const isQueryable = (query: QueryInput) => {
    try {
      readQuery(ctx, resource, access, query)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const conditions = Object.entries(stored.query)
  const query = conditions.filter(([name, text]) => isQueryable({ [name]: text }))
  const sort = stored.sort && isQueryable({ ascs: stored.sort.field }) ? stored.sort : null
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
