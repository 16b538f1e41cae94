import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names.ts'

it('contains every icon of Lucide and no other', () => {
  const files = readdirSync('node_modules/lucide-react/dist/esm/icons').filter(file => file.endsWith('.mjs'))
  expect([...iconNames].sort()).toEqual(
    files.flatMap(file => (file === 'index.mjs' ? [] : file.slice(0, -'.mjs'.length))).sort(),
  )
})
