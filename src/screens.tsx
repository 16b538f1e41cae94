import type { EngineScreen } from '../engine/web/engine-app.tsx'
import { type ScreenCode, screenCode } from '../engine/web/frame/screen-code.tsx'
import type { ScreenName } from '../generated/screens.ts'
import { licencePart } from './licence/licence-part.ts'
import { reviewPart } from './review/review-part.ts'
import { videoPart } from './video/video-part.ts'

/** The capabilities of the product. */
export const parts = [videoPart, reviewPart, licencePart]

/** The product's screens that pages.yaml names; a missing or superfluous one is a type error. */
export const screens = {
  About: screenCode(() => import('./about.tsx').then(({ About }) => About)),
  Home: screenCode(() => import('../engine/web/shell/home.tsx').then(({ Home }) => Home)),
  Lift: screenCode(() => import('./lift.tsx').then(({ Lift }) => Lift)),
  SignIn: screenCode(() => import('./sign-in.tsx').then(({ SignIn }) => SignIn)),
  ...videoPart.screens,
  ...reviewPart.screens,
} satisfies Readonly<Record<Exclude<ScreenName, EngineScreen>, ScreenCode>>
