import { History, MonitorPlay, PenTool } from 'lucide-react'
import type { WebPart } from '../../engine/web/frame/web-part.ts'
import { playbackAddress, zoneResources, zonesAddress } from './places.ts'

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
    ...Object.fromEntries(
      Object.keys(zoneResources).map(of => [
        of,
        [
          {
            title: { zh: '画检测区域', en: 'Draw zones' },
            icon: PenTool,
            step: 'edit',
            address: (id: string) => zonesAddress(of, id),
          },
        ],
      ]),
    ),
  },
}
