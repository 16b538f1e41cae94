import type { ComponentType } from 'react'
import type { Bilingual } from '../../model/model.ts'

/** What a product puts of its own into the engine's frame. */
export interface Brand {
  /** Part of the browser's title, after the page's. */
  readonly title: Bilingual
  /** The mark beside the title; takes the size of the square it is given. */
  readonly Mark: ComponentType<{ readonly size: number }>
  readonly SignIn: ComponentType
}
