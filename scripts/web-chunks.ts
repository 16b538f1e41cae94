import { dirname, resolve } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code?: string | null } | null
}

/** Libraries that re-export everything from one file: of these only what is imported by name is followed. */
const barrels = /\/node_modules\/(?:@mui\/material\/esm|react-admin\/dist|ra-ui-materialui\/dist)\/index\.js$/
/** The file of a library that exports each icon from a file of its own, by several names. */
const iconBarrel = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/
const icon = /\/node_modules\/lucide-react\/dist\/esm\/icons\//

const entry = resolve('src/main.ts')
const frame = resolve('src/app.tsx')
/** The most frequent screens, and the buttons of a row under the pointer, each in a chunk with what those before lack. */
const screens = [
  ['engine/web/list-page/record-list.tsx', 'list'],
  // Many lists load it before their first row.
  ['engine/web/list-page/kind-buttons.tsx', 'list'],
  ['engine/web/form/record-form.tsx', 'form'],
  ['engine/web/list/row-buttons.tsx', 'row-buttons'],
] as const
/** What many lists load before their first row; with their icons in the list's chunk, they do not wait for all icons. */
const partsOfLists = [
  'engine/web/list-page/kind-buttons.tsx',
  'engine/web/tree/branch-tree.tsx',
  'engine/web/tree/use-branch-actions.tsx',
  'engine/fields/reference/tree.tsx',
  'engine/fields/reference/tree-browser.tsx',
]

/**
 * One chunk for the frame with the head of screens, and one for each of the most frequent screens. By default the bundler
 * creates a chunk for each set of screens that share something, sixty of a few hundred bytes, and a list waits while they
 * queue for the browser's six connections. Icons of the other screens share a chunk, too.
 */
export function webChunks(): {
  readonly name: (id: string, graph: ModuleGraph) => string | null
  /** The bundler's name for it in its report of durations. */
  readonly debugName: string
} {
  let chunks: ReadonlyMap<string, string | null> | undefined
  return {
    debugName: 'frame and screens',
    name(id, graph) {
      chunks ??= chunksOf(graph)
      return chunks.get(id) ?? (icon.test(id) ? 'icons' : null)
    },
  }
}

function chunksOf(graph: ModuleGraph): ReadonlyMap<string, string | null> {
  const chunks = new Map<string, string | null>()
  const reExports = new Map<string, Exported>()
  const take = (root: string, name: string | null) => {
    for (const waiting = [root]; waiting.length > 0; ) {
      const id = waiting.pop()
      if (id === undefined || chunks.has(id)) continue
      chunks.set(id, name)
      waiting.push(...importsOf(id, graph, reExports))
    }
  }
  // Modules that run before the frame is loaded stay in the entry.
  take(entry, null)
  take(frame, 'frame')
  take(resolve('engine/web/components/screen-head.tsx'), 'frame')
  for (const [file, name] of screens) take(resolve(file), name)
  for (const file of partsOfLists)
    for (const id of importsOf(resolve(file), graph, reExports)) if (icon.test(id)) take(id, 'list')
  return chunks
}

/** The modules that a module imports; through a barrel, those whose files have the names that it imports. */
function importsOf(id: string, graph: ModuleGraph, reExports: Map<string, Exported>): readonly string[] {
  const info = graph.getModuleInfo(id)
  return (info?.importedIds ?? []).flatMap(imported => {
    const names = namesImported(info?.code ?? '')
    if (iconBarrel.test(imported)) {
      const icons = iconsOf(graph.getModuleInfo(imported)?.code ?? '')
      return [...names].flatMap(name => icons.get(name) ?? []).map(file => resolve(dirname(imported), file))
    }
    if (!barrels.test(imported)) return [imported]
    const files = reExports.get(imported) ?? exportedBy(imported, graph)
    reExports.set(imported, files)
    return [...files].flatMap(([file, exported]) => (exported.some(name => names.has(name)) ? [file] : []))
  })
}

/** The files of icons, by each of their names. */
const iconsOf = (code: string): ReadonlyMap<string, string> =>
  new Map(
    [...code.matchAll(/export \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )

const namesImported = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/import\s*\{([^}]*)\}/g)].flatMap(
      ([, names = '']) => names.match(/\w+(?=\s*(?:,|$|as\b))/g) ?? [],
    ),
  )

/** The names that a barrel re-exports, by file. */
type Exported = ReadonlyMap<string, readonly string[]>

/** Through barrels of its folders as well. A file has the name of what it exports; an icon has several names. */
function exportedBy(barrel: string, graph: ModuleGraph): Exported {
  const ofIcons = new Map(
    [...(graph.getModuleInfo(barrel)?.code ?? '').matchAll(/\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+)\./g)].map(
      ([, names = '', file = '']) => [file, names.match(/\w+(?=\s*(?:,|$))/g) ?? []] as const,
    ),
  )
  const files = new Map<string, readonly string[]>()
  for (const waiting = [barrel]; waiting.length > 0; ) {
    for (const id of graph.getModuleInfo(String(waiting.pop()))?.importedIds ?? []) {
      if (files.has(id)) continue
      files.set(id, ofIcons.get(baseName(id)) ?? [baseName(id)])
      if (/\/index\.m?js$/.test(id)) waiting.push(id)
    }
  }
  return files
}

const baseName = (file: string): string => /([^/]+?)(?:\/index)?\.m?js$/.exec(file)?.[1] ?? ''
