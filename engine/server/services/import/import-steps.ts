import type { Resource } from '../../../model/model.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Work } from '../../store/work.ts'
import type { ImportAccess } from './import-access.ts'
import type { Owner } from './staged-import.ts'

/** The context of each step of a user's import. */
export interface ImportSteps {
  readonly work: Work
  readonly resource: Resource
  /** The access rules of the import, from `importAccess`. */
  readonly access: ImportAccess
  readonly owner: Owner
  /** The user with the rights of this moment, by the Model of the context: writing takes minutes. */
  renewedActor(ctx: RequestContext): Promise<Actor>
  /** Reads the stored Model, after another process changed the tables. */
  catchUp?(): Promise<void>
}
