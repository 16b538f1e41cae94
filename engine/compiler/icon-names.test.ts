import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

it('contains every icon of Lucide and no other', async () => {
  const files = readdirSync('node_modules/lucide-react/dist/esm/icons').filter(file => file.endsWith('.mjs'))
  const names = files.map(file => file.slice(0, -'.mjs'.length)).filter(name => name !== 'index')
  await expect(`${JSON.stringify(names.sort(), null, 2)}\n`).toMatchFileSnapshot('icon-names.json')
})
