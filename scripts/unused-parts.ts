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
}

/**
 * Leaves out parts of libraries from the built web. The build fails if a library no longer contains one of them, so that
 * an upgrade does not bring it back unnoticed.
 */
export function unusedParts(): Plugin {
  const missing = new Set(Object.keys(replacements))
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, part = ''] = id.split('/node_modules/')
      missing.delete(part)
      return replacements[part] ?? null
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`No module is loaded from ${[...missing].join(', ')}.`)
    },
  }
}
