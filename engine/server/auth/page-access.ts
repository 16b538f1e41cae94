import type { WebPage } from '../../model/model.ts'
import type { RequestContext } from './request-context.ts'

/** Whether the user may open a page: it needs no code, or the user has it. */
export const mayOpen = ({ actor }: RequestContext, { code }: WebPage): boolean =>
  code === 'anyone' || code === 'signedIn' || actor.administrator || actor.codes.has(code)
