import type { Bilingual, Language, Model } from '../../model/model.ts'
import type { Acknowledged } from '../../model/warning.ts'
import type { Me } from '../../rules/me.ts'
import type { Lookups } from '../../rules/run.ts'
import { wallText } from '../../rules/zone.ts'
import { refuse } from '../errors/refuse.ts'
import {
  type Actor,
  authorityOf,
  elevatedActor,
  operatorActor,
  platformTenant,
  ServiceActor,
  serverActor,
  type UserActor,
} from './actor.ts'
import type { ActClient } from './audit.ts'
import { engineReasons, type Reasons } from './reasons.ts'

/** What contexts are made from: the current Models and time, and the time zone of days and of times in the HTTP API. */
export interface ContextSource {
  /** The Model of a tenant. */
  readonly current: (tenantId: string) => Model
  readonly clock: () => Date
  readonly zone: string
  /** Reasons besides the engine's own: those of jobs and of the product. */
  readonly reasons?: Reasons
}

interface ContextValues {
  readonly model: Model
  readonly now: Date
  readonly actor: Actor
  readonly language: Language
  readonly requestId: string
  readonly operation?: string | undefined
  readonly targets?: Lookups | undefined
  readonly acknowledged: Acknowledged
  readonly client?: ActClient | undefined
  /** The user whom rules read, if it is not the actor: of an elevation for effects. */
  readonly me?: Me | undefined
}

/**
 * The context of one request: Model, actor, language, clock. Created once per request, so that a request never uses two
 * Models. Work of many transactions (a bulk operation, an import, a stream) takes a `renewed` context for each.
 */
class Context {
  readonly model: Model
  readonly actor: Actor
  readonly language: Language
  readonly clock: { readonly now: Date; readonly zone: string }
  /** Of a job, the id of its run. */
  readonly requestId: string
  /** Id of the bulk operation that the request is part of. Its history entries contain it. */
  readonly operation: string | undefined
  /** The records that references name, for one evaluation. */
  readonly targets: Lookups | undefined
  /** The warnings that the user acknowledged; without a user, none is asked. */
  readonly acknowledged: Acknowledged
  /** The session and the address of a request, for the audit log. */
  readonly client: ActClient | undefined
  readonly #source: ContextSource
  readonly #meOfEffects: Me | undefined
  #me: Me | undefined

  constructor(
    source: ContextSource,
    { model, now, actor, language, requestId, operation, targets, acknowledged, client, me }: ContextValues,
  ) {
    this.#source = source
    this.model = model
    this.actor = actor
    this.language = language
    this.clock = { now, zone: source.zone }
    this.requestId = requestId
    this.operation = operation
    this.targets = targets
    this.acknowledged = acknowledged
    this.client = client
    this.#meOfEffects = me
  }

  /** The actor as rules read it. */
  get me(): Me {
    this.#me ??= this.#meOfEffects ?? meOf(this.actor)
    return this.#me
  }

  /**
   * The context without conditions on rows and fields, for what the server does on behalf of the actor. The tenant and
   * the privilege-escalation guard still apply. History entries contain the reason, whose code must be declared.
   */
  asSystem(reason: string): RequestContext {
    return this.#elevated(reason, undefined)
  }

  /** The elevated context of what a write of the actor causes: rules read the same user as before. */
  forEffects(reason: string): RequestContext {
    return this.#elevated(reason, this.me)
  }

