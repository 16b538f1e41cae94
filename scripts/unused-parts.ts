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
  // Browsers have the part of it that addresses of lists need: no arrays, no names without a value.
  'query-string/index.js': `
    export const parse = search => Object.fromEntries(new URLSearchParams(search))
    export const stringify = values =>
      String(new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined).sort()))`,
  // No button has a ripple (`engine/web/look/buttons.ts`). The hook renders each pressed button once more.
  '@mui/material/esm/useLazyRipple/useLazyRipple.js': `
    const ignore = () => undefined
    const ripple = { ref: { current: null }, shouldMount: false, start: ignore, stop: ignore, pulsate: ignore }
    export default () => ripple`,
  '@mui/material/esm/ButtonBase/TouchRipple.js': `export default () => null`,
  // All fields are outlined (`engine/web/look/inputs.ts`).
  '@mui/material/esm/Input/Input.js': `export { default } from '@mui/material/OutlinedInput'`,
  '@mui/material/esm/FilledInput/FilledInput.js': `export { default } from '@mui/material/OutlinedInput'`,
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

/**
 * Components of React Router that are created by a call or named by an assignment, which the bundler keeps for their
 * possible effects: forms, scripts and scroll restoration of its data router.
 */
const routerFile = /\/react-router\/dist\/\w+\/chunk-\w+\.mjs$/
const withoutEffects = (code: string): string =>
  code
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ ')
    .replace(/^\w+\.displayName = .*;$/gm, '')

/** The help texts of field types and of their options, which only the compiler reads: for schemas and the reference. */
const helpTexts = /^ *help: \{(?:[^{}'"`]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)*\},?$/gm
const fieldTypeFile = /\/engine\/fields\/.*\.ts$/

/**
 * Leaves out parts of libraries, and help texts of field types, from the built web. The build fails if it finds one of
 * them no longer, so that an upgrade does not bring it back unnoticed.
 */
export function unusedParts(): Plugin {
  const missing = new Set([...Object.keys(replacements), ownRouter.importer, 'engine/fields', 'react-router'])
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
      const [part, short] = routerFile.test(id)
        ? (['react-router', withoutEffects(code)] as const)
        : (['engine/fields', fieldTypeFile.test(id) ? code.replace(helpTexts, '') : code] as const)
      if (short === code) return null
      missing.delete(part)
      return { code: short, map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`No module is loaded from ${[...missing].join(', ')}.`)
    },
  }
}
