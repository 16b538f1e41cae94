import type { ShownBrand } from '../../model/brand.ts'
import type { ScreenCode } from './screen-code.tsx'
import type { WebPart } from './web-part.ts'

/** The hand-written screens by the names that pages.yaml gives them. */
export type Screens = Readonly<Record<string, ScreenCode>>

/** The brand of the application, and the product's own screens. */
export interface Product extends ShownBrand {
  readonly screens: Screens
  /** Capabilities of the engine and of the product that add to its pages. */
  readonly parts: readonly WebPart[]
}
