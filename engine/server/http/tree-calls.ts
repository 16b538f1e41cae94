import { isId } from '../../fields/id/id-text.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { BranchCountsInput } from '../store/branch-counts.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

type OfResource = { readonly Params: { readonly resource: string }; readonly Querystring: Record<string, unknown> }

const longestSearch = 200
/** More branches than a screen shows. */
const maxBranches = 200

/**
 * `/api/engine/{found,below,counts}/…`: searches a tree, returns the descendants of a branch, counts the records in
 * branches.
 */
export function treeCalls(app: App, store: Store): void {
  app.get<OfResource>('/api/engine/found/:resource', async request => {
    const { ctx } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    const { search } = request.query
    if (typeof search !== 'string' || search.trim() === '' || search.length > longestSearch) throw wrongSearch()
    return done(await store.findInTree(ctx, name, search), request.language)
  })
  app.get<OfResource>('/api/engine/below/:resource', async request => {
    const { ctx } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    const { parent } = request.query
    if (typeof parent !== 'string' || !isId(parent)) throw wrongIds()
    return done(await store.wholeBelow(ctx, name, parent), request.language)
  })
  // A read request sent by POST: the ids of a screen of branches are too long for a URL.
  app.post<OfResource>('/api/engine/counts/:resource', { config: { kind: 'read' } }, async request => {
    const { ctx } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    return done(await store.branchCounts(ctx, name, branchesAsked(request.body)), request.language)
  })
}

function branchesAsked(body: unknown): BranchCountsInput {
  const { field, ids, withBelow } = Object(body) as Readonly<Record<string, unknown>>
  if (!Array.isArray(ids) || ids.length > maxBranches || !ids.every(id => typeof id === 'string' && isId(id)))
    throw wrongIds()
  return { field: typeof field === 'string' ? field : '', ids, withBelow: withBelow === true }
}

const wrongSearch = () =>
  refuse.input({ search: { zh: '请输入 1 到 200 个字', en: `Enter 1 to ${longestSearch} characters` } })
