import { typeOf } from '../../fields/index.ts'
import type { Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import type { Database } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { done } from '../errors/envelope.ts'
import { checkedFiles } from '../services/files/evidence.ts'
import type { Storage } from '../services/files/storage.ts'
import { evidenceFields } from '../store/aspects/evidence.ts'
import { linksIn } from '../store/file-links.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

/** The dependencies of the verification. */
export interface EvidenceCallParts {
  readonly store: Store
  readonly database: Database
  readonly files: Storage
}

type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

/**
 * `GET /api/engine/evidence/:resource/:id`: the files of a record and its lines that are evidence and that the user may
 * see, each read and compared with the digest of its upload.
 */
export function evidenceCalls(app: App, { store, database, files }: EvidenceCallParts): void {
  app.get<OfRecord>('/api/engine/evidence/:resource/:id', { config: { kind: 'pdf' } }, async request => {
    const { ctx, language } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    const record = await store.get(ctx, name, request.params.id)
    const links = evidenceIn(ctx.model, resourceOf(ctx.model, name), record)
    return done(await checkedFiles(database.kysely, files, links), language)
  })
}

/** The links of evidence in a record and its lines. */
function evidenceIn(model: Model, resource: Resource, record: Row): string[] {
  const lines = resource.fields.flatMap(field => {
    const of = typeOf(field).lines?.(field)
    const rows = record[field.name]
    return of && Array.isArray(rows) ? rows.flatMap(line => evidenceIn(model, resourceOf(model, of), line)) : []
  })
  return [...evidenceFields(resource).flatMap(({ name }) => linksIn(record[name])), ...lines]
}
