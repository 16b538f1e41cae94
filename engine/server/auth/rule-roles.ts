import type { Model } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import type { ActorRights } from './actor.ts'

const named = perModel<ReadonlySet<string>>()

/** Aliases of the roles that access rules name. */
const namedRoles = (model: Model): ReadonlySet<string> =>
  named(model, '', () => new Set(Object.values(model.resources).flatMap(({ access }) => access.map(rule => rule.role))))

/** The roles that access rules name. A user with one of them has no access where no rule of it allows any. */
export const restrictedRoles = (model: Model, { roles }: Pick<ActorRights, 'roles'>): string[] =>
  roles.filter(role => namedRoles(model).has(role))

/** Whether a role of the user has a data scope other than all rows. */
export const isScoped = ({ roleRights }: ActorRights): boolean =>
  roleRights.some(({ dataScope }) => dataScope !== 'all')

/** Whether the user sees only some rows of the tenant: those of an owner, of a data scope, or that access rules allow. */
export const isRestricted = (model: Model, actor: ActorRights): boolean =>
  actor.ownerIds.length > 0 || isScoped(actor) || restrictedRoles(model, actor).length > 0
