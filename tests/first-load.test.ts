import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtWeb } from './support/built.ts'

/** KiB of the compressed JavaScript of the first list. */
const most = 275

it('loads little JavaScript before the first list, and one language', async () => {
  const web = await builtWeb()
  const page = await readFile(join(web, 'index.html'), 'utf8')
  const linked = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  const chinese = (await readdir(join(web, 'assets'))).filter(file => /^chinese-[^.]+\.js$/.test(file))
  const names = [...linked, ...chinese.map(file => `assets/${file}`)].map(file => /(\w+)-[^/]*$/.exec(file)?.[1])
  expect(names.sort()).toEqual(['app', 'chinese', 'frame', 'index', 'list', 'rolldown'])
  const files = [...linked, ...chinese.map(file => join('assets', file))]
  // A file of a few bytes is not compressed.
  const sizes = await Promise.all(files.map(file => stat(join(web, `${file}.br`)).catch(() => stat(join(web, file)))))
  expect(sizes.reduce((sum, { size }) => sum + size, 0) / 1024).toBeLessThanOrEqual(most)
})
