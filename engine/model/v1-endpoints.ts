/** What an endpoint that every resource has does. */
export type UsualOperation = 'save' | 'update' | 'remove' | 'find' | 'get' | 'list' | 'page' | 'count'

/** The endpoints of the `v1` dialect that every resource has: method, path below the resource, operation. */
export const usualEndpoints: readonly (readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  operation: UsualOperation,
])[] = [
  ['POST', 'save', 'save'],
  ['PUT', 'update', 'update'],
  ['DELETE', 'removeById', 'remove'],
  ['DELETE', 'removeByIds', 'remove'],
  ['GET', 'getByQuery', 'find'],
  ['GET', 'getById', 'get'],
  ['GET', 'listByQuery', 'list'],
  ['GET', 'page', 'page'],
  ['GET', 'exactTotal', 'count'],
]

/** Names of the engine's operations: no transition, action, query or bind may have one. */
const operationNames =
  'view add edit delete export import importState history restore remove unmask get find list count'.split(' ')

/** Whether the name is that of an operation or of an endpoint that every resource has. */
export const isOperationName = (name: string): boolean =>
  operationNames.includes(name) || usualEndpoints.some(([, path]) => path === name)
