import { createHash } from 'node:crypto'
import { brandOf, markPath, type ShownBrand } from '../../model/brand.ts'
import { contrast, darkenUntil } from '../../model/colour.ts'
import type { MarkImage, Model } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import { inXml } from '../services/export/xml-text.ts'
import type { App } from './app.ts'

/** `/api/engine/mark`: the mark of the application as an image, for visitors too. */
export function brandCalls(app: App, holder: ModelHolder): void {
  const options = { config: { open: true, kind: 'free' }, compress: false } as const
  app.get<{ Querystring: { readonly v?: unknown } }>(markPath, options, (request, reply) => {
    const { type, content, version } = markOf(holder.current())
    const isLasting = request.query.v === version
    reply
      .header('etag', `"${version}"`)
      .header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      // An SVG file that is opened by its address is a document, which may contain scripts.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    if (request.headers['if-none-match'] === `"${version}"`) return reply.code(304).send()
    return reply.type(type).send(Buffer.from(content, type === 'image/png' ? 'base64' : 'utf8'))
  })
}

/** The brand for browsers. The address of the mark is another one when the mark is. */
export function shownBrand(model: Model): ShownBrand {
  const { mark: _mark, ...brand } = brandOf(model)
  return { ...brand, mark: `${markPath}?v=${markOf(model).version}` }
}

/** A mark with the digest of its file. */
interface ServedMark extends MarkImage {
  readonly version: string
}

const marks = perModel<ServedMark>()

/** The mark of an application; without one, the first letter of its English name on its colour. */
const markOf = (model: Model): ServedMark =>
  marks(model, 'mark', () => {
    const { mark, name, colours } = brandOf(model)
    const { type, content }: MarkImage = mark ?? {
      type: 'image/svg+xml',
      content: letterMark([...name.en][0] ?? '', colours?.primary),
    }
    const version = createHash('sha256').update(`${type} ${content}`).digest('base64url').slice(0, 12)
    return { type, content, version }
  })

function letterMark(letter: string, colour = '#3A4453'): string {
  const fill = darkenUntil(colour, hex => contrast('#FFFFFF', hex) >= 4.55)
  const text = `<text x="12" y="17" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="600" fill="#fff">`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${fill}"/>${text}${inXml(letter.toUpperCase())}</text></svg>`
}
