import { build } from 'vite'
import { utilitySheet } from '../../engine/web/look/utility-sheet.ts'

/** The script and the styles of a page without a server, each as one text. */
export interface BundledPage {
  readonly script: string
  readonly style: string
}

/** Bundles an entry file of the web, as for production but not minified. */
export async function bundledPage(entry: string): Promise<BundledPage> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [utilitySheet],
    // Not React's plugin: in tests it emits code for React's development build only.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry, formats: ['es'], fileName: 'page' },
    },
  })
  const parts = [made].flat().flatMap(one => ('output' in one ? one.output : []))
  const texts = (isStyle: boolean) =>
    parts.flatMap(part => {
      if (part.type === 'chunk') return isStyle ? [] : [part.code]
      return isStyle && part.fileName.endsWith('.css') ? [String(part.source)] : []
    })
  return { script: texts(false).join(''), style: texts(true).join('') }
}
