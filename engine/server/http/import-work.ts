import type { FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import type { Guard } from '../auth/guarded-store.ts'
import type { Database } from '../database/database.ts'
import { importAccess } from '../import/import-access.ts'
import { ImportRefusal } from '../import/import-refusal.ts'
import { importableResource } from '../import/importable-resource.ts'
import { importOf, type KeptImport } from '../import/kept-import.ts'
import type { Steps } from '../import/kept-steps.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import type { Asking } from '../store/asking.ts'
import type { HashPassword, Work } from '../store/work.ts'
import { askingOf, known, signedInOf } from './asked.ts'

/** What imports in the web stand on. */
export interface ImportCallParts {
  readonly database: Database
  readonly guard: Guard
  readonly holder: ModelHolder
  readonly zone: string
  readonly hashPassword: HashPassword
  /** Folder for files that are being read. */
  readonly scratch: string
  nextId(): string
}

/** The place of an import in its calls' addresses. */
export interface ImportPlace {
  readonly resource: string
  readonly id: string
}

/** Who asks for an import, held to what he may do with it. */
export interface ImportWork {
  workOf(asking: Asking): Work
  /** The steps that one may take in imports of a resource. */
  stepsOf(request: FastifyRequest, resource: string): Steps
  /** One's own import, by the address of the call. */
  keptOf(request: FastifyRequest, place: ImportPlace): Promise<{ readonly steps: Steps; readonly kept: KeptImport }>
}

/** What each call of an import begins with. */
export function importWork(parts: ImportCallParts): ImportWork {
  const { database, guard } = parts
  const queries = database.kysely
  const workOf = (asking: Asking): Work => ({
    asking,
    queries,
    ids: { next: parts.nextId },
    hashPassword: parts.hashPassword,
    transaction: inner => database.transaction(inner),
  })
  const stepsOf = (request: FastifyRequest, name: string): Steps => {
    const asking = askingOf(signedInOf(request), parts)
    const { caller } = asking
    const access = importAccess(asking, known(asking.model, name))
    const resource = importableResource(asking.model, name)
    const owner = { tenantId: caller.tenantId, userId: caller.userId, resource: resource.name }
    const isGuarded = guard.decides(resource.name)
    const assure = (record: unknown) => guard.assure(caller, resource.name, record)
    return { work: workOf(asking), resource, access, owner, ...(isGuarded && { guard: assure }) }
  }
  return {
    workOf,
    stepsOf,
    async keptOf(request, { resource, id }) {
      const steps = stepsOf(request, resource)
      if (!isId(id)) throw new ImportRefusal('import.unknown')
      return { steps, kept: await importOf(queries, steps.owner, id) }
    },
  }
}
