import type { Readable } from 'node:stream'
import { Ajv, type JSONSchemaType } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointDescription } from '../../compiler/emit/openapi-calls.ts'
import type { Bilingual, JsonSchema, Model } from '../../model/model.ts'
import { codesOf, codesOfPages } from '../../model/names.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Contexts, RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import { schemaMessages } from '../errors/schema-messages.ts'
import type { StoredFile } from '../services/files/storage.ts'
import type { Store } from '../store/operations.ts'
import { type OwnData, ownData } from '../store/own-data.ts'
import type { NewIds } from '../store/work.ts'
import type { App } from './app.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { sendParts } from './send-parts.ts'

/** An endpoint that no descriptor can express. TypeScript compares the schemas with the types of the handler. */
interface TypedEndpoint<Input extends object> {
  /** `/api/statistics/v1/wards/:wardId`; a parameter is part of the input. */
  readonly path: string
  readonly title: Bilingual
  /** A permission code of the Model, of a resource or of a page; `anyone` also serves requests without sign-in. */
  readonly code: string
  /**
   * For `anyone`, a declared reason: the handler gets a context of the server itself with this reason, in the tenant of
   * the platform.
   */
  readonly reason?: string
  /** The input: of a GET from the query, whose texts are converted, of others from the body. */
  readonly input: JSONSchemaType<Input>
}

/** What a handler gets. */
interface Called<Input> {
  readonly ctx: RequestContext
  readonly store: Store
  readonly own: OwnData
  readonly input: Input
  /** The address of the client. */
  readonly address: string
}

/** An endpoint whose answer is JSON in the envelope. */
export interface TypedCall<Input extends object, Answer> extends TypedEndpoint<Input> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly answer: JSONSchemaType<Answer>
  /** `key` is the idempotency key of the request, to be passed on to a write. */
  handle(call: Called<Input> & { readonly key: string | undefined }): Promise<Answer>
}

/** A body that is not JSON. */
export interface Content {
  /** The media type, one of those that the call declares. */
  readonly type: string
  /** A file, of which a request may name a range of bytes, or a stream, which is sent as it comes. */
  readonly body: StoredFile | Readable
  /** The header Cache-Control; by default `no-store`. */
  readonly caching?: string
}

/** A GET whose answer is a file or a stream. */
export interface ContentCall<Input extends object> extends TypedEndpoint<Input> {
  readonly media: readonly string[]
  /** The rate limit does not count its requests: of a player, which sends many. */
  readonly free?: true
  /** Undefined answers 404. */
  handle(call: Called<Input>): Promise<Content | undefined>
}

/** A declared call, whose types only its handler knows. */
export interface ProductCall extends EndpointDescription {
  readonly reason?: string
  readonly free?: true
  /** The resource without which the call does not exist. */
  readonly needs?: string
  run(called: Called<unknown>, key: string | undefined): Promise<unknown>
}

// They compile each schema once, when it is first used: at the start, that would take half a second.
const strict = new Ajv({ allErrors: true, removeAdditional: false })
const coercing = new Ajv({ allErrors: true, removeAdditional: false, coerceTypes: true })

/** Declares a call: its input is validated before the handler, its answer after it. */
export function defineCall<Input extends object, Answer>(call: TypedCall<Input, Answer>): ProductCall {
  return {
    ...described(call),
    method: call.method,
    answer: call.answer as JsonSchema,
    run: validated(call, call.method === 'GET', async (called, key) => {
      const answer = await call.handle({ ...called, key })
      const isAnswer = strict.compile(call.answer)
      if (!isAnswer(answer))
        throw new Error(`The answer of ${call.path} is invalid: ${JSON.stringify(isAnswer.errors)}`)
      return answer
    }),
  }
}

/** Declares a call that answers a file or a stream. */
export function defineContentCall<Input extends object>(call: ContentCall<Input>): ProductCall {
  return {
    ...described(call),
    method: 'GET',
    media: call.media,
    ...(call.free && { free: call.free }),
    run: validated(call, true, async called => {
      const content = await call.handle(called)
      if (content && !call.media.some(one => one === content.type))
        throw new Error(`The answer of ${call.path} has the undeclared type "${content.type}".`)
      return content
    }),
  }
}

const described = <Input extends object>({ path, title, code, reason, input }: TypedEndpoint<Input>) => ({
  path,
  title,
  code,
  ...(reason !== undefined && { reason }),
  input: input as JsonSchema,
})

/** The handler behind the validation of its input, whose texts are converted where they come from an address. */
function validated<Input extends object>(
  { input: schema }: TypedEndpoint<Input>,
  coerceTypes: boolean,
  run: (called: Called<Input>, key: string | undefined) => Promise<unknown>,
): ProductCall['run'] {
  return ({ input: given, ...called }, key) => {
    const input: unknown = structuredClone(given)
    const isInput = (coerceTypes ? coercing : strict).compile(schema)
    if (!isInput(input)) throw refuse.input(schemaMessages(isInput.errors ?? []))
    return run({ ...called, input }, key)
  }
}

/** Registers the calls of a product. Throws for a permission code that no role could be granted. */
export function productCalls(
  app: App,
  calls: readonly ProductCall[],
  parts: {
    readonly store: Store
    readonly model: Model
    readonly contexts: Contexts
    readonly database: Database
    readonly ids: NewIds
  },
): void {
  const { store, model, contexts, database, ids } = parts
  const codes = new Set([...Object.values(model.resources).flatMap(codesOf), ...codesOfPages(model)])
  for (const call of calls) {
    const { code, path, reason } = call
    const isOpen = code === 'anyone'
    if (isOpen !== (reason !== undefined))
      throw new Error(`The call ${path} has ${isOpen ? 'no reason' : 'a reason and a permission code'}.`)
    if (!isOpen && !codes.has(code)) throw new Error(`The call ${path} requires an unknown permission "${code}".`)
    app.route({
      method: call.method,
      url: path,
      config: { ...(isOpen && { open: true }), ...(call.free && { kind: 'free' }) },
      async handler(request, reply) {
        const ctx =
          reason === undefined ? request.ctx : contexts.system(platformTenant, reason, request.id, request.language)
        if (!isOpen && !ctx.actor.hasCode(code)) throw refuse.forbidden(call.title)
        const given = call.method === 'GET' ? request.query : request.body
        const input = { ...Object(given), ...Object(request.params) }
        const answer = await call.run(
          { ctx, store, own: ownData({ ctx, queries: database.kysely, ids }), input, address: request.ip },
          idempotencyKey(request),
        )
        return call.media ? sendContent(request, reply, answer) : done(answer, request.language)
      },
    })
  }
}

function sendContent(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer === undefined) throw refuse.notFound({ zh: '内容', en: 'Content' })
  const { type, body, caching = 'no-store' } = answer as Content
  reply.type(type).header('cache-control', caching)
  return 'read' in body && 'size' in body ? sendParts(request, reply, body) : reply.send(body)
}
