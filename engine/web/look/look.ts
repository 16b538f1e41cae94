import type { ThemeOptions } from '@mui/material/styles'
import type { Language } from '../../model/model.ts'
import { components } from './components.ts'
import { palette } from './palette.ts'
import { shadows } from './shadows.ts'
import { type ThemeKey, themeOf } from './themes.ts'
import { typography } from './typography.ts'

/** The user's appearance settings. */
export interface Appearance {
  readonly theme: ThemeKey
  /** A seed colour in place of the theme's own. */
  readonly colour?: string
  /** The background of the picture on the sign-in page; by default, in the hue of the seed. */
  readonly stage?: string
  readonly scheme: 'light' | 'dark'
  readonly density: Density
  readonly locale: Language
}
export type Density = 'comfortable' | 'compact'

declare module '@mui/system' {
  interface Shape {
    radiusTag: number
    radiusSheet: number
    radiusDialog: number
  }
}
declare module '@mui/material/styles' {
  interface ThemeOptions {
    /** Heights in pixels of what density changes. */
    heights?: { readonly row: number; readonly field: number }
  }
  interface Theme {
    heights: { readonly row: number; readonly field: number }
  }
}

/** All theme options for MUI; react-admin creates the theme from them. */
export function look({ theme, colour, stage, scheme, density, locale }: Appearance): ThemeOptions {
  const chosen = themeOf(theme)
  const shown = chosen.alwaysDark ? 'dark' : scheme
  const heights = density === 'compact' ? { row: 36, field: 32 } : { row: 44, field: 36 }
  return {
    cssVariables: true,
    palette: { ...palette(chosen, colour ?? chosen.seed, shown), ...(stage && { stage }) },
    typography: typography(locale),
    shape: { borderRadius: 6, radiusTag: 4, radiusSheet: 10, radiusDialog: 14 },
    spacing: 4,
    shadows: shadows(shown),
    breakpoints: { values: { xs: 0, sm: 768, md: 992, lg: 1200, xl: 1600 } },
    transitions: {
      easing: { easeInOut: curve, easeOut: curve, easeIn: curve, sharp: curve },
      duration: {
        shortest: 120,
        shorter: 120,
        short: 160,
        standard: 160,
        complex: 200,
        enteringScreen: 160,
        leavingScreen: 120,
      },
    },
    heights,
    components: components(heights),
  }
}

const curve = 'cubic-bezier(.2,0,0,1)'