  #elevated(reason: string, me: Me | undefined): RequestContext {
    const actor = elevatedActor(this.actor, declared(this.#source, reason))
    return this.#with({ actor, me, acknowledged: 'unasked' })
  }

  /**
   * The context of the server's work in another tenant that an administrator of the platform causes. History entries
   * contain the reason and no user, who has no account in that tenant.
   */
  inTenant(tenantId: string, reason: string): RequestContext {
    const { administrator, tenantId: own } = authorityOf(this.actor)
    if (!administrator || own !== platformTenant)
      throw refuse.forbidden({ zh: '在其他租户中操作', en: 'Work in another tenant' })
    const actor = operatorActor(tenantId, declared(this.#source, reason))
    return this.#with({ actor, me: undefined, targets: undefined })
  }

  /** The text of a reason; its code where it is no longer declared. */
  reasonText(code: string): Bilingual {
    return reasonIn(this.#source, code) ?? { zh: code, en: code }
  }

  /** The context of writes whose warnings are recorded, because no user enters the values. */
  unasked(): RequestContext {
    return this.#with({ acknowledged: 'unasked' })
  }

  /** The context with the actor from before the elevation. The server's own actor has no other. */
  withoutElevation(): RequestContext {
    const { actor } = this
    return actor.kind === 'system' && actor.origin ? this.#with({ actor: actor.origin, me: undefined }) : this
  }

  /** The context of the same Model and time with the actor's current rights. */
  withRights(actor: Actor): RequestContext {
    return this.#with({ actor, me: undefined })
  }

  /** The context as a part of a bulk operation. */
  within(operation: string): RequestContext {
    return this.#with({ operation })
  }

  /** The context with records that references name, from which expressions read. */
  withTargets(targets: Lookups): RequestContext {
    return this.#with({ targets })
  }

  /** The context at another time. */
  at(now: Date): RequestContext {
    return this.#with({ now })
  }

  /**
   * The context of the next unit of the same work, or of another attempt: with the current Model and time, and, if its
   * actor is given as it is now, with the current rights.
   */
  renewed(actor: Actor = this.actor): RequestContext {
    return this.#with({ ...currentOf(this.#source, actor), actor, me: undefined, targets: undefined })
  }

  #with(changed: Partial<ContextValues>): RequestContext {
    const { model, clock, actor, language, requestId, operation, targets, acknowledged, client } = this
    const known = { model, now: clock.now, actor, language, requestId, operation, targets, acknowledged, client }
    const values = { ...known, me: this.#meOfEffects }
    return new Context(this.#source, { ...values, ...changed })
  }
}

const currentOf = ({ current, clock }: ContextSource, { tenantId }: Actor) => ({
  model: current(tenantId),
  now: clock(),
})

export type RequestContext = Context

/** Makes the contexts of a server or a command. */
export interface Contexts {
  /** The context of a request. */
  of(
    actor: Actor,
    language: Language,
    requestId: string,
    acknowledged?: Acknowledged,
    client?: ActClient,
  ): RequestContext
  /** The context of the server's own work in a tenant, which grants no rights. History entries contain the reason. */
  system(tenantId: string, reason: string, requestId: string, language?: Language): RequestContext
  /** The context of a command of the operator, and of what an installation starts with. */
  operator(tenantId: string, reason: string, language: Language): RequestContext
  /** The context of a command that acts with the account of a user. History entries contain the user and the reason. */
  command(user: UserActor, reason: string, language: Language): RequestContext
}

export function createContexts(source: ContextSource): Contexts {
  const of: Contexts['of'] = (actor, language, requestId, acknowledged = new Set(), client) =>
    new Context(source, { ...currentOf(source, actor), actor, language, requestId, acknowledged, client })
  return {
    of,
    system: (tenantId, reason, requestId, language = 'zh') =>
      of(serverActor(tenantId, declared(source, reason)), language, requestId, 'unasked'),
    operator: (tenantId, reason, language) =>
      of(operatorActor(tenantId, declared(source, reason)), language, reason, 'unasked'),
    command: (user, reason, language) =>
      of(new ServiceActor(user, declared(source, reason)), language, reason, 'unasked'),
  }
}

const reasonIn = ({ reasons }: ContextSource, code: string): Bilingual | undefined =>
  Object.entries({ ...reasons, ...engineReasons }).find(([name]) => name === code)?.[1]

/** An undeclared reason would be shown as a code. */
function declared(source: ContextSource, code: string): string {
  if (!reasonIn(source, code))
    throw new Error(`The reason "${code}" is not declared; declare it in a part of the product.`)
  return code
}

/** The actor in the form that rules read. Programs and the server have a `sourceType` of their own, and no lists. */
const meOf = (actor: Actor): Me => ({
  ...actor.fields,
  id: actor.kind === 'system' ? null : actor.userId,
  tenantId: actor.tenantId,
  deptId: actor.deptId,
  roleIds: actor.kind === 'user' ? actor.roleIds : [],
  sourceType: actor.sourceType,
  ownerIds: actor.kind === 'user' ? actor.ownerIds : [],
  regionId: actor.regionId,
})

/** The current time in the form of the HTTP API: `YYYY-MM-DD HH:mm:ss` in the system's time zone. */
export const transmittedNow = ({ clock: { now, zone } }: RequestContext): string => wallText(now.getTime(), zone)
