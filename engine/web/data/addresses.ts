import { recordAddress } from '../../model/addresses.ts'
import type { Resource } from '../../model/model.ts'

/** The screens of a resource. */
export type ResourceScreen = 'list' | 'create' | 'bin' | 'import' | 'edit' | 'show'

/** What an address needs of a resource. */
export type Addressed = Pick<Resource, 'name' | 'path'>

/** The address of the list of operations on several records. */
export const operationsPage = '/operations'

/** The address of a resource's screen, of a record's with its id. Addresses of the web are made only here. */
export function addressOf(resource: Addressed, screen: ResourceScreen, id = ''): string {
  const { path } = resource
  switch (screen) {
    case 'list':
      return path
    case 'edit':
      return `${path}/${encodeURIComponent(id)}`
    case 'show':
      return recordAddress(resource, id)
    case 'create':
    case 'bin':
    case 'import':
      return `${path}/${screen}`
  }
}

/** The address of the page that unknown addresses show. */
export const notFoundPage = '/404'

/** It leads to the first page of the user. */
export const rootPage = '/'

/** The address of one of them. */
export const operationAddress = (id: string): string => recordAddress({ path: operationsPage }, id)
