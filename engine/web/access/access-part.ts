import { Grid3x3, ScanSearch } from 'lucide-react'
import { roleResource } from '../../model/account-resources.ts'
import { screenCode } from '../frame/screen-code.tsx'
import { partCode, type WebPart } from '../frame/web-part.ts'

/** Roles with the matrix of their rights, the menu of a package, why a user may do something, and what is held about a person. */
export const accessPart = {
  name: 'access',
  screens: { Why: screenCode(() => import('./why.tsx').then(({ Why }) => Why)) },
  listKinds: {
    rights: {
      title: { zh: '授权', en: 'Permissions' },
      icon: Grid3x3,
      isWhole: true,
      isPage: true,
      fits: ({ name }) => name === roleResource,
      Rows: partCode(() => import('./role-rights.tsx').then(({ RolesAndRights }) => RolesAndRights)),
    },
  },
  RecordPanel: partCode(() => import('./package-panel.tsx').then(({ AccessPanel }) => AccessPanel)),
  recordLinks: {
    // Not by its constant: built chunks import each other, and this one may be evaluated before it.
    bladeUser: [
      {
        title: { zh: '透视权限', en: 'Explain permissions' },
        icon: ScanSearch,
        address: id => `/authority/why?user=${id}`,
      },
    ],
  },
} satisfies WebPart
