import type { FastifyRequest } from 'fastify'
import type { Model, Resource } from '../../model/model.ts'
import type { SignedIn } from '../auth/authenticator.ts'
import { refuse } from '../errors/refuse.ts'

/** Whether the client uses https, to this server or to the proxy before it. */
export const isSecure = ({ headers, protocol }: FastifyRequest): boolean =>
  headers['x-forwarded-proto'] === 'https' || protocol === 'https'

/** The user of a request; throws if there is none. */
export function signedInOf({ signedIn }: FastifyRequest): SignedIn {
  if (!signedIn) throw refuse.signedOut()
  return signedIn
}

/** The resource with this name; throws if there is none. */
export function resourceNamed(model: Model, name: string): Resource {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) throw refuse.notFound({ zh: '资源', en: 'resource' })
  return resource
}

/** The refusal of an invalid id. */
export const wrongIds = () => refuse.input({ ids: { zh: '编号不正确', en: 'Invalid ID' } })
