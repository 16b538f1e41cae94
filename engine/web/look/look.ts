import type { Shadows, ThemeOptions, TypographyVariantsOptions } from '@mui/material/styles'
import type { Language } from '../../model/model.ts'
import { buttons } from './buttons.ts'
import { dictionaryPaints } from './dictionary-colours.ts'
import { inputs } from './inputs.ts'
import { neutralColours } from './neutral-colours.ts'
import { overlays } from './overlays.ts'
import type { Heights } from './overrides.ts'
import { palette } from './palette.ts'
import { type ThemeKey, themeOf } from './themes.ts'
import './fonts.css'
import './reset.css'
import './utilities.css'
import './shared.css'
import './table.css'

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

/** All theme options for MUI; react-admin creates the theme from them. */
export function look({ theme, colour, stage, scheme, density, locale }: Appearance): ThemeOptions {
  const chosen = themeOf(theme)
  const shown = chosen.alwaysDark ? 'dark' : scheme
  const heights = density === 'compact' ? { row: 36, field: 32 } : { row: 44, field: 36 }
  return {
    cssVariables: true,
    palette: { ...palette(chosen, colour ?? chosen.seed, shown), ...(stage && { stage }) },
    typography: typography(locale),
    shape: { borderRadius: 6 },
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
    // Style overrides of MUI's and react-admin's components.
    components: {
      MuiCssBaseline: { styleOverrides: baseStyles(heights) },
      ...buttons,
      ...inputs(heights),
      ...overlays,
    },
  }
}

const curve = 'cubic-bezier(.2,0,0,1)'

/** Shadows for floating elements only: raised, menu and notification, dialog. */
function shadows(scheme: 'light' | 'dark'): Shadows {
  const { ring, drop } = neutralColours[scheme]
  const raised = `0 0 0 1px ${ring[0]}, 0 1px 2px ${drop[0]}`
  const menu = `0 0 0 1px ${ring[1]}, 0 8px 24px -6px ${drop[1]}`
  const dialog = `0 0 0 1px ${ring[2]}, 0 24px 64px -12px ${drop[2]}`
  return ['none', raised, ...Array(7).fill(menu), ...Array(16).fill(dialog)] as Shadows
}

/** Global styles that depend on the density or that follow those of the sheets; the others are in `reset.css`. */
const baseStyles = ({ row, field }: Heights) => ({
  ':root': { '--row-height': `${row}px`, '--field-height': `${field}px` },
  ':focus-visible': { outline: '2px solid var(--mui-palette-primary-text)', outlineOffset: 2 },
  'svg.lucide': { width: 16, height: 16, strokeWidth: 1.6, flex: 'none' },
  '@media (prefers-contrast: more)': {
    ':root': {
      '--mui-palette-edge': 'var(--mui-palette-control)',
      '--mui-palette-divider': 'var(--mui-palette-control)',
    },
  },
  '@media (max-width: 767.95px)': {
    'svg.lucide': { width: 20, height: 20 },
  },
  // States are printed in their colours on white, whatever the scheme is.
  '@media print': { ':root:root': printed },
})

const printed = Object.fromEntries(
  Object.entries(dictionaryPaints.light).flatMap(([name, paint]) =>
    Object.entries(paint).map(([shade, hex]) => [`--mui-palette-dictionary-${name}-${shade}`, hex]),
  ),
)

const latin = '"Inter Latin"'
const chinese = [
  '"PingFang SC"',
  '"HarmonyOS Sans SC"',
  '"Microsoft YaHei UI"',
  '"Microsoft YaHei"',
  '"Noto Sans SC"',
  '"Noto Sans CJK SC"',
]

/** Fonts and sizes: at least 12 px, Chinese body text at least 14. */
function typography(locale: Language): TypographyVariantsOptions {
  const face =
    locale === 'zh' ? [latin, ...chinese, 'system-ui'] : [latin, '"Inter Punctuation"', 'system-ui', ...chinese]
  const step = (size: number, line: number, weight = 400) => ({
    fontSize: `${size}px`,
    lineHeight: `${line}px`,
    fontWeight: weight,
    letterSpacing: 0,
  })
  return {
    fontFamily: [...face, 'sans-serif'].join(','),
    fontSize: 14,
    htmlFontSize: 16,
    fontWeightBold: 600,
    h1: step(28, 40, 600),
    h2: step(28, 40, 600),
    h3: step(28, 40, 600),
    h4: step(26, 34, 600),
    h5: step(18, 26, 600),
    h6: step(17, 26, 600),
    subtitle1: step(15, 22, 600),
    subtitle2: step(13, 20),
    body1: step(14, 22),
    body2: step(14, 22),
    caption: step(12, 18),
    overline: { ...step(12, 28, 500), textTransform: 'none' },
    button: { ...step(14, 20), textTransform: 'none' },
  }
}
