import type { Heights } from './overrides.ts'
import './fonts.css'
import './reset.css'
import './utilities.css'

/** Global styles: numerals, text selection, scrollbars, focus, taps, motion. */
export const baseStyles = ({ row, field }: Heights) => ({
  ':root': { '--row-height': `${row}px`, '--field-height': `${field}px` },
  'html, body, #root': { height: '100%' },
  body: {
    WebkitFontSmoothing: 'antialiased',
    textRendering: 'optimizeLegibility',
    scrollbarColor: 'var(--mui-palette-edge) transparent',
  },
  'td, th': { fontVariantNumeric: 'tabular-nums' },
  '::selection': { background: 'var(--mui-palette-primary-soft)', color: 'var(--mui-palette-primary-text)' },
  ':focus-visible': { outline: '2px solid var(--mui-palette-primary-text)', outlineOffset: 2 },
  // As MUI's buttons: a pressed state is shown by the button itself.
  button: { WebkitTapHighlightColor: 'transparent' },
  'svg.lucide': { width: 16, height: 16, strokeWidth: 1.6, flex: 'none' },
  '@media (prefers-contrast: more)': {
    ':root': {
      '--mui-palette-edge': 'var(--mui-palette-control)',
      '--mui-palette-divider': 'var(--mui-palette-control)',
    },
  },
  '@media (max-width: 767.95px)': { 'svg.lucide': { width: 20, height: 20 } },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
    },
  },
})
