import { partCode, type WebPart } from '../frame/web-part.ts'

/** The process of a record, on its page. */
export const flowPart: WebPart = {
  name: 'flow',
  RecordPanel: partCode(() => import('./record-flow.tsx').then(({ RecordFlow }) => RecordFlow)),
}
