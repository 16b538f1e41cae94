import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One shape of an icon: an SVG element and its attributes. */
export type IconShape = readonly [element: string, attributes: Readonly<Record<string, string>>]

const known = new Map<string, readonly IconShape[]>()

/**
 * The shapes of Lucide icons by name; unknown names are left out. A descriptor may use any of two thousand icons and
 * each would cost the browser a request, so the few in use are part of the index.
 */
export function iconShapes(names: Iterable<string>): Readonly<Record<string, readonly IconShape[]>> {
  const shapes = [...new Set(names)].map(name => [name, shapesOf(name)] as const)
  return Object.fromEntries(shapes.filter(([, drawn]) => drawn.length > 0))
}

function shapesOf(name: string): readonly IconShape[] {
  const before = known.get(name)
  if (before) return before
  const drawn = /^[a-z0-9-]{1,60}$/.test(name) ? read(name) : []
  known.set(name, drawn)
  return drawn
}

// The package contains icons only as modules. An import would load React in the server, so the literal is parsed
// instead: it is JSON except for unquoted names.
function read(name: string): readonly IconShape[] {
  const file = join(folder(), `${name}.mjs`)
  if (!existsSync(file)) return []
  const source = readFileSync(file, 'utf8')
  const literal = /const __iconData = (\{[\s\S]*?\n\});/.exec(source)?.[1]
  if (literal === undefined) {
    const newName = /from '\.\/([a-z0-9-]+)\.mjs'/.exec(source)?.[1]
    return newName === undefined ? [] : shapesOf(newName)
  }
  const json = literal.replace(/([{,]\s*)(\w+):/g, '$1"$2":')
  const { node } = JSON.parse(json) as { readonly node: readonly IconShape[] }
  return node.map(([element, { key: _key, ...attributes }]) => [element, attributes])
}

const folder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm/icons')
