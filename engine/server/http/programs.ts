import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { platformTenant } from '../auth/actor.ts'
import { clientOf } from '../auth/clients.ts'
import { OauthFault } from '../auth/oauth-fault.ts'
import type { Contexts, RequestContext } from '../auth/request-context.ts'
import { refuse } from '../errors/refuse.ts'
import { assureContent, assurePixels } from '../services/files/file-kind.ts'
import { type PictureSize, pictureSize } from '../services/files/picture-size.ts'
import { storeUpload, type UploadStorage } from '../services/files/store-upload.ts'

/** What a program may be. */
interface AskedProgram {
  /** Of a client. */
  readonly scope: string
  /** The code that a service token has to list. */
  readonly code: string
  readonly reason: string
}

/** What endpoints for programs need: devices that send a service token, or a client's id and secret, with each request. */
export interface Programs {
  /**
   * The server's own context in the tenant of the platform, for a service token of it that lists a code, or a client with
   * a secret and a scope. History entries contain the reason, a declared one. Refused with 401 or 403.
   */
  program(request: FastifyRequest, asked: AskedProgram): Promise<Program>
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

interface ProgramParts extends UploadStorage {
  readonly contexts: Contexts
}

/** The digest of a secret is slow to check on purpose: a right one is remembered for a minute. */
const remembered = 60_000

export function programs({ database, contexts, storage, scratch, quota }: ProgramParts): Programs {
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
    async program(request, { scope, code, reason }) {
      const ctx = contexts.system(platformTenant, reason, request.id, request.language)
      const actor = request.signedIn?.actor
      if (actor?.kind === 'service') {
        if (actor.tenantId !== platformTenant || !actor.codes.has(code))
          throw refuse.forbidden({ zh: `服务令牌的操作 ${code}`, en: `the operation ${code} of a service token` })
        return { client: actor.name, ctx }
      }
      const client = await clientBy(request.headers.authorization)
      if (client.isPublic || !client.scopes.includes(scope))
        throw refuse.forbidden({ zh: `应用范围 ${scope}`, en: `the scope ${scope} of a client` })
      return { client: client.id, ctx }
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
      async function keep(ctx: RequestContext, name: string): Promise<string> {
        return (await storeUpload({ database, storage, scratch, quota }, ctx, { name: `${name}.${kind}`, path })).link
      }
    },
  }
}
