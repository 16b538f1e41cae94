import type { Plugin } from 'vite'

/**
 * Modules of libraries that others import and that no screen needs, with what the built web contains instead. A hook or
 * a component cannot be removed by the bundler because its caller refers to it.
 */
const replacements: Readonly<Record<string, string>> = {
  // Lists are exported by the server.
  'ra-core/dist/export/defaultExporter.js': `export const defaultExporter = () => { throw new Error('The server exports lists.') }`,
  // Titles are part of the Model. react-admin computes a list's title, which no screen shows.
  'ra-core/dist/core/useGetResourceLabel.js': `export const useGetResourceLabel = () => resource => resource`,
  // Called by emotion's withTheme alone, for class components.
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js': `export default target => target`,
  // The functions of lodash that react-admin calls bring 120 modules with them, for browsers without Map and WeakMap.
  ...Object.fromEntries(
    ['debounce', 'isEqual', 'pick', 'set'].map(name => [
      `lodash/${name}.js`,
      `export { ${name} as default } from 'es-toolkit/compat'`,
    ]),
  ),
}

/** The router in which a module of react-admin renders an app that has none. The engine's app has its own. */
const ownRouter = {
  importer: 'ra-core/dist/routing/adapters/reactRouterProvider.js',
  library: 'react-router-dom',
  id: '\0react-router-dom-without-data-router',
  code: `
    export * from 'react-router-dom'
    export const createHashRouter = () => { throw new Error('The engine renders react-admin in its own router.') }
    export const RouterProvider = createHashRouter
  `,
}

/** The help texts of field types and of their options, which only the compiler reads: for schemas and the reference. */
const helpTexts = /^ *help: \{(?:[^{}'"`]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)*\},?$/gm
const fieldTypeFile = /\/engine\/fields\/.*\.ts$/

/**
 * Leaves out parts of libraries, and help texts of field types, from the built web. The build fails if it finds one of
 * them no longer, so that an upgrade does not bring it back unnoticed.
 */
export function unusedParts(): Plugin {
  const missing = new Set([...Object.keys(replacements), ownRouter.importer, 'engine/fields'])
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== ownRouter.library || !importer?.endsWith(ownRouter.importer)) return null
      missing.delete(ownRouter.importer)
      return ownRouter.id
    },
    load(id) {
      if (id === ownRouter.id) return ownRouter.code
      const [, part = ''] = id.split('/node_modules/')
      missing.delete(part)
      return replacements[part] ?? null
    },
    transform(code, id) {
      if (!fieldTypeFile.test(id)) return null
      const short = code.replace(helpTexts, '')
      if (short === code) return null
      missing.delete('engine/fields')
      return { code: short, map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`No module is loaded from ${[...missing].join(', ')}.`)
    },
  }
}
