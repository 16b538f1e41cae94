import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTheme } from '@mui/material/styles'
import { describe, expect, it } from 'vitest'
import { contrast, hexOf, hexOfOklch, oklchOf, rgbOf } from '../../model/colour.ts'
import { dictionaryColours } from '../../model/model.ts'
import { dictionaryPaints } from './dictionary-colours.ts'
import { look } from './look.ts'
import { type ThemeKey, themes } from './themes.ts'
import { lengths, utilities } from './utilities.ts'

const schemes = ['light', 'dark'] as const
const every = (Object.keys(themes) as ThemeKey[]).flatMap(theme => schemes.map(scheme => ({ theme, scheme })))
const paletteOf = (theme: ThemeKey, scheme: 'light' | 'dark', colour?: string) =>
  createTheme({
    ...look({ theme, scheme, density: 'comfortable', locale: 'zh', ...(colour && { colour }) }),
    cssVariables: false,
  }).palette

describe.each(every)('$theme in $scheme', ({ theme, scheme }) => {
  const { primary, background, text, sunken, pop, error } = paletteOf(theme, scheme)

  it('keeps the contrast of every text at 4.5 on each of its backgrounds', () => {
    for (const ground of [background.default, background.paper, sunken, pop, primary.soft]) {
      for (const words of [text.primary, text.secondary, text.hint]) {
        expect(contrast(words, ground), `${words} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('keeps the accent readable as a fill, as a link and on selected items', () => {
    expect(contrast(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(primary.main, background.paper)).toBeGreaterThanOrEqual(3)
    for (const ground of [background.default, background.paper, sunken, pop, primary.soft]) {
      expect(contrast(primary.text, ground), `${primary.text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keeps errors readable, as texts and on their fills', () => {
    expect(contrast(error.text, background.paper)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(error.text, error.soft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#FFFFFF', error.main)).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps the side bar and the stage readable', () => {
    const { sideBar, stage } = paletteOf(theme, scheme)
    for (const words of [sideBar.text, sideBar.text2, sideBar.text3]) {
      expect(contrast(words, sideBar.ground), `${words} on ${sideBar.ground}`).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(sideBar.text, sideBar.raised)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(sideBar.accent, sideBar.raised)).toBeGreaterThanOrEqual(3)
    expect(contrast('#FFFFFF', stage)).toBeGreaterThanOrEqual(10)
  })
})

describe('style sheets', () => {
  const web = join(import.meta.dirname, '../..')
  const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.css'))
  const textOf = (file: string) => readFileSync(join(web, file), 'utf8')

  it('use for errors the colour for texts, which is readable on a dark background too, and not that of fills', () => {
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.filter(file => /^\s*color: var\(--mui-palette-error-main\)/m.test(textOf(file)))).toEqual([])
  })
})

describe('utility classes', () => {
  const root = join(import.meta.dirname, '../../..')
  const pages = ['engine/web', 'engine/fields', 'src'].flatMap(room =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.tsx'))
      .map(file => readFileSync(join(root, room, file), 'utf8')),
  )

  it('exist for every length that a screen names', () => {
    const families = Object.keys(lengths).sort((a, b) => b.length - a.length)
    const form = new RegExp(`^(${families.join('|')})-(\\d+)(-phone)?$`)
    const named = pages.flatMap(text =>
      [...text.matchAll(/className=("[^"]*"|\{[^\n]*)/g)].flatMap(([value]) => value.split(/[^\w-]+/)),
    )
    const used = named.flatMap(name => {
      const [, family = '', step, suffix = ''] = form.exec(name) ?? []
      return step === undefined ? [] : [{ name: `${family}-${step}`, suffix }]
    })
    expect(used.length).toBeGreaterThan(500)
    expect(used.filter(({ name }) => !(`:where(.${name})` in utilities)).map(({ name }) => name)).toEqual([])
  })

  it('exist for every important one that a screen names', () => {
    const named = pages.flatMap(text =>
      [...text.matchAll(/[\s"'`]([a-z][\w-]*)!(?=[\s"'`])/g)].map(([, name = '']) => name),
    )
    const sheet = JSON.stringify(utilities)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(name => !sheet.includes(`.${name}\\\\!`))).toEqual([])
  })
})

describe.each(schemes)('dictionary colours in %s', scheme => {
  it.each(dictionaryColours)('%s has enough contrast as a mark and as a text', colour => {
    const { background } = paletteOf('theme-bule', scheme)
    const { mark, text, tint } = dictionaryPaints[scheme][colour]
    expect(contrast(mark, background.paper)).toBeGreaterThanOrEqual(3)
    expect(contrast(text, background.paper)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text, tint)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('a colour that a user picks', () => {
  it.each(['#FFFF00', '#FFFFFF', '#000000', '#FF0000', '#00FFAA', '#7F7F7F'])('%s keeps the contrast', colour => {
    for (const scheme of schemes) {
      const { primary, background } = paletteOf('theme-bule', scheme, colour)
      expect(contrast(primary.contrastText, primary.main)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primary.text, background.paper)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primary.text, primary.soft)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('high contrast', () => {
  it.each(schemes)('has a contrast of 7 for texts and of 3 for edges in %s', scheme => {
    const { text, background, edge, divider, primary } = paletteOf('theme-contrast', scheme)
    for (const words of [text.primary, text.secondary, text.hint, primary.text]) {
      expect(contrast(words, background.paper)).toBeGreaterThanOrEqual(7)
    }
    for (const line of [edge, divider]) expect(contrast(line, background.paper)).toBeGreaterThanOrEqual(3)
  })
})

describe('the table of the design', () => {
  const rows: readonly [ThemeKey, string, string, string, string, string, string][] = [
    ['theme-bule', '#0074D2', '#0366B8', '#0970C8', '#ECF5FF', '#5BA8FB', '#1B2D40'],
    ['theme-ink', '#3A4453', '#2D3745', '#3A4453', '#EBECEE', '#8B97A8', '#1A1E25'],
    ['theme-celadon', '#068276', '#077267', '#0C7C70', '#E9F6F5', '#34B6A6', '#162E30'],
    ['theme-bamboo', '#318425', '#1F7511', '#2B7F20', '#EEF6ED', '#62B557', '#1E2E23'],
    ['theme-amber', '#996B09', '#865E0A', '#956700', '#FBF5E8', '#D99A15', '#342C1B'],
    ['theme-persimmon', '#BC540F', '#A84700', '#B74F04', '#FDF1EA', '#F97F3C', '#36251E'],
    ['theme-plum', '#BF4681', '#AE3672', '#B93F7B', '#FAEEF4', '#F273AD', '#32212E'],
    ['theme-wisteria', '#735EE2', '#664ED1', '#6D58DB', '#F2F0FE', '#9B91FF', '#25243E'],
    ['theme-slate', '#597693', '#4B6784', '#54708D', '#EFF2F5', '#83A2C0', '#202730'],
  ]
  it.each(rows)('%s has the colours of the design, within the visible difference', (theme, ...drawn) => {
    const { light, dark } = { light: paletteOf(theme, 'light').primary, dark: paletteOf(theme, 'dark').primary }
    const made = [light.main, light.dark, light.text, light.soft, dark.text, dark.soft]
    // How chroma gives way at the edge of sRGB is a matter of rounding: a step of 0.02 is not seen.
    for (const [n, hex] of made.entries())
      expect(distance(hex, drawn[n] ?? ''), `${hex} ${drawn[n]}`).toBeLessThan(0.02)
  })
})

describe('colours', () => {
  it.each(['#0074D2', '#FFFFFF', '#000000', '#7E6BF0'])('%s is unchanged by a conversion to OKLCH and back', hex => {
    expect(hexOf(rgbOf(hex))).toBe(hex)
    expect(hexOfOklch(oklchOf(hex))).toBe(hex)
  })
})

function distance(one: string, other: string): number {
  const [a, b] = [oklchOf(one), oklchOf(other)]
  const [ax, ay, bx, by] = [a.c * Math.cos(a.h), a.c * Math.sin(a.h), b.c * Math.cos(b.h), b.c * Math.sin(b.h)]
  return Math.hypot(a.l - b.l, ax - bx, ay - by)
}
