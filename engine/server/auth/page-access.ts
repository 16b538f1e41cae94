import type { WebPage } from '../../model/model.ts'
import { platformTenant } from './actor.ts'
import { isInPackage } from './custom-scope.ts'
import type { RequestContext } from './request-context.ts'

/** Whether the user may open a page: it needs no code, or the user has it; one of the platform, in its tenant. */
export const mayOpen = ({ actor, model }: RequestContext, page: WebPage): boolean =>
  (!page.platform || actor.tenantId === platformTenant) && mayUse(actor, page.code) && isInPackage(model, actor, page)

const mayUse = (actor: RequestContext['actor'], code: string): boolean =>
  code === 'anyone' || code === 'signedIn' || actor.administrator || actor.codes.has(code)
