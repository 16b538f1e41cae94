import type { Resource } from './model.ts'
import { stepsOf } from './steps.ts'

/** Handlers of base resources that the engine supplies, by resource: a product writes none for them. */
export const engineHandlers: Readonly<Record<string, readonly string[]>> = {
  sysTask: ['run'],
  sysAudit: ['verify'],
  bladeServiceToken: ['issue'],
  sysSession: ['end'],
  bladeUser: ['resetFactor'],
  bladeRegistration: ['approve'],
  bladeRole: ['reset'],
  bladeTenant: ['issuePassword'],
  bladeDict: ['reset'],
  bladeMenu: ['reset'],
  bladeOss: ['enable'],
  bladeSms: ['enable', 'send'],
  bladeConfig: ['reset'],
  msgTemplate: ['reset'],
}

/** The names of the handlers of the steps and queries of a resource. */
export const handlersOf = (resource: Resource): readonly string[] =>
  [...stepsOf(resource), ...resource.queries].flatMap(({ handler }) => handler ?? [])
