import type { Resource } from '../../model/model.ts'

/** The screens of a resource. */
export type ResourceScreen = 'list' | 'create' | 'bin' | 'import' | 'edit' | 'show'

/** What an address needs of a resource. */
export type Addressed = Pick<Resource, 'name' | 'path'>

/** The address of the page with all bulk operations. */
export const operationsPage = '/operations'

/** The address of a resource's screen, of a record's with its id. Addresses are made only here. */
export function addressOf({ path }: Addressed, screen: ResourceScreen, id = ''): string {
  switch (screen) {
    case 'list':
      return path
    case 'edit':
      return `${path}/${encodeURIComponent(id)}`
    case 'show':
      return `${path}/${encodeURIComponent(id)}/show`
    case 'create':
    case 'bin':
    case 'import':
      return `${path}/${screen}`
  }
}

/** The address of one bulk operation. */
export const operationAddress = (id: string): string => `${operationsPage}/${id}`
