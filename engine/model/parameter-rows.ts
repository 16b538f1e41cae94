import type { Model, Parameter } from './model.ts'

/** The resource whose rows are the parameters, with the fields that contain the key and the value. */
export const parameterResource = 'bladeConfig'
export const parameterKeyField = 'paramKey'
export const parameterValueField = 'paramValue'

/** The declared parameter whose row a record of a resource is. */
export function parameterOfRow(
  { parameters }: Model,
  resource: string,
  record: Readonly<Record<string, unknown>>,
): Parameter | undefined {
  if (resource !== parameterResource) return undefined
  return parameters.find(({ key }) => key === record[parameterKeyField])
}
