import type { Heights } from './overrides.ts'
import './fonts.css'
import './reset.css'
import './shared.css'
import './utilities.css'

/** Global styles that depend on the density or that follow those of the sheets; the others are in `reset.css`. */
export const baseStyles = ({ row, field }: Heights) => ({
  ':root': { '--row-height': `${row}px`, '--field-height': `${field}px` },
  ':focus-visible': { outline: '2px solid var(--mui-palette-primary-text)', outlineOffset: 2 },
  'svg.lucide': { width: 16, height: 16, strokeWidth: 1.6, flex: 'none' },
  '@media (prefers-contrast: more)': {
    ':root': {
      '--mui-palette-edge': 'var(--mui-palette-control)',
      '--mui-palette-divider': 'var(--mui-palette-control)',
    },
  },
  '@media (max-width: 767.95px)': { 'svg.lucide': { width: 20, height: 20 } },
})
