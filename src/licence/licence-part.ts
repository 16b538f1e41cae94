import { partCode, type WebPart } from '../../engine/web/frame/web-part.ts'

/** The licence search of administrators in the top bar. */
export const licencePart = {
  name: 'licence',
  TopBarItem: partCode(() => import('./licence-search.tsx').then(({ LicenceSearch }) => LicenceSearch)),
} satisfies WebPart
