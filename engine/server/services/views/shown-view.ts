import { isId } from '../../../fields/id/id-text.ts'
import type { Field, Resource } from '../../../model/model.ts'
import type { Access } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { Refusal } from '../../errors/refuse.ts'
import { type Query, type QueryInput, readQuery } from '../../store/query.ts'
import type { SeesRecord } from '../../store/visible-references.ts'
import { isShowable, type ViewInput } from './view-input.ts'

/** The part of a stored view that a reader may use now. */
export interface Usable extends Pick<ViewInput, 'query' | 'sort' | 'columns'> {
  /** The number of omitted conditions and columns, whose fields no longer exist or may not be read. */
  readonly dropped: number
}

type Stored = Pick<ViewInput, 'query' | 'sort' | 'columns'>

/**
 * Omits what the current Model no longer has and what the reader may not read, also conditions on records that the
 * reader may not see. Only the number is returned: the name of a hidden field is hidden too.
 */
export function usable(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  stored: Stored,
  seesRecord: SeesRecord,
): Usable {
  const isUsable = ([name, text]: readonly [string, QueryValue]) =>
    queryOf(ctx, resource, access, { [name]: text })?.conditions.every(({ field }) =>
      idsIn(text).every(id => seesRecord(field, id)),
    ) ?? false
  const conditions = Object.entries(stored.query)
  const query = conditions.filter(isUsable)
  const sort = stored.sort && queryOf(ctx, resource, access, { ascs: stored.sort.field }) ? stored.sort : null
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

/** The ids that the conditions of a view compare with, by field. */
export const namedIn = (
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  { query }: Stored,
): { readonly field: Field; readonly ids: readonly string[] }[] =>
  Object.entries(query).flatMap(([name, text]) =>
    (queryOf(ctx, resource, access, { [name]: text })?.conditions ?? []).map(({ field }) => ({
      field,
      ids: idsIn(text),
    })),
  )

type QueryValue = NonNullable<QueryInput[string]>

const idsIn = (text: QueryValue): string[] =>
  [text]
    .flat()
    .flatMap(one => one.split(','))
    .map(one => one.trim())
    .filter(isId)

/** The query; undefined where the reader may not use it. */
function queryOf(ctx: RequestContext, resource: Resource, access: Access, query: QueryInput): Query | undefined {
  try {
    return readQuery(ctx, resource, access, query)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
