import { PencilRuler } from 'lucide-react'
import { screenCode } from '../frame/screen-code.tsx'
import { partCode, type WebPart } from '../frame/web-part.ts'
import { modelerAddress } from './flow-addresses.ts'

/** The screens of processes, and the process of a record on its page. */
export const flowPart = {
  name: 'flow',
  screens: { Flow: screenCode(() => import('./flow-screen.tsx').then(({ FlowScreen }) => FlowScreen)) },
  recordLinks: {
    flowModel: [{ title: { zh: '设计', en: 'Draw' }, icon: PencilRuler, address: modelerAddress }],
  },
  RecordPanel: partCode(() => import('./record-flow.tsx').then(({ RecordFlow }) => RecordFlow)),
} satisfies WebPart
