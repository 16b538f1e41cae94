import { isDescribed } from '../../model/guard.ts'
import { isLines } from '../../model/lines.ts'
import type { Resource, WebPage } from '../../model/model.ts'
import { operations } from '../../model/model.ts'
import { userSteps } from '../../model/steps.ts'
import { mayRun } from '../auth/access.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { isPerTenant } from '../database/tenancy.ts'

/**
 * Operations, transitions and actions that an actor may run on a resource; with `ports`, only those whose ports have an
 * adapter.
 */
export function allowedOperations(ctx: RequestContext, resource: Resource, ports?: ReadonlySet<string>): string[] {
  const possible = userSteps(resource).filter(({ needs }) => needs === undefined || !ports || ports.has(needs))
  const names = [...operations, ...[...possible, ...resource.binds].map(({ name }) => name)]
  return names.filter(
    name => mayRun(ctx, resource, name) && (name === 'view' || name === 'export' || isEditable(ctx, resource)),
  )
}

/** The platform edits the descriptors for all tenants: the rows of tenants are in other tenants. */
const isEditable = ({ actor }: RequestContext, resource: Resource): boolean =>
  !isDescribed(resource) || !isPerTenant(resource) || actor.tenantId !== platformTenant

/** The resources with lists that an actor may view: lines are shown within their master. */
export const viewable = (ctx: RequestContext): Resource[] =>
  Object.values(ctx.model.resources).filter(resource => isViewable(ctx, resource))

/** Whether an actor may view the list of a resource. */
export const isViewable = (ctx: RequestContext, resource: Resource): boolean =>
  !isLines(resource) && mayRun(ctx, resource, 'view')

/** The index of the Model, which every page of the web loads. */
export function resourcesOfIndex(ctx: RequestContext, ports: ReadonlySet<string>) {
  return viewable(ctx).map(resource => ({
    name: resource.name,
    module: resource.module,
    title: resource.title,
    titles: resource.titles,
    path: resource.path,
    ...(resource.menu && { icon: resource.menu.icon }),
    display: resource.display,
    ...(resource.tree !== undefined && { tree: resource.tree }),
    lifecycle: resource.lifecycle !== undefined,
    ...(resource.screens === false && { screens: false }),
    may: allowedOperations(ctx, resource, ports),
  }))
}

/** Whether the web has screens for a resource. */
export const hasScreens = ({ screens }: Resource): boolean => screens !== false

/** A page of the index, without its permission code. */
export const pageOfIndex = ({ code, menu, ...page }: WebPage) => ({
  ...page,
  ...(menu && { icon: menu.icon }),
  ...(code === 'anyone' && { anyone: true }),
})
