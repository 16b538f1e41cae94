import type { Resource } from '../../model/model.ts'

/** Where the engine's own answers are asked that a page begins with. */
export const indexPath = '/api/engine/index'
/** One resource's part of the Model. */
export const partPath = (resource: string): string => `/api/engine/resource/${encodeURIComponent(resource)}`
/** How a person has a list. */
export const viewsPath = (resource: string): string => `/api/engine/views/${encodeURIComponent(resource)}`
/** A page of a resource's rows. */
export const pagePath = ({ module, name }: Pick<Resource, 'module' | 'name'>): string =>
  `/api/${module}/v1/${name}/page`
