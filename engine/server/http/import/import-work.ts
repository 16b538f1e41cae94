import type { FastifyRequest } from 'fastify'
import { isId } from '../../../fields/id/id-text.ts'
import { renewedActor } from '../../auth/authenticator.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { importAccess } from '../../services/import/import-access.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'
import type { ImportSteps } from '../../services/import/import-steps.ts'
import { importableResource } from '../../services/import/importable-resource.ts'
import { importOf, type StagedImport } from '../../services/import/staged-import.ts'
import { newWork } from '../../store/new-work.ts'
import { executionOf, type StoreParts } from '../../store/store.ts'
import type { Work } from '../../store/work.ts'
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

/** Access to imports under the rights of the actor. */
export interface ImportWork {
  workOf(ctx: RequestContext): Work
  /** The context of the actor's imports into a resource. */
  stepsOf(request: FastifyRequest, resource: string): ImportSteps
  /** The actor's own import, by the parameters of the URL. */
  importOf(
    request: FastifyRequest,
    params: ImportParams,
  ): Promise<{ readonly steps: ImportSteps; readonly staged: StagedImport }>
}

/** The access to imports that is shared by all endpoints. */
export function importWork(parts: ImportCallParts): ImportWork {
  const queries = parts.database.kysely
  const workOf = (ctx: RequestContext): Work => executionOf(parts, newWork(parts, ctx))
  const stepsOf = (request: FastifyRequest, name: string): ImportSteps => {
    const { ctx } = request
    const { userId } = signedInOf(request).actor
    const access = importAccess(ctx, resourceNamed(ctx.model, name))
    const resource = importableResource(ctx.model, name)
    const owner = { tenantId: ctx.actor.tenantId, userId, resource: resource.name }
    return {
      work: workOf(ctx),
      resource,
      access,
      owner,
      catchUp: () => parts.catchUp(),
      renewedActor: ({ model, actor }) => renewedActor(queries, model, actor),
    }
  }
  return {
    workOf,
    stepsOf,
    async importOf(request, { resource, id }) {
      const steps = stepsOf(request, resource)
      if (!isId(id)) throw new ImportRefusal('import.unknown')
      return { steps, staged: await importOf(queries, steps.owner, id) }
    },
  }
}
