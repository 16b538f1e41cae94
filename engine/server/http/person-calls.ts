import { resourceOf } from '../../model/names.ts'
import { recordAct } from '../auth/audit.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import { attachment } from '../services/export/file-name.ts'
import { assurePerson, erasePerson } from '../services/person/erase.ts'
import { exportHeldData } from '../services/person/held-data.ts'
import { newWork } from '../store/new-work.ts'
import type { StoreParts } from '../store/store.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

/** The dependencies of the calls about personal data. */
export interface PersonCallParts {
  readonly database: Database
  readonly storeParts: StoreParts
}

const path = '/api/engine/person/:resource/:id'

/**
 * What is held about a person, for administrators: `GET /api/engine/person/:resource/:id` is a JSON file with it, `DELETE`
 * with `{ reason }` erases it. Both are acts of the audit log.
 */
export function personCalls(app: App, { database, storeParts }: PersonCallParts): void {
  app.get<OfRecord>(path, { config: { kind: 'pdf' } }, async (request, reply) => {
    const { ctx, language, params } = request
    const resource = resourceOf(ctx.model, resourceNamed(ctx.model, params.resource).name)
    assurePerson({ ctx }, resource, params.id)
    const { kysely } = database
    const held = await exportHeldData(kysely, ctx, resource, params.id, language)
    await recordAct(kysely, ctx, { kind: 'export', resource, recordId: params.id, detail: 'person' })
    const name = `${resource.title[language]}-${params.id}.json`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', attachment(name))
      .send(JSON.stringify(held, null, 2))
  })
  app.delete<OfRecord>(path, async request => {
    const { ctx, language, params, body } = request
    const { reason } = knownIn(body, ['reason'])
    if (typeof reason !== 'string' || reason.trim() === '' || reason.length > longest)
      throw refuse.input({
        reason: { zh: `请填写理由，不超过 ${longest} 个字`, en: `Enter a reason of at most ${longest} characters` },
      })
    const { name } = resourceNamed(ctx.model, params.resource)
    const work = newWork(storeParts, ctx)
    return done(await erasePerson(work, resourceOf(ctx.model, name), params.id, reason.trim()), language)
  })
}

const longest = 500
