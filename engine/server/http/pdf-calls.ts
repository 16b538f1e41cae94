import type { FastifyRequest } from 'fastify'
import { typeOf } from '../../fields/index.ts'
import { wallText } from '../../rules/zone.ts'
import { recordAct } from '../auth/audit.ts'
import type { Database } from '../database/database.ts'
import { refuse } from '../errors/refuse.ts'
import { attachment, fileName } from '../services/export/file-name.ts'
import { digestsOf } from '../services/files/evidence.ts'
import type { Storage } from '../services/files/storage.ts'
import { imagesOf } from '../services/pdf/images.ts'
import { paperOf, pictureLinks } from '../services/pdf/paper-of.ts'
import type { PdfRenderer } from '../services/pdf/pdf-renderer.ts'
import { readableLinks } from '../store/file-access.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

/** The dependencies of the PDF endpoint. */
export interface PdfCallParts {
  readonly store: Store
  readonly database: Database
  readonly zone: string
  readonly drawer: PdfRenderer
  /** The storage of pictures. */
  readonly files: Storage
  /** The public URL of the server, if it is configured. */
  readonly publicUrl?: string
}

type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

/**
 * `GET /api/engine/pdf/:resource/:id`: a record as PDF, for users who may view and export it. It contains what both
 * rights permit.
 */
export function pdfCalls(app: App, parts: PdfCallParts): void {
  app.get<OfRecord>(
    '/api/engine/pdf/:resource/:id',
    { compress: false, config: { kind: 'pdf' } },
    async (request, reply) => {
      const { ctx, language } = request
      const { name } = resourceNamed(ctx.model, request.params.resource)
      const record = await parts.store.get(ctx, name, request.params.id)
      const id = String(record['id'])
      const stream = await parts.store.stream(ctx, name, { query: {}, ids: [id], columns: ['*'] })
      // A record that may be viewed but not exported is reported as not found.
      if (stream.total === 0) throw refuse.notFound(stream.resource.title)
      const { resource } = stream
      await recordAct(parts.database.kysely, ctx, { kind: 'export', resource, recordId: id, detail: 'pdf' })
      const printedAt = wallText(Date.now(), parts.zone).slice(0, 16)
      const fields = stream.fields.filter(field => field.name in record && !typeOf(field).secret)
      const printed = { record, fields, lines: stream.lines.bind(stream) }
      const links = pictureLinks(printed)
      const paper = paperOf({
        ...printed,
        model: stream.model,
        resource: stream.resource,
        images: await imagesOf(links, {
          storage: parts.files,
          readable: some => readableLinks(parts.database.kysely, ctx, some),
        }),
        digests: await digestsOf(parts.database.kysely, links),
        language,
        link: `${parts.publicUrl ?? addressOf(request)}/${name}/${id}/show`,
        printedBy: ctx.actor.name || ctx.actor.account,
        printedAt,
      })
      const bytes = await parts.drawer.draw(paper)
      return reply
        .type('application/pdf')
        .header(
          'content-disposition',
          attachment(fileName(`${paper.kind} ${paper.title}`, printedAt.slice(0, 10), 'pdf'), 'inline'),
        )
        .send(Buffer.from(bytes))
    },
  )
}

/** The base URL of the request; empty if the Host header is not a valid host. */
const addressOf = ({ protocol, host }: FastifyRequest): string =>
  /^[\w.-]{1,255}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i.test(host) ? `${protocol}://${host}` : ''
