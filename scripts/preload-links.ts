import type { Plugin } from 'vite'

/** Chunks that nearly every page needs, though the first script loads them only when it runs. */
const wanted = ['rolldown-runtime', 'frame', 'list', 'app']

/**
 * Adds preload links of those chunks and their styles to the page's head, so that they load together with the first
 * script.
 */
export function preloadLinks(): Plugin {
  return {
    name: 'preload-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk' && wanted.includes(file.name))
        const styles = Object.values(bundle).filter(
          file => file.type === 'asset' && wanted.some(name => file.names.includes(`${name}.css`)),
        )
        const link = (file: { readonly fileName: string }, rel: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file.fileName}` },
          injectTo: 'head' as const,
        })
        return [...chunks.map(file => link(file, 'modulepreload')), ...styles.map(file => link(file, 'stylesheet'))]
      },
    },
  }
}
