import type { DataScope } from '../../model/model.ts'

/** The tenant that operates the installation. Every installation has it. */
export const platformTenant = '000000'

/** Whose name and tenant rows and history get. */
export interface ActorIdentity {
  /** Null for the server itself. */
  readonly userId: string | null
  readonly account: string
  readonly name: string
  readonly tenantId: string
  readonly deptId: string | null
}

/** A data scope that administrators defined for one menu entry, as its row stores it. */
export interface CustomScope {
  readonly id: string
  readonly menuId: string
  readonly type: string
  readonly where: string | null
}

/** What one role of an actor grants. Rights of several roles are united, and never mixed. */
export interface RoleRights {
  readonly alias: string
  readonly codes: ReadonlySet<string>
  readonly dataScope: DataScope
  /** Data scopes of administrators, each of which replaces `dataScope` at its menu entry. */
  readonly scopes?: readonly CustomScope[]
  /** Of a role that is limited to a part of the menu: the ids of the groups and entries that its users see. */
  readonly menus?: readonly string[]
}

/** What an actor is and may do. */
export interface ActorRights extends ActorIdentity {
  readonly roleIds: readonly string[]
  /** Aliases of the roles, by which access rules in descriptors name them. */
  readonly roles: readonly string[]
  /** Has every code and sees every row of the tenant. */
  readonly administrator: boolean
  /** The kind of the actor's organisation. The product defines the values. */
  readonly sourceType: string | null
  /** Ids of the rows of the owner resource that are the actor's own. Empty for an actor without an owner. */
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  /** Declared fields of the user and of the roles that expressions read, by the name after `me.`, as transmitted. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly codes: ReadonlySet<string>
  /** The rights by role. An administrator has all without them. */
  readonly roleRights: readonly RoleRights[]
  /** Ids of the menu parts that the tenant's package contains; absent without one. */
  readonly packageMenus?: readonly string[] | undefined
}

/**
 * Who acts in a request, always in one tenant: a signed-in user, a program with the account of a user, or the server.
 * Actors are made in this folder only: `authenticator.ts` reads them from the database, `RequestContext.asSystem` and
 * `Contexts.system` elevate, `Contexts.command` makes that of a command.
 */
export type Actor = UserActor | ServiceActor | SystemActor

abstract class Rights implements ActorRights {
  readonly userId: string | null
  readonly account: string
  readonly name: string
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  readonly fields: Readonly<Record<string, unknown>>
  readonly codes: ReadonlySet<string>
  readonly roleRights: readonly RoleRights[]
  readonly packageMenus: readonly string[] | undefined

  constructor(rights: ActorRights) {
    this.userId = rights.userId
    this.account = rights.account
    this.name = rights.name
    this.tenantId = rights.tenantId
    this.deptId = rights.deptId
    this.roleIds = rights.roleIds
    this.roles = rights.roles
    this.administrator = rights.administrator
    this.sourceType = rights.sourceType
    this.ownerIds = rights.ownerIds
    this.regionId = rights.regionId
    this.fields = rights.fields ?? {}
    this.codes = rights.codes
    this.roleRights = rights.roleRights
    this.packageMenus = rights.packageMenus
  }

  /** Whether the actor has a permission code. A method, so that a copy by spread is not an actor. */
  hasCode(code: string): boolean {
    return this.administrator || this.codes.has(code)
  }
}

/** A signed-in user with the rights that the database confirmed. */
export class UserActor extends Rights {
  readonly kind = 'user' as const
  declare readonly userId: string

  constructor(rights: ActorRights & { readonly userId: string }) {
    super(rights)
  }
}

/** A program: one that acts with the account and the rights of a user, or that of a service token, whose row it is. */
export class ServiceActor extends Rights {
  readonly kind = 'service' as const
  declare readonly userId: string
  /** The code of the reason why it acts. */
  readonly reason: string

  /** Of a service token: how many rows it may read a day, each change being one. */
  readonly rowsPerDay: number | undefined

  constructor(rights: ActorRights & { readonly userId: string }, reason: string, rowsPerDay?: number) {
    super({ ...rights, sourceType: 'service' })
    this.reason = reason
    this.rowsPerDay = rowsPerDay
  }
}

/**
 * The server, without conditions on rows and fields. The tenant and the privilege-escalation guard still apply: the
 * guard compares with the rights of `authority`.
 */
export class SystemActor extends Rights {
  readonly kind = 'system' as const
  /** The code of the reason of the elevation. */
  readonly reason: string
  /** Whose request was elevated; null for the server's own work. */
  readonly origin: UserActor | ServiceActor | null
  /** The rights that bound what may be granted: those before the elevation. */
  readonly authority: ActorRights

  constructor(identity: ActorIdentity, reason: string, origin: SystemActor['origin'], authority: ActorRights) {
    super({ ...identity, ...withoutRights, administrator: true, sourceType: 'system' })
    this.reason = reason
    this.origin = origin
    this.authority = authority
  }
}

/** The actor of the server's own work in a tenant. It grants nothing. */
export function serverActor(tenantId: string, reason: string): SystemActor {
  const identity = serverIdentity(tenantId)
  return new SystemActor(identity, reason, null, { ...identity, ...withoutRights })
}

/**
 * The actor of the operator's commands and of the installation's first rows. It may grant everything, as the operator
 * has the database itself.
 */
export function operatorActor(tenantId: string, reason: string): SystemActor {
  const identity = serverIdentity(tenantId)
  return new SystemActor(identity, reason, null, { ...identity, ...withoutRights, administrator: true })
}

/** The actor of a request, elevated. */
export const elevatedActor = (actor: Actor, reason: string): SystemActor =>
  actor.kind === 'system'
    ? new SystemActor(actor, reason, actor.origin, actor.authority)
    : new SystemActor(actor, reason, actor, actor)

/** The rights that bound what an actor may grant. */
export const authorityOf = (actor: Actor): ActorRights => (actor.kind === 'system' ? actor.authority : actor)

const serverIdentity = (tenantId: string): ActorIdentity => ({
  userId: null,
  account: '',
  name: 'system',
  tenantId,
  deptId: null,
})

export const withoutRights = {
  roleIds: [],
  roles: [],
  administrator: false,
  sourceType: null,
  ownerIds: [],
  regionId: null,
  fields: {},
  codes: new Set<string>(),
  roleRights: [],
}
