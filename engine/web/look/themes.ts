import type { Bilingual } from '../../model/model.ts'

/** A theme is a seed colour and the tone of its side bar; each has a light and a dark form. */
export interface Theme {
  readonly title: Bilingual
  readonly seed: string
  /** The side bar is dark in the light scheme. */
  readonly darkSideBar?: true
  /** Dark in both schemes. */
  readonly alwaysDark?: true
  /** Text has a contrast of at least 7 : 1, borders 3 : 1. */
  readonly highContrast?: true
}

/** The eleven themes in display order. None is red: red means an error or a missed deadline. */
export const themes = {
  'theme-bule': { title: { zh: '晴蓝', en: 'Clear blue' }, seed: '#409EFF' },
  'theme-ink': { title: { zh: '墨', en: 'Ink' }, seed: '#3A4453' },
  'theme-celadon': { title: { zh: '青瓷', en: 'Celadon' }, seed: '#1FA99A' },
  'theme-bamboo': { title: { zh: '竹', en: 'Bamboo' }, seed: '#52A447' },
  'theme-amber': { title: { zh: '藤黄', en: 'Gamboge' }, seed: '#D99A15' },
  'theme-persimmon': { title: { zh: '柿', en: 'Persimmon' }, seed: '#E8702A' },
  'theme-plum': { title: { zh: '梅', en: 'Plum' }, seed: '#D0558F' },
  'theme-wisteria': { title: { zh: '藤紫', en: 'Wisteria' }, seed: '#7E6BF0' },
  'theme-slate': { title: { zh: '黛', en: 'Slate' }, seed: '#5F7C99', darkSideBar: true },
  'theme-night': { title: { zh: '夜', en: 'Night' }, seed: '#58A6FF', alwaysDark: true },
  'theme-contrast': { title: { zh: '高对比', en: 'High contrast' }, seed: '#0B57D0', highContrast: true },
} as const satisfies Readonly<Record<string, Theme>>

export type ThemeKey = keyof typeof themes

/** The theme of users who chose none. */
export const usualTheme: ThemeKey = 'theme-bule'

/** The seed colour of a theme. The usual one has that of the application's brand. */
export const seedOf = (key: ThemeKey, primary: string | undefined): string =>
  (key === usualTheme && primary) || themes[key].seed

/** Whether a stored text still names a theme. */
export const isThemeKey = (text: unknown): text is ThemeKey => typeof text === 'string' && Object.hasOwn(themes, text)

export const themeOf = (key: ThemeKey): Theme => themes[key]
