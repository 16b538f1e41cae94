/** A colour as sRGB shares from 0 to 1. */
export type Rgb = readonly [number, number, number]
/** A colour by lightness (0 to 1), chroma and hue (radians), perceptually uniform. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Reads `#RRGGBB`. */
export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

/** Writes `#RRGGBB`, in capitals. */
export function hexOf(rgb: Rgb): string {
  const byte = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 255)
  return `#${rgb.map(share => byte(share).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Whether a text is a colour that `rgbOf` reads. */
export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A share of one colour laid over another. */
export function over(top: string, share: number, ground: string): string {
  const [a, b] = [rgbOf(top), rgbOf(ground)]
  const mix = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share)
  return hexOf([mix(0), mix(1), mix(2)])
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Darkens a colour until its contrast suffices; the hue is kept. */
export const darkenUntil = (hex: string, enough: (hex: string) => boolean): string => walk(hex, -0.001, enough)
/** Lightens a colour until its contrast suffices; the hue is kept. */
export const lightenUntil = (hex: string, enough: (hex: string) => boolean): string => walk(hex, 0.001, enough)

function walk(hex: string, step: number, enough: (hex: string) => boolean): string {
  const start = oklchOf(hex)
  let now = hex.toUpperCase()
  for (let n = 1; !enough(now) && n < 1 / Math.abs(step); n++) {
    now = hexOfOklch({ ...start, l: Math.min(1, Math.max(0, start.l + n * step)) })
  }
  return now
}

/** The colour `#rrggbb` in OKLCH. */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** The nearest colour within sRGB: lightness and hue are kept, chroma is reduced. */
export function hexOfOklch({ l, c, h }: Oklch): string {
  const fits = (rgb: Rgb) => rgb.every(share => share >= -0.0005 && share <= 1.0005)
  if (fits(linearRgb({ l, c, h }))) return hexOf(gamma(linearRgb({ l, c, h })))
  let [low, high] = [0, c]
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2
    if (fits(linearRgb({ l, c: middle, h }))) low = middle
    else high = middle
  }
  return hexOf(gamma(linearRgb({ l, c: low, h })))
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
const luminance = (rgb: Rgb) => 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
const gamma = (rgb: Rgb) =>
  rgb.map(share => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)) as unknown as Rgb

function linearRgb({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const lms = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  return [
    4.0767416621 * lms[0] - 3.3077115913 * lms[1] + 0.2309699292 * lms[2],
    -1.2684380046 * lms[0] + 2.6097574011 * lms[1] - 0.3413193965 * lms[2],
    -0.0041960863 * lms[0] - 0.7034186147 * lms[1] + 1.707614701 * lms[2],
  ]
}
