import { screenCode } from '../../engine/web/frame/screen-code.tsx'
import type { WebPart } from '../../engine/web/frame/web-part.ts'

/** The review of captures. */
export const reviewPart = {
  name: 'review',
  screens: {
    CaptureReview: screenCode(() => import('./capture-review.tsx').then(({ CaptureReview }) => CaptureReview)),
    DrawZones: screenCode(() => import('./draw-zones.tsx').then(({ DrawZones }) => DrawZones)),
  },
} satisfies WebPart
