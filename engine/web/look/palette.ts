import type { PaletteOptions } from '@mui/material/styles'
import { contrast, darkenUntil, hexOfOklch, lightenUntil, oklchOf, over } from '../../model/colour.ts'
import type { DictionaryColour } from '../../model/model.ts'
import { dictionaryPaints, type Paint } from './dictionary-colours.ts'
import { type NeutralColours, neutralColours } from './neutral-colours.ts'
import type { Theme } from './themes.ts'

/** Roles of colour that MUI's palette lacks. */
interface OwnRoles {
  readonly sunken: string
  readonly raised: string
  readonly pop: string
  /** Edge of fields and buttons. */
  readonly edge: string
  /** Edge of checkboxes and radios. */
  readonly control: string
  readonly rowHover: string
  readonly skeleton: string
  readonly stage: string
  readonly veil: string
  readonly toast: { readonly ground: string; readonly text: string; readonly link: string }
  readonly sideBar: typeof slateSideBar
  readonly dictionary: Readonly<Record<DictionaryColour, Paint>>
}
declare module '@mui/material/styles' {
  interface Palette extends OwnRoles {}
  interface PaletteOptions extends OwnRoles {}
  interface PaletteColor {
    readonly text: string
    readonly soft: string
  }
  interface SimplePaletteColorOptions {
    readonly text?: string
    readonly soft?: string
  }
  interface TypeText {
    hint: string
  }
}

/** The whole palette of one theme in one scheme. */
export function palette(theme: Theme, seed: string, scheme: 'light' | 'dark'): PaletteOptions {
  const ground = theme.highContrast ? withStrongEdges(neutralColours[scheme], scheme) : neutralColours[scheme]
  const accent = accentOf(seed, theme, scheme)
  // Hints have the lowest permitted contrast, and the soft background of some themes is darker.
  const hint = scheme === 'light' ? darkenUntil(ground.text3, hex => contrast(hex, accent.soft) >= 4.55) : ground.text3
  const paints = dictionaryPaints[scheme]
  const signal = (paint: Paint) => ({
    main: paint.text,
    dark: paint.text,
    light: paint.mark,
    text: paint.text,
    soft: paint.tint,
    contrastText: scheme === 'light' ? '#FFFFFF' : neutralColours.dark.paper,
  })
  return {
    mode: scheme,
    background: { default: ground.canvas, paper: ground.paper },
    text: { primary: ground.text, secondary: ground.text2, hint, disabled: hint },
    divider: ground.line,
    action: { hover: ground.hover, selected: accent.soft, focus: ground.hover, active: ground.text2 },
    primary: {
      main: accent.fill,
      dark: accent.fillHover,
      light: accent.fill,
      contrastText: accent.onFill,
      text: accent.text,
      soft: accent.soft,
    },
    error: {
      main: ground.errorFill,
      dark: ground.errorFill,
      light: ground.error,
      contrastText: '#FFFFFF',
      text: ground.errorText,
      soft: ground.errorSoft,
    },
    secondary: signal(paints.grey),
    info: signal(paints.blue),
    success: signal(paints.green),
    warning: signal(paints.amber),
    sunken: ground.sunken,
    raised: ground.raised,
    pop: ground.pop,
    edge: ground.edge,
    control: ground.control,
    rowHover: ground.rowHover,
    skeleton: ground.skeleton,
    stage: stageOf(seed, scheme),
    veil: ground.veil,
    toast: { ground: ground.toast, text: ground.onToast, link: ground.toastLink },
    sideBar: theme.darkSideBar && scheme === 'light' ? slateSideBar : sideBarOn(ground, accent),
    dictionary: paints,
  }
}

/** The accent of a theme, or of the user's own colour. */
export function accentOf(seed: string, theme: Theme, scheme: 'light' | 'dark'): Accent {
  const demands = theme.highContrast ? highContrast : undefined
  const accent = scheme === 'light' ? lightAccent(seed, demands) : darkAccent(seed, demands)
  const ink = seed === '#3A4453' && scheme === 'dark'
  // A theme without a hue inverts the filled button in the dark scheme.
  return ink
    ? { ...accent, fill: neutralColours.dark.text, fillHover: '#FFFFFF', onFill: neutralColours.dark.paper }
    : accent
}

function withStrongEdges(ground: NeutralColours, scheme: 'light' | 'dark'): NeutralColours {
  const strong = scheme === 'light' ? '#8A94A3' : '#6B7582'
  return { ...ground, text2: ground.text, text3: ground.text, line: strong, edge: strong }
}

const sideBarOn = (ground: NeutralColours, accent: Accent): typeof slateSideBar => ({
  ground: ground.canvas,
  text: ground.text,
  text2: ground.text2,
  text3: ground.text3,
  raised: ground.raised,
  hover: ground.hover,
  accent: accent.text,
})

/** The side bar of a theme with a dark menu in the light scheme. */
export const slateSideBar = {
  ground: '#22303D',
  text: '#E8EBEF',
  text2: '#B9C4CF',
  text3: '#9CABB9',
  raised: '#32424F',
  hover: 'rgba(226, 234, 245, 0.07)',
  accent: '#A9C6E2',
}

/** The colours derived from a seed colour, which itself may be too light to read. */
interface Accent {
  /** Background of the primary button. */
  readonly fill: string
  readonly fillHover: string
  readonly onFill: string
  /** Links, rings, the current entry. */
  readonly text: string
  /** Background of selected elements. */
  readonly soft: string
}

/** The contrast of text: 4.55 satisfies WCAG AA, 7 the high-contrast themes. */
interface Demands {
  readonly fill: number
  readonly text: number
}
const usual: Demands = { fill: 4.7, text: 4.55 }
/** The minimum contrast ratios of a theme with high contrast. */
const highContrast: Demands = { fill: 4.7, text: 7 }

/** Derives the accent for a light background; the hue is kept. */
function lightAccent(seed: string, demands: Demands = usual): Accent {
  const { paper, canvas } = neutralColours.light
  const fill = darkenUntil(seed, hex => contrast('#FFFFFF', hex) >= demands.fill)
  const soft = over(seed, 0.1, paper)
  const text = darkenUntil(seed, hex => contrast(hex, soft) >= demands.text && contrast(hex, canvas) >= demands.text)
  return { fill, fillHover: shade(fill, -0.05), onFill: '#FFFFFF', text, soft }
}

/** Derives the accent for a dark background: fills remain dark, links become light. */
function darkAccent(seed: string, demands: Demands = usual): Accent {
  const { paper } = neutralColours.dark
  const lightFill = darkenUntil(seed, hex => contrast('#FFFFFF', hex) >= demands.fill)
  const fill = lightenUntil(lightFill, hex => contrast(hex, paper) >= 3)
  const soft = over(seed, 0.16, paper)
  const text = lightenUntil(seed, hex => contrast(hex, soft) >= Math.max(5.6, demands.text))
  return { fill, fillHover: shade(fill, -0.05), onFill: '#FFFFFF', text, soft }
}

/** The dark background of the sign-in page, in the hue of the seed colour. */
function stageOf(seed: string, scheme: 'light' | 'dark'): string {
  const { c, h } = oklchOf(seed)
  return hexOfOklch(scheme === 'light' ? { l: 0.26, c: Math.min(c, 0.058), h } : { l: 0.216, c: Math.min(c, 0.04), h })
}

const shade = (hex: string, by: number) => {
  const colour = oklchOf(hex)
  return hexOfOklch({ ...colour, l: colour.l + by })
}
