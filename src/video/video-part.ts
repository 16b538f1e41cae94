import { History, MonitorPlay } from 'lucide-react'
import type { WebPart } from '../../engine/web/frame/web-part.ts'
import { playbackAddress } from './places.ts'

/** Ways from the record of a camera to its pictures. */
export const videoPart: WebPart = {
  name: 'video',
  recordLinks: {
    entCamera: [
      {
        title: { zh: '看实时画面', en: 'Watch live' },
        icon: MonitorPlay,
        step: 'getUrl',
        address: id => `/playVideo?id=${id}`,
      },
      {
        title: { zh: '看录像', en: 'Watch recordings' },
        icon: History,
        step: 'getBackUrl',
        address: playbackAddress,
      },
    ],
  },
}
