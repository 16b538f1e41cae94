import type { Resource } from '../../model/model.ts'

/** Paths of the engine's endpoints that a page requests first. */
export const indexPath = '/api/engine/index'
/** The pages that need no session. */
export const openPagesPath = '/api/engine/pages'
/** One resource's part of the Model. */
export const partPath = (resource: string): string => `/api/engine/resource/${encodeURIComponent(resource)}`
/** A user's settings of a list. */
export const viewsPath = (resource: string): string => `/api/engine/views/${encodeURIComponent(resource)}`
/** A page of a resource's rows. */
export const pagePath = ({ module, name }: Pick<Resource, 'module' | 'name'>): string =>
  `/api/${module}/v1/${name}/page`
