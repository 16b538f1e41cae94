import type { CSSObject } from '@mui/material/styles'
import { utilities } from './utilities.ts'

/** A plugin of Vite that writes the rules of `utilities.ts` into the sheet beside it: browsers get no JavaScript for them. */
export const utilitySheet = {
  name: 'utility-sheet',
  enforce: 'pre',
  transform: (_code: string, id: string) =>
    id.endsWith('/engine/web/look/utilities.css') ? sheetOf(utilities) : undefined,
} as const

const sheetOf = (rules: CSSObject): string =>
  Object.entries(rules)
    .map(([name, value]) =>
      typeof value === 'object'
        ? `${name} {\n${sheetOf(value as CSSObject)}\n}`
        : `${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}: ${value};`,
    )
    .join('\n')
