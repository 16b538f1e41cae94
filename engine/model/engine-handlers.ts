/** Handlers of base resources that the engine supplies, by resource: a product writes none for them. */
export const engineHandlers: Readonly<Record<string, readonly string[]>> = {
  sysTask: ['run'],
  bladeRole: ['reset'],
  bladeTenant: ['issuePassword'],
  bladeDict: ['reset'],
  bladeMenu: ['reset'],
  bladeConfig: ['reset'],
  msgText: ['reset'],
}
