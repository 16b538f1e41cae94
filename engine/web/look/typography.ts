import type { TypographyVariantsOptions } from '@mui/material/styles'
import type { Language } from '../../model/model.ts'

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
export function typography(locale: Language): TypographyVariantsOptions {
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
