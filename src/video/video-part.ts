import { History, MonitorPlay, PenTool } from 'lucide-react'
import type { ModelIndex } from '../../engine/web/data/model-source.ts'
import { screenCode } from '../../engine/web/frame/screen-code.tsx'
import type { WebPart } from '../../engine/web/frame/web-part.ts'
import { playbackAddress, zoneResources, zonesAddress } from './places.ts'

/** Walls and recordings of cameras, and ways to them from the record of a camera. */
export const videoPart = {
  name: 'video',
  screens: {
    CameraPlayback: screenCode(() => import('./playback.tsx').then(({ CameraPlayback }) => CameraPlayback)),
    CameraWall: screenCode(() => import('./wall.tsx').then(({ CameraWall }) => CameraWall)),
    PictureStrip: screenCode(() => import('./picture-strip.tsx').then(({ PictureStrip }) => PictureStrip)),
  },
  /** Users of China, schools and education authorities begin with the pictures of their cameras. */
  firstPage: ({ me, pages }: ModelIndex) =>
    /^(CHINA|SCHOOL)_/.test(me.sourceType ?? '') ? pages.find(({ key }) => key === 'cameraWall')?.path : undefined,
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
} satisfies WebPart
