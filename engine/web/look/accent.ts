import { contrast, darkenUntil, hexOfOklch, lightenUntil, oklchOf, over } from '../../model/colour.ts'
import { neutralColours } from './neutral-colours.ts'

/** The colours derived from a seed colour, which itself may be too light to read. */
export interface Accent {
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
export interface Demands {
  readonly fill: number
  readonly text: number
}
const usual: Demands = { fill: 4.7, text: 4.55 }
/** The minimum contrast ratios of a theme with high contrast. */
export const highContrast: Demands = { fill: 4.7, text: 7 }

/** Derives the accent for a light background; the hue is kept. */
export function lightAccent(seed: string, demands: Demands = usual): Accent {
  const { paper, canvas } = neutralColours.light
  const fill = darkenUntil(seed, hex => contrast('#FFFFFF', hex) >= demands.fill)
  const soft = over(seed, 0.1, paper)
  const text = darkenUntil(seed, hex => contrast(hex, soft) >= demands.text && contrast(hex, canvas) >= demands.text)
  return { fill, fillHover: shade(fill, -0.05), onFill: '#FFFFFF', text, soft }
}

/** Derives the accent for a dark background: fills remain dark, links become light. */
export function darkAccent(seed: string, demands: Demands = usual): Accent {
  const { paper } = neutralColours.dark
  const lightFill = darkenUntil(seed, hex => contrast('#FFFFFF', hex) >= demands.fill)
  const fill = lightenUntil(lightFill, hex => contrast(hex, paper) >= 3)
  const soft = over(seed, 0.16, paper)
  const text = lightenUntil(seed, hex => contrast(hex, soft) >= Math.max(5.6, demands.text))
  return { fill, fillHover: shade(fill, -0.05), onFill: '#FFFFFF', text, soft }
}

/** The dark background of the sign-in page, in the hue of the seed colour. */
export function stageOf(seed: string, scheme: 'light' | 'dark'): string {
  const { c, h } = oklchOf(seed)
  return hexOfOklch(scheme === 'light' ? { l: 0.26, c: Math.min(c, 0.058), h } : { l: 0.216, c: Math.min(c, 0.04), h })
}

const shade = (hex: string, by: number) => {
  const colour = oklchOf(hex)
  return hexOfOklch({ ...colour, l: colour.l + by })
}
