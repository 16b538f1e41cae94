import { baseStyles } from './base-styles.ts'
import { buttons } from './buttons.ts'
import { inputs } from './inputs.ts'
import { overlays } from './overlays.ts'
import type { Heights, Overrides } from './overrides.ts'
import { tables } from './tables.ts'

/** Style overrides of MUI's and react-admin's components. */
export const components = (heights: Heights): Overrides => ({
  MuiCssBaseline: { styleOverrides: baseStyles(heights) },
  ...buttons,
  ...inputs(heights),
  ...overlays,
  ...tables(heights),
})
