import { type ScreenCode, screenCode } from '../engine/web/frame/screen-code.tsx'
import type { ScreenName } from '../generated/screens.ts'

/** The screens that pages.yaml names; a missing or superfluous one is a type error. */
export const screens = {
  About: screenCode(() => import('./about.tsx').then(({ About }) => About)),
  ApiReference: screenCode(() =>
    import('../engine/web/api/api-reference.tsx').then(({ ApiReference }) => ApiReference),
  ),
  CameraPlayback: screenCode(() => import('./video/playback.tsx').then(({ CameraPlayback }) => CameraPlayback)),
  CameraWall: screenCode(() => import('./video/wall.tsx').then(({ CameraWall }) => CameraWall)),
  CaptureReview: screenCode(() => import('./review/capture-review.tsx').then(({ CaptureReview }) => CaptureReview)),
  Descriptors: screenCode(() =>
    import('../engine/web/descriptors/descriptors-page.tsx').then(({ DescriptorsPage }) => DescriptorsPage),
  ),
  DrawZones: screenCode(() => import('./review/draw-zones.tsx').then(({ DrawZones }) => DrawZones)),
  Flow: screenCode(() => import('../engine/web/flow/flow-screen.tsx').then(({ FlowScreen }) => FlowScreen)),
  Home: screenCode(() => import('./video/first-page.tsx').then(({ FirstPage }) => FirstPage)),
  OneCamera: screenCode(() => import('./video/one-camera.tsx').then(({ OneCamera }) => OneCamera)),
  SignIn: screenCode(() => import('./sign-in.tsx').then(({ SignIn }) => SignIn)),
} satisfies Readonly<Record<ScreenName, ScreenCode>>
