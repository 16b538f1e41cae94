import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { platformTenant } from '../auth/actor.ts'
import { clientOf } from '../auth/clients.ts'
import { OauthFault } from '../auth/oauth-fault.ts'
import type { Contexts, RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { assureContent, assurePixels, mediaTypeOf } from '../services/files/file-kind.ts'
import { type PictureSize, pictureSize } from '../services/files/picture-size.ts'
import type { Storage } from '../services/files/storage.ts'
import { filesPath } from '../store/file-links.ts'

/** What endpoints for programs need: devices that send a client's id and secret with each request. */
export interface Programs {
  /**
   * The server's own context in the tenant of the platform, for a client with a secret and a scope. History entries
   * contain the reason, a declared one. Refused with 401 or 403.
   */
  program(request: FastifyRequest, asked: { readonly scope: string; readonly reason: string }): Promise<Program>
  /** Checks a file that a program sent. It is deleted unless it is kept. */
  receiveFile(content: Uint8Array): Promise<ReceivedFile>
}

interface Program {
  readonly ctx: RequestContext
  readonly client: string
}

export interface ReceivedFile {
  /** Of a picture. */
  readonly size?: PictureSize
  /** Stores the file and returns its link, for a record that is saved next. */
  keep(ctx: RequestContext, name: string): Promise<string>
  discard(): Promise<void>
}

interface ProgramParts {
  readonly database: Database
  readonly contexts: Contexts
  readonly storage: Storage
  readonly scratch: string
}

/** The digest of a secret is slow to check on purpose: a right one is remembered for a minute. */
const remembered = 60_000

export function programs({ database, contexts, storage, scratch }: ProgramParts): Programs {
  const known = new Map<string, { readonly client: Awaited<ReturnType<typeof clientOf>>; readonly until: number }>()
  const clientBy = async (header = '') => {
    const found = known.get(header)
    if (found && found.until > Date.now()) return found.client
    const client = await clientOf(database, header).catch(error => {
      throw error instanceof OauthFault ? refuse.signedOut('应用认证失败', 'Client authentication failed') : error
    })
    if (known.size >= 100) known.clear()
    known.set(header, { client, until: Date.now() + remembered })
    return client
  }
  return {
    async program(request, { scope, reason }) {
      const client = await clientBy(request.headers.authorization)
      if (client.isPublic || !client.scopes.includes(scope))
        throw refuse.forbidden({ zh: `应用范围 ${scope}`, en: `the scope ${scope} of a client` })
      return { client: client.id, ctx: contexts.system(platformTenant, reason, request.id, request.language) }
    },
    async receiveFile(content) {
      const kind = (await fileTypeFromBuffer(content))?.ext ?? ''
      const path = join(scratch, randomBytes(12).toString('hex'))
      assureContent(`file.${kind}`, kind)
      await mkdir(scratch, { recursive: true })
      await writeFile(path, content)
      const discard = () => rm(path, { force: true })
      try {
        await assurePixels(path, kind)
        const size = await pictureSize(path, kind)
        return { ...(size && { size }), discard, keep }
      } catch (error) {
        await discard()
        throw error
      }
      async function keep({ actor, clock }: RequestContext, name: string): Promise<string> {
        const key = `${actor.tenantId}/${randomBytes(16).toString('base64url')}/${name}.${kind}`
        const link = `${filesPath}${key}`
        // Before the file is there, as of an upload: a file without a row would never be deleted.
        await runAll(
          database.kysely,
          sql`insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
            values (${link}, ${actor.tenantId}, 0, ${name}, ${mediaTypeOf(key)}, ${content.length}::bigint, ${clock.now.toISOString()}::timestamptz)`,
        )
        await storage.put(key, path)
        return link
      }
    },
  }
}
