import type { Resource } from '../../../model/model.ts'
import { codeOf } from '../../../model/names.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { rightsDigest } from '../../auth/rights-digest.ts'
import type { ImportDetails } from './staged-import.ts'

/** A digest of the rights by which a user imports. */
export const importRights = (ctx: RequestContext, resource: Resource): string =>
  rightsDigest(
    ctx,
    resource,
    ['import', 'add', 'edit'].map(operation => codeOf(resource, operation)),
  )

/** Whether rows were checked with the present Model and the present rights of the user. */
export const isCheckedNow = (
  ctx: RequestContext,
  resource: Resource,
  { revision, rights }: Pick<ImportDetails, 'revision' | 'rights'>,
): boolean => revision === ctx.model.revision && rights === importRights(ctx, resource)
