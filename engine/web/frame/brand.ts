import type { ComponentType } from 'react'
import type { Bilingual } from '../../model/model.ts'
import type { ScreenCode } from './screen-code.tsx'

/** The hand-written screens by the names that pages.yaml gives them. */
export type Screens = Readonly<Record<string, ScreenCode>>

/** The product's own parts of the engine's frame. */
export interface Brand {
  /** Part of the browser's title, after the page's. */
  readonly title: Bilingual
  /** The logo next to the title; it fills the given square. */
  readonly Mark: ComponentType<{ readonly size: number }>
  readonly screens: Screens
}
