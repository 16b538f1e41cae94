import type { Components, Theme } from '@mui/material/styles'

/** Heights in pixels of what density changes. */
export interface Heights {
  readonly row: number
  readonly field: number
}

/** Overrides of MUI's components, as functions of the theme. */
export type Overrides = Components<Omit<Theme, 'components'>>
