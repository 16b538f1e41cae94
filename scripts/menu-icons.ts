import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Node = readonly [element: string, attributes: Readonly<Record<string, string>>]
interface IconModule {
  readonly __iconData?: { readonly node: readonly Node[] }
}

const { resolve } = createRequire(import.meta.url)
const folder = join(dirname(resolve('lucide-react/package.json')), 'dist/esm/icons')
const { version } = createRequire(import.meta.url)('lucide-react/package.json') as { readonly version: string }
/** The version stands in the path, so that a browser may keep an icon for ever. */
const path = `assets/icons-${version}`

/**
 * Puts every icon of Lucide beside the built web as a file of its own: a descriptor may name any of them, and a
 * page fetches those alone that its menu shows. As modules they would be two thousand chunks and a table of them.
 */
export const menuIcons = (): Plugin => ({
  name: 'menu-icons',
  config: () => ({ define: { 'import.meta.env.MENU_ICONS': JSON.stringify(`/${path}`) } }),
  configureServer(server) {
    server.middlewares.use(`/${path}`, (request, response, next) => {
      const name = /^\/([a-z0-9-]+)\.svg$/.exec(request.url ?? '')?.[1]
      if (name === undefined) return next()
      drawn(name).then(svg => response.setHeader('content-type', 'image/svg+xml').end(svg), next)
    })
  },
  async generateBundle() {
    const files = await readdir(folder)
    for (const name of files.filter(file => file.endsWith('.mjs')).map(file => file.slice(0, -4))) {
      const source = await drawn(name)
      if (source) this.emitFile({ type: 'asset', fileName: `${path}/${name}.svg`, source })
    }
  },
})

/** One icon as a file; an icon's old name gives the icon that it became. */
async function drawn(name: string): Promise<string | undefined> {
  const file = join(folder, `${name}.mjs`)
  const { __iconData } = (await import(pathToFileURL(file).href)) as IconModule
  if (!__iconData) {
    const newName = /from '\.\/([a-z0-9-]+)\.mjs'/.exec(await readFile(file, 'utf8'))?.[1]
    return newName === undefined ? undefined : drawn(newName)
  }
  const shapes = __iconData.node.map(([element, { key: _key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${element}${written.join('')}/>`
  })
  const stroke = 'fill="none" stroke="#000" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${stroke}>${shapes.join('')}</svg>`
}
