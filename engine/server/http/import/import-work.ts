import type { FastifyRequest } from 'fastify'
import { isId } from '../../../fields/id/id-text.ts'
import { renewedActor } from '../../auth/authenticator.ts'
import { importAccess } from '../../services/import/import-access.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'
import type { ImportSteps } from '../../services/import/import-steps.ts'
import { importableResource } from '../../services/import/importable-resource.ts'
import { importOf } from '../../services/import/staged-import.ts'
import { newWork } from '../../store/new-work.ts'
import { executionOf, type StoreParts } from '../../store/store.ts'
import { resourceNamed, signedInOf } from '../request-parts.ts'

/** The dependencies of the import endpoints. */
export interface ImportCallParts extends StoreParts {
  readonly zone: string
  /** Reads the stored Model, after another process changed the tables. */
  catchUp(): Promise<void>
  /** Folder for files that are being read. */
  readonly scratch: string
}

/** The parameters of an import in a URL. */
export interface ImportParams {
  readonly resource: string
  readonly id: string
}

/** The context of the actor's imports into a resource. */
export function importStepsOf(parts: ImportCallParts, request: FastifyRequest, name: string): ImportSteps {
  const { ctx } = request
  const { userId } = signedInOf(request).actor
  const access = importAccess(ctx, resourceNamed(ctx.model, name))
  const resource = importableResource(ctx.model, name)
  return {
    work: executionOf(parts, newWork(parts, ctx)),
    resource,
    access,
    owner: { tenantId: ctx.actor.tenantId, userId, resource: resource.name },
    catchUp: () => parts.catchUp(),
    renewedActor: ctx => renewedActor(parts.database.kysely, ctx),
  }
}

/** The actor's own import, by the parameters of the URL. */
export async function ownImport(parts: ImportCallParts, request: FastifyRequest, { resource, id }: ImportParams) {
  const steps = importStepsOf(parts, request, resource)
  if (!isId(id)) throw new ImportRefusal('import.unknown')
  return { steps, staged: await importOf(parts.database.kysely, steps.owner, id) }
}
